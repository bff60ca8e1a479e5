import { isJsonObject, type Json, member, quoteInert } from '../base/index.ts';
import type { McpTool } from '../describe/index.ts';
import { aliasOf } from './alias.ts';
import type { CleanChange } from './change.ts';
import { cleanSchema, isTidySchema } from './clean-schema.ts';
import { cleanProse } from './clean-text.ts';
import { cleanTexts } from './clean-texts.ts';
import { Cleaner, type CleanMember, mapMembers } from './cleaner.ts';
import { MetadataError, type Origin } from './metadata-error.ts';
import { checkPolicy, type MetadataPolicy, parseTextPolicy } from './metadata-policy.ts';
import { checkNamePolicy } from './name-policy.ts';

export interface CleanTool {
  /** Safe to hand to models, prompts, logs and pages. */
  readonly tool: McpTool;
  /** What the server sent, whole, for audit. */
  readonly raw: McpTool;
  readonly changes: readonly CleanChange[];
  /** Choices that were cleaned, by the place of their schema: `restoreValues` needs them before a call. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, Json>>;
}

/**
 * A tool with a valid name and clean texts, as the policy wants it (docs/spec/cleaning.md). `alias` is the name that
 * `nameTools` gave it among all servers; without one it is named as if it were alone. Throws a `MetadataError` for a
 * tool that cannot be made safe and stay callable.
 */
export function cleanTool(raw: McpTool, policy: MetadataPolicy, server?: string, alias?: string): CleanTool {
  refuseWrongTypes(raw, server);
  const origin = { server, tool: raw.name };
  const checked = checkPolicy(policy);
  const name = alias ?? aliasAlone(origin, policy);
  if (name === raw.name && isTidyTool(raw, checked)) return { tool: raw, raw, changes: [], values: new Map() };
  const cleaner = new Cleaner(checked, origin);
  const members = mapMembers(raw, '', (key, value, pointer) => cleanMember(key, value, pointer, cleaner));
  const description = describe(member(members, 'description'), name, server, cleaner);
  const isSame = members === raw && name === raw.name && description === raw.description;
  return {
    tool: isSame ? raw : { ...members, name, description },
    raw,
    changes: raw.name === name ? cleaner.changes : [renamed(raw.name), ...cleaner.changes],
    values: cleaner.values,
  };
}

/** A described tool in which there is nothing to clean, as most are: found without taking down any place. */
function isTidyTool(
  { title, description, annotations, inputSchema, outputSchema }: McpTool,
  policy: MetadataPolicy,
): boolean {
  if (policy.descriptionMode !== 'server' || description === undefined || description === '') return false;
  return (
    isTidySchema(description, policy) &&
    isTidySchema(inputSchema, policy) &&
    isTidySchema(outputSchema, policy) &&
    isTidySchema(title, policy) &&
    isTidySchema(annotations, policy)
  );
}

function aliasAlone(origin: Origin, policy: MetadataPolicy): string {
  const names = checkNamePolicy(policy.names);
  if (names.prefix === 'always' && origin.server === undefined)
    throw new MetadataError('sanitize.invalid-name', origin, 'a prefix is wanted, and no server is named.', '/name');
  return aliasOf(origin, names, names.prefix === 'always');
}

function describe(description: Json | undefined, name: string, server: string | undefined, cleaner: Cleaner): string {
  if (typeof description === 'string' && description !== '') return description;
  const isNoted = cleaner.changes.some(({ pointer, kind }) => pointer === '/description' && kind === 'placeholder');
  if (!isNoted) cleaner.note('/description', 'placeholder');
  return neutralSentence(name, server);
}

/** What stands for a description that is missing, empty or not wanted. */
function neutralSentence(name: string, server: string | undefined): string {
  const source = server === undefined ? '' : ` from server '${plainWord(server)}'`;
  return `MCP tool '${plainWord(name)}'${source}.`;
}

/** Names are short and plain under any policy but the permissive one; this sentence is plain under that one too. */
function plainWord(name: string): string {
  // A quote inside would end the name early and let it go on as part of the sentence.
  return cleanProse(name, WORD, '').text.replace(/['\\]/g, character => `\\${character}`);
}

const WORD = parseTextPolicy({ maxDescriptionLength: 128, lineBreaks: 'flatten' });

function cleanMember(key: string, value: Json, pointer: string, cleaner: Cleaner): CleanMember {
  switch (key) {
    case 'title':
    case 'description':
    case 'annotations':
      return cleanTexts(key, value, pointer, cleaner);
    case 'inputSchema':
    case 'outputSchema':
      return [key, cleanWholeSchema(value, pointer, cleaner)];
    default:
      // `name` has a rule of its own; `_meta`, icons and what nobody knows yet are not shown to models and pass unchanged.
      return [key, value];
  }
}

function cleanWholeSchema(schema: Json, pointer: string, cleaner: Cleaner): Json {
  const isServerText = cleaner.policy.descriptionMode === 'server';
  return isServerText && isTidySchema(schema, cleaner.policy) ? schema : cleanSchema(schema, pointer, cleaner);
}

function renamed(raw: string): CleanChange {
  return { pointer: '/name', kind: 'renamed', count: 1, removed: quoteInert(raw).slice(1, -1) };
}

const TYPES: readonly { readonly key: string; readonly isFit: (value: Json) => boolean }[] = [
  { key: 'title', isFit: isString },
  { key: 'description', isFit: isString },
  { key: 'inputSchema', isFit: isJsonObject },
  { key: 'outputSchema', isFit: isJsonObject },
  { key: 'annotations', isFit: isJsonObject },
];

/** A tool that came through `parseMcpTool` passes; one made elsewhere may be anything. */
function refuseWrongTypes(raw: unknown, server: string | undefined): void {
  if (!isJsonObject(raw)) throw malformed({ server, tool: '' }, 'a tool must be an object.', '');
  const name = member(raw, 'name');
  if (typeof name !== 'string' || name === '')
    throw malformed({ server, tool: '' }, 'a tool must have a name that is a text.', '/name');
  for (const { key, isFit } of TYPES) {
    const value = raw[key];
    // Whose a member is has to be asked only where it is not fit.
    if (value === undefined || isFit(value) || !Object.hasOwn(raw, key)) continue;
    throw malformed({ server, tool: name }, `${key} has the wrong type.`, `/${key}`);
  }
}

function malformed(origin: Origin, problem: string, pointer: string): MetadataError {
  return new MetadataError('sanitize.malformed', origin, problem, pointer);
}

function isString(value: Json): boolean {
  return typeof value === 'string';
}
