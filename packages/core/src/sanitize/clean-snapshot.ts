import { isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import { LIST_NAMES, type Snapshot } from '../describe/index.ts';
import type { CleanChange } from './change.ts';
import { cleanTexts } from './clean-texts.ts';
import { type CleanTool, cleanTool } from './clean-tool.ts';
import { Cleaner, type CleanMember, mapItems, mapMembers } from './cleaner.ts';
import { MetadataError } from './metadata-error.ts';
import { checkPolicy, type MetadataPolicy } from './metadata-policy.ts';
import { nameTools } from './name-tools.ts';

/** A cleaned snapshot; `tools` has each tool with its raw form and its values. */
export interface CleanSnapshot {
  readonly snapshot: Snapshot;
  readonly raw: Snapshot;
  readonly tools: readonly CleanTool[];
  readonly changes: readonly CleanChange[];
  /** What could not be cleaned and is left out. */
  readonly problems: readonly MetadataError[];
}

/** Cleans the snapshot of one server. For several servers, use `nameTools` for all of them, then `cleanTool`. */
export function cleanSnapshot(raw: Snapshot, given: MetadataPolicy, server = 'default'): CleanSnapshot {
  const policy = checkPolicy(given);
  requireSnapshot(raw, server);
  const names = nameTools([{ server, tools: raw.tools.map(tool => tool?.name) }], policy.names);
  const problems: MetadataError[] = [...names.problems];
  const changes: CleanChange[] = [];
  const tools = raw.tools.flatMap((tool, i) => {
    // An item that is not a tool has no name, and a problem already.
    const alias = names.toAlias(server, tool?.name);
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
  const { serverInfo: rawInfo } = raw;
  const [serverInfo] = attempt(
    problems,
    () => rawInfo && cleanListed(rawInfo, '/serverInfo', undefined, policy, server, changes),
  );
  const snapshot: Snapshot = {
    ...(serverInfo === undefined ? {} : { serverInfo }),
    ...(instructions === undefined ? {} : { instructions }),
    tools: tools.map(({ tool }) => tool),
    prompts: list('prompts', raw.prompts, 'name'),
    resources: list('resources', raw.resources, 'uri'),
    templates: list('templates', raw.templates, 'uriTemplate'),
  };
  return { snapshot, raw, tools, changes, problems };
}

/** Rejects values that did not come from `parseSnapshot`. */
function requireSnapshot(raw: unknown, server: string): void {
  const isWhole = isJsonObject(raw) && LIST_NAMES.every(list => Array.isArray(raw[list]));
  if (isWhole) return;
  const problem = `a snapshot must be an object with the lists ${LIST_NAMES.join(', ')}.`;
  throw new MetadataError('sanitize.malformed', { server, tool: '' }, problem);
}

/** Server instructions are prose; empty ones are removed. */
function cleanInstructions(
  text: string | undefined,
  policy: MetadataPolicy,
  changes: CleanChange[],
): string | undefined {
  if (text === undefined) return undefined;
  const cleaner = new Cleaner(policy, { tool: '' });
  const cleaned = cleaner.prose(text, '/instructions');
  for (const change of cleaner.changes) changes.push(change);
  return cleaned === '' ? undefined : cleaned;
}

/** Cleans a prompt, resource, template or serverInfo. The member `id`, by which clients request it, must be clean. */
function cleanListed<T extends JsonObject>(
  item: T,
  pointer: string,
  id: string | undefined,
  policy: MetadataPolicy,
  server: string,
  changes: CleanChange[],
): T {
  if (!isJsonObject(item))
    throw new MetadataError('sanitize.malformed', { server, tool: '' }, 'a listed item must be an object.', pointer);
  const cleaner = new Cleaner(policy, { server, tool: id === undefined ? '' : String(item[id] ?? '') });
  const cleaned = mapMembers(item, pointer, (key, value, at) => cleanListedMember(key, value, at, id, cleaner));
  for (const change of cleaner.changes) changes.push(change);
  return cleaned as T;
}

/** Data for programs, not for display. */
const UNTOUCHED = new Set(['_meta', 'icons']);

/** Members that are cleaned but stay in placeholder mode. */
const LABELS = new Set(['name', 'version', 'mimeType']);

function cleanListedMember(
  key: string,
  value: Json,
  pointer: string,
  id: string | undefined,
  cleaner: Cleaner,
): CleanMember {
  if (UNTOUCHED.has(key)) return [key, value];
  if (key === id && typeof value === 'string') return keepName(key, value, pointer, cleaner);
  if (LABELS.has(key) && typeof value === 'string') return [key, cleaner.label(value, pointer)];
  if (key !== 'arguments' || !Array.isArray(value)) return cleanTexts(key, value, pointer, cleaner);
  return [key, mapItems(value, pointer, (argument, at) => cleanArgument(argument, at, cleaner))];
}

function keepName(key: string, name: string, pointer: string, cleaner: Cleaner): CleanMember {
  cleaner.name(name, pointer);
  return [key, name];
}

function cleanArgument(argument: Json, pointer: string, cleaner: Cleaner): Json | undefined {
  if (!isJsonObject(argument)) return cleanTexts('', argument, pointer, cleaner)?.[1];
  return mapMembers(argument, pointer, (key, value, at) =>
    key === 'name' && typeof value === 'string'
      ? keepName(key, value, at, cleaner)
      : cleanTexts(key, value, at, cleaner),
  );
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
