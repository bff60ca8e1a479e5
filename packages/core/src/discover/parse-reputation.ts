import { child, type Finding, isJsonObject, type Json, type JsonObject, member, quoteInert } from '../base/index.ts';
import { readInput, refuseMalformed } from '../describe/index.ts';
import type { ReputationInput } from './score-reputation.ts';

/** An input and what happened after it, to be applied in order before the score is made. */
export interface ReputationCase extends ReputationInput {
  readonly events: readonly string[];
}

/** What one object of a file says; throws `reputation.malformed` with every reason and its place. */
export function parseReputationInput(input: Uint8Array | unknown): ReputationCase {
  const value = readInput(input, 'reputation.malformed');
  refuseMalformed(findCaseErrors(value, ''), 'reputation.malformed', WHAT);
  return toCase(value);
}

/** One object, a list of them, or `{"cases": […]}`. */
export function parseReputationInputs(input: Uint8Array | unknown): ReputationCase[] {
  const value = readInput(input, 'reputation.malformed');
  const { list, pointer } = listIn(value);
  const findings: Finding[] = [];
  for (const [index, item] of list.entries()) {
    for (const finding of findCaseErrors(item, pointer(index))) findings.push(finding);
    if (findings.length > MOST_FINDINGS) break;
  }
  refuseMalformed(findings, 'reputation.malformed', WHAT);
  return list.map(toCase);
}

const WHAT = 'Invalid reputation evidence';
const MOST_FINDINGS = 1000;

function listIn(value: Json): { list: readonly Json[]; pointer: (index: number) => string } {
  const cases = isJsonObject(value) ? member(value, 'cases') : undefined;
  if (Array.isArray(cases)) return { list: cases, pointer: index => `/cases/${index}` };
  if (Array.isArray(value)) return { list: value, pointer: index => `/${index}` };
  return { list: [value], pointer: () => '' };
}

/** What is wrong with a value at a place, if anything. */
type Check = (value: Json, at: string) => Finding[];

const LARGEST = Number.MAX_SAFE_INTEGER;

const count = numberCheck('a whole number from 0 to 2^53 - 1', n => Number.isInteger(n) && n >= 0 && n <= LARGEST);
// The vectors hold counts below zero that cancel each other, and parts beyond 0 and 1 that the last clamp cuts.
const voices = numberCheck('a whole number within 2^53', n => Number.isInteger(n) && Math.abs(n) <= LARGEST);
const share = numberCheck('a number from 0 to 1', n => n >= 0 && n <= 1);
const part = numberCheck('a number within 2^53', n => Math.abs(n) <= LARGEST);

const findAuthorErrors = objectCheck({
  published_tools: count,
  average_tool_rating: share,
  security_incidents: count,
  community_standing: share,
});
const findFeedbackErrors = objectCheck({ positive: voices, negative: voices });
const findCaseErrors = objectCheck({
  author: orNull(findAuthorErrors),
  feedback: orNull(findFeedbackErrors),
  usage_statistics: orNull(part),
  security_analysis: orNull(part),
  events: findEventErrors,
  // For people, and for those who compare.
  why: () => [],
  expected: () => [],
});

function toCase(value: Json): ReputationCase {
  const given = value as unknown as Partial<ReputationCase>;
  return {
    author: given.author ?? null,
    feedback: given.feedback ?? null,
    usage_statistics: given.usage_statistics ?? null,
    security_analysis: given.security_analysis ?? null,
    events: given.events ?? [],
  };
}

function findEventErrors(value: Json, at: string): Finding[] {
  if (!Array.isArray(value)) return [wrong('type', at, 'Expected a list of events here.')];
  return value.flatMap((event, index) =>
    typeof event === 'string' ? [] : [wrong('type', child(at, index), 'Expected the name of an event here.')],
  );
}

function numberCheck(wanted: string, isFit: (number: number) => boolean): Check {
  return (value, at) => {
    if (typeof value === 'number') return isFit(value) ? [] : [wrong('length', at, `Expected ${wanted} here.`)];
    return [wrong(typeof value === 'bigint' ? 'length' : 'type', at, `Expected ${wanted} here.`)];
  };
}

function objectCheck(checks: Readonly<Record<string, Check>>): Check {
  return (value, at) => {
    if (!isJsonObject(value)) return [wrong('type', at, 'Expected an object here.')];
    return Object.keys(value).flatMap(key => checkMember(value, key, at, checks));
  };
}

function checkMember(object: JsonObject, key: string, at: string, checks: Readonly<Record<string, Check>>): Finding[] {
  const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
  const value = member(object, key);
  if (check !== undefined && value !== undefined) return check(value, child(at, key));
  // A misspelt member would silently count as absent.
  return [wrong('unknown-member', child(at, key), `The member ${quoteInert(key)} is not known here.`)];
}

function orNull(check: Check): Check {
  return (value, at) => (value === null ? [] : check(value, at));
}

function wrong(what: 'type' | 'length' | 'unknown-member', pointer: string, message: string): Finding {
  return { code: `schema.${what}`, severity: 'error', pointer, message };
}
