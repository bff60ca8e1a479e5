import { child, isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import type { Snapshot } from '../describe/index.ts';
import type { Change } from './change.ts';
import { type CleanTool, cleanProse, cleanTool } from './clean-tool.ts';
import { Cleaner, type CleanMember, mapItems, mapMembers } from './cleaner.ts';
import { MetadataError } from './metadata-error.ts';
import type { MetadataPolicy } from './metadata-policy.ts';
import { nameTools } from './name-tools.ts';

/** All that a server shows, cleaned; `tools` beside it has each tool with its raw form and its values. */
export interface CleanSnapshot {
  readonly snapshot: Snapshot;
  readonly raw: Snapshot;
  readonly tools: readonly CleanTool[];
  readonly changes: readonly Change[];
  /** What could not be made safe and is left out. */
  readonly problems: readonly MetadataError[];
}

/** Cleans a whole server by itself. Where several servers meet, name their tools together and clean them one by one. */
export function cleanSnapshot(raw: Snapshot, policy: MetadataPolicy, server = 'default'): CleanSnapshot {
  const names = nameTools([{ server, tools: raw.tools.map(({ name }) => name) }], policy.names);
  const problems: MetadataError[] = [...names.problems];
  const changes: Change[] = [];
  const tools = raw.tools.flatMap((tool, i) => {
    const alias = names.toAlias(server, tool.name);
    if (alias === undefined) return [];
    return attempt(problems, () => {
      const clean = cleanTool(tool, policy, server, alias);
      for (const change of clean.changes) changes.push({ ...change, pointer: `/tools/${i}${change.pointer}` });
      return clean;
    });
  });
  const list = <T extends JsonObject>(
    key: 'prompts' | 'resources' | 'templates',
    items: readonly T[],
    id: string,
  ): T[] =>
    items.flatMap((item, i) => attempt(problems, () => cleanListed(item, `/${key}/${i}`, id, policy, server, changes)));
  const instructions = cleanInstructions(raw.instructions, policy, changes);
  const snapshot: Snapshot = {
    ...(raw.serverInfo === undefined
      ? {}
      : { serverInfo: cleanListed(raw.serverInfo, '/serverInfo', '', policy, server, changes) }),
    ...(instructions === undefined ? {} : { instructions }),
    tools: tools.map(({ tool }) => tool),
    prompts: list('prompts', raw.prompts, 'name'),
    resources: list('resources', raw.resources, 'uri'),
    templates: list('templates', raw.templates, 'uriTemplate'),
  };
  return { snapshot, raw, tools, changes, problems };
}

/** What a server tells every model that uses it: prose like any other, and absent when none of it may pass. */
function cleanInstructions(text: string | undefined, policy: MetadataPolicy, changes: Change[]): string | undefined {
  if (text === undefined) return undefined;
  const cleaner = new Cleaner(policy, { tool: '' });
  const cleaned = cleaner.prose(text, '/instructions');
  for (const change of cleaner.changes) changes.push(change);
  return cleaned === '' ? undefined : cleaned;
}

/** A prompt, resource, template or the server itself: its texts are cleaned, what it is asked for by must be clean. */
function cleanListed<T extends JsonObject>(
  item: T,
  pointer: string,
  id: string,
  policy: MetadataPolicy,
  server: string,
  changes: Change[],
): T {
  const cleaner = new Cleaner(policy, { server, tool: String(item[id] ?? '') });
  const cleaned = mapMembers(item, pointer, (key, value, at) => cleanListedMember(key, value, at, id, cleaner));
  for (const change of cleaner.changes) changes.push(change);
  return cleaned as T;
}

const TEXTS = new Set(['name', 'title', 'description', 'version']);

function cleanListedMember(key: string, value: Json, pointer: string, id: string, cleaner: Cleaner): CleanMember {
  if (key === id) {
    if (typeof value === 'string') cleaner.name(value, pointer);
    return [key, value];
  }
  if (TEXTS.has(key)) return cleanLabel(key, value, pointer, cleaner);
  if (key !== 'arguments' || !Array.isArray(value)) return [key, value];
  return [key, mapItems(value, pointer, (argument, at) => cleanArgument(argument, at, cleaner))];
}

/** A resource or server must keep a name: where prose is not wanted, its name is still cleaned and stays. */
function cleanLabel(key: string, value: Json, pointer: string, cleaner: Cleaner): CleanMember {
  const isLabel = key === 'name' || key === 'version';
  if (!isLabel || typeof value !== 'string') return cleanProse(key, value, pointer, cleaner);
  return [key, cleaner.label(value, pointer)];
}

function cleanArgument(argument: Json, pointer: string, cleaner: Cleaner): Json {
  if (!isJsonObject(argument)) return argument;
  return mapMembers(argument, pointer, (key, value, at) => {
    if (key === 'name' && typeof value === 'string') cleaner.name(value, child(pointer, 'name'));
    return key === 'title' || key === 'description' ? cleanProse(key, value, at, cleaner) : [key, value];
  });
}

function attempt<T>(problems: MetadataError[], work: () => T): T[] {
  try {
    return [work()];
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    problems.push(error);
    return [];
  }
}
