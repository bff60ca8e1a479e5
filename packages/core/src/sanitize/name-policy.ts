import { compilePattern, findPatternProblem, type Json, type LinearPattern } from '../base/index.ts';
import { malformed, readOption, readOptions } from './read-option.ts';

/** How a tool is called where several servers meet. */
export interface NamePolicy {
  /** A regular expression that the whole alias must match. */
  readonly pattern: string;
  /** Whether a name that does not fit is refused, or replaced by an alias. */
  readonly onInvalid: 'reject' | 'sanitize';
  readonly maxLength: number;
  /** Stands before the server, as `mcp__` does in Claude Code. */
  readonly lead: string;
  /** Stands between server and tool. */
  readonly separator: string;
  /** Whether the server's key goes in front: `auto` when there is more than one server. */
  readonly prefix: 'auto' | 'always' | 'never';
}

/** Limits of those who take the names; a preset is the habit of one client. */
export type Profile = 'mcp' | 'llm' | 'cursor';
export type Preset = 'langchain' | 'openai-agents' | 'mastra' | 'claude-code';

/** Names as a policy writes them: a preset, a profile, and single members that override both. */
export interface NameOptions extends Partial<NamePolicy> {
  readonly preset?: Preset;
  readonly profile?: Profile;
}

const DEFAULTS: NamePolicy = {
  pattern: '^[A-Za-z0-9._-]+$',
  onInvalid: 'reject',
  maxLength: 64,
  lead: '',
  separator: '__',
  prefix: 'auto',
};

const NO_DOTS = '^[A-Za-z0-9_-]+$';

/** Cursor counts the server too, so the prefix has to be in the name for the limit to mean anything. */
const PROFILES: Readonly<Record<Profile, Partial<NamePolicy>>> = {
  mcp: { pattern: DEFAULTS.pattern, maxLength: 128 },
  llm: { pattern: NO_DOTS, maxLength: 64 },
  cursor: { pattern: NO_DOTS, maxLength: 60, prefix: 'always' },
};

const HABIT: Partial<NamePolicy> = { ...PROFILES.llm, onInvalid: 'sanitize', prefix: 'always' };

const PRESETS: Readonly<Record<Preset, Partial<NamePolicy>>> = {
  langchain: { ...HABIT, separator: '__' },
  'openai-agents': { ...HABIT, lead: 'mcp_', separator: '__' },
  mastra: { ...HABIT, separator: '_' },
  'claude-code': { ...HABIT, lead: 'mcp__', separator: '__' },
};

const MEMBERS = ['preset', 'profile', ...Object.keys(DEFAULTS)];

/** Takes every name, of any length, in linear time. */
export const ANY_NAME = '^[^]+$';

/** Matching takes time in proportion to the size of the pattern and the length of the name: this bounds the product. */
const MOST_LENGTH = 256;

/**
 * A preset, then a profile, then single members: each overrides what came before. Throws `policy.malformed`. A complete
 * policy is given back as it is, so that one made by hand can be checked.
 */
export function parseNamePolicy(names?: Json): NamePolicy {
  const options = readOptions(names, 'names', MEMBERS);
  const preset = readOption<Preset | null>(options, 'preset', null, wordsOf(PRESETS), isKeyOf(PRESETS));
  const profile = readOption<Profile | null>(options, 'profile', null, wordsOf(PROFILES), isKeyOf(PROFILES));
  const base: NamePolicy = {
    ...DEFAULTS,
    ...(preset === null ? {} : PRESETS[preset]),
    ...(profile === null ? {} : PROFILES[profile]),
  };
  return checkPattern({
    pattern: readOption(options, 'pattern', base.pattern, 'a regular expression', isText),
    onInvalid: readOption(options, 'onInvalid', base.onInvalid, 'reject or sanitize', isOneOf('reject', 'sanitize')),
    maxLength: readOption(options, 'maxLength', base.maxLength, 'a whole number from 16', isLength),
    lead: readOption(options, 'lead', base.lead, 'a text', isString),
    separator: readOption(options, 'separator', base.separator, 'a text that is not empty', isText),
    prefix: readOption(options, 'prefix', base.prefix, 'auto, always or never', isOneOf('auto', 'always', 'never')),
  });
}

/** A complete policy, or one made by hand, checked. Throws `policy.malformed`. */
export function checkNamePolicy(names: NamePolicy): NamePolicy {
  const { given, checked } = lastChecked ?? {};
  if (given !== undefined && checked !== undefined && isSame(names, given)) return checked;
  const answer = { given: { ...names }, checked: parseNamePolicy({ ...names }) };
  lastChecked = answer;
  return answer.checked;
}

// One policy holds for tool after tool. What was asked for last is compared by value: a policy may be changed in between.
let lastChecked: { readonly given: NamePolicy; readonly checked: NamePolicy } | undefined;

function isSame(a: NamePolicy, b: NamePolicy): boolean {
  if (typeof a !== 'object' || a === null || Object.keys(a).length !== Object.keys(b).length) return false;
  return (
    a.pattern === b.pattern &&
    a.onInvalid === b.onInvalid &&
    a.maxLength === b.maxLength &&
    a.lead === b.lead &&
    a.separator === b.separator &&
    a.prefix === b.prefix &&
    !('preset' in a) &&
    !('profile' in a)
  );
}

function checkPattern(policy: NamePolicy): NamePolicy {
  const { pattern, maxLength } = policy;
  // The author's own text first: `a)|(b` would be a pattern only with what is put around it.
  const problem = findPatternProblem(pattern) ?? findPatternProblem(whole(pattern));
  if (problem !== undefined)
    throw malformed('pattern', `a regular expression that is safe to run on any name. ${problem.message}`);
  if (maxLength > MOST_LENGTH && pattern !== ANY_NAME)
    throw malformed('maxLength', `at most ${MOST_LENGTH}, unless the pattern is ${ANY_NAME}`);
  return policy;
}

/** The pattern as a question about a whole name, whether or not its author wrote anchors. */
export function fullPattern({ pattern }: NamePolicy): NameTest {
  if (lastPattern?.pattern !== pattern) lastPattern = { pattern, full: compileWhole(pattern) };
  return lastPattern.full;
}

type NameTest = Pick<LinearPattern, 'test'>;

/** Our own patterns are one loop over one set: the JavaScript engine matches them in linear time too, and faster. */
function compileWhole(pattern: string): NameTest {
  const isOurs = pattern === DEFAULTS.pattern || pattern === NO_DOTS || pattern === ANY_NAME;
  return isOurs ? new RegExp(whole(pattern), 'u') : compilePattern(whole(pattern));
}

function whole(pattern: string): string {
  return `^(?:${pattern})$`;
}

// The same holds for its pattern, which is asked about name after name.
let lastPattern: { readonly pattern: string; readonly full: NameTest } | undefined;

function wordsOf(table: object): string {
  return `one of ${Object.keys(table).join(', ')}`;
}

function isKeyOf<T extends string>(table: Readonly<Record<T, unknown>>): (value: Json) => value is T {
  return (value): value is T => typeof value === 'string' && Object.hasOwn(table, value);
}

function isOneOf<T extends string>(...words: readonly T[]): (value: Json) => value is T {
  return (value): value is T => words.some(word => word === value);
}

function isString(value: Json): value is string {
  return typeof value === 'string';
}

function isText(value: Json): value is string {
  return typeof value === 'string' && value !== '';
}

function isLength(value: Json): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 16;
}
