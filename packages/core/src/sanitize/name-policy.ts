import { compilePattern, findPatternProblem, type Json, type LinearPattern } from '../base/index.ts';
import { malformed, readOption, readOptions } from './read-option.ts';

/** How tools of several servers are named. */
export interface NamePolicy {
  /** A regular expression that the whole alias must match. */
  readonly pattern: string;
  /** Whether an invalid name is rejected or replaced by an alias. */
  readonly onInvalid: 'reject' | 'sanitize';
  readonly maxLength: number;
  /** Prefix of the server key, such as `mcp__` in Claude Code. */
  readonly lead: string;
  /** Between server key and tool name. */
  readonly separator: string;
  /** Whether to prefix the server key; `auto` for more than one server. */
  readonly prefix: 'auto' | 'always' | 'never';
}

/** A profile has the limits of a consumer, a preset the naming scheme of a client. */
export type Profile = 'mcp' | 'llm' | 'cursor';
export type Preset = 'langchain' | 'openai-agents' | 'mastra' | 'claude-code';

/** A preset, a profile, and members that override both. */
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

/** The limit of Cursor includes the server, so names always have the prefix. */
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

/** Matches every name in linear time. */
export const ANY_NAME = '^[^]+$';

/** Matching time is pattern size times name length. */
const MOST_LENGTH = 256;

/** Applies a preset, a profile and single members, in this order. Throws `policy.malformed`. */
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

function checkPattern(policy: NamePolicy): NamePolicy {
  const { pattern, maxLength } = policy;
  // Check the pattern alone first: `a)|(b` is valid only inside the group.
  const problem = findPatternProblem(pattern) ?? findPatternProblem(whole(pattern));
  if (problem !== undefined) throw malformed('pattern', `a safe regular expression. ${problem.message}`);
  if (maxLength > MOST_LENGTH && pattern !== ANY_NAME)
    throw malformed('maxLength', `at most ${MOST_LENGTH}, unless the pattern is ${ANY_NAME}`);
  return policy;
}

/** Matches whole names, whether or not the pattern has anchors. */
export function fullPattern({ pattern }: NamePolicy): LinearPattern {
  if (lastPattern?.pattern !== pattern) lastPattern = { pattern, full: compilePattern(whole(pattern)) };
  return lastPattern.full;
}

// Compiled once for all names under a policy.
let lastPattern: { readonly pattern: string; readonly full: LinearPattern } | undefined;

function whole(pattern: string): string {
  return `^(?:${pattern})$`;
}

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
