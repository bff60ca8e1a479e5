import { isJsonObject, type Json, member, quoteInert } from '../base/index.ts';
import type { McpTool } from '../describe/index.ts';
import { aliasOf } from './alias.ts';
import type { CleanChange } from './change.ts';
import { cleanSchema } from './clean-schema.ts';
import { cleanProse } from './clean-text.ts';
import { cleanTexts } from './clean-texts.ts';
import { Cleaner, type CleanMember, mapMembers } from './cleaner.ts';
import { MetadataError, type Origin } from './metadata-error.ts';
import { checkPolicy, type MetadataPolicy, parseTextPolicy } from './metadata-policy.ts';
import { parseNamePolicy } from './name-policy.ts';

export interface CleanTool {
  /** Safe for models, prompts, logs and web pages. */
  readonly tool: McpTool;
  /** The tool as the server sent it, for audit. */
  readonly raw: McpTool;
  readonly changes: readonly CleanChange[];
  /** Cleaned choices by schema pointer, for `restoreValues`. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, Json>>;
}

/**
 * Cleans a tool (docs/spec/cleaning.md). `alias` is its name from `nameTools`; without one it is named as the only tool.
 * Throws a `MetadataError` if cleaning would make the tool uncallable.
 */
export function cleanTool(raw: McpTool, policy: MetadataPolicy, server?: string, alias?: string): CleanTool {
  refuseWrongTypes(raw, server);
  const origin = { server, tool: raw.name };
  const cleaner = new Cleaner(checkPolicy(policy), origin);
  const name = alias ?? aliasAlone(origin, policy);
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

function aliasAlone(origin: Origin, policy: MetadataPolicy): string {
  const names = parseNamePolicy({ ...policy.names });
  if (names.prefix === 'always' && origin.server === undefined)
    throw new MetadataError(
      'sanitize.invalid-name',
      origin,
      'the policy requires a prefix, but there is no server key.',
      '/name',
    );
  return aliasOf(origin, names, names.prefix === 'always');
}

function describe(description: Json | undefined, name: string, server: string | undefined, cleaner: Cleaner): string {
  if (typeof description === 'string' && description !== '') return description;
  const isNoted = cleaner.changes.some(({ pointer, kind }) => pointer === '/description' && kind === 'placeholder');
  if (!isNoted) cleaner.note('/description', 'placeholder');
  return neutralSentence(name, server);
}

/** Replaces a missing, empty or suppressed description. */
function neutralSentence(name: string, server: string | undefined): string {
  const source = server === undefined ? '' : ` from server '${plainWord(server)}'`;
  return `MCP tool '${plainWord(name)}'${source}.`;
}

/** A name cleaned for use in a sentence, also under the permissive policy. */
function plainWord(name: string): string {
  // Escape quotes, so that a name cannot continue as part of the sentence.
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
      return [key, cleanSchema(value, pointer, cleaner)];
    default:
      // `_meta`, icons and unknown members are not sent to models and pass unchanged.
      return [key, value];
  }
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

/** Rejects values that did not come from `parseMcpTool`. */
function refuseWrongTypes(raw: unknown, server: string | undefined): void {
  if (!isJsonObject(raw)) throw malformed({ server, tool: '' }, 'a tool must be an object.', '');
  const name = member(raw, 'name');
  if (typeof name !== 'string' || name === '')
    throw malformed({ server, tool: '' }, 'a tool must have a name.', '/name');
  for (const { key, isFit } of TYPES) {
    const value = raw[key];
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
