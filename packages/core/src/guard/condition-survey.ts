import { quoteInert } from '../base/index.ts';
import { type ConditionNames, conditionNames, isNode, LOOPS } from './condition-names.ts';

/** What a parsed condition uses, as far as safety and cost depend on it. */
export interface ConditionSurvey {
  readonly usesArguments: boolean;
  readonly names: ConditionNames;
  /** How deep loops are nested. */
  readonly loops: number;
  /** Whether it makes lists out of texts, so that loops may run over letters. */
  readonly splits: boolean;
  /** Of the longest glob. */
  readonly globLength: number;
  readonly problems: readonly string[];
}

type Use = 'plain' | 'loop' | 'literal';

/**
 * The functions a condition may use. Where the second text decides the cost (`literal`) it must be written out in the
 * condition: searching a text of the caller for a text of the caller can take its length squared.
 */
const FUNCTIONS = new Map<string, Use>([
  ...['has', 'size', 'type', 'dyn', 'int', 'double', 'string', 'bool'].map(name => [name, 'plain'] as const),
  ...['startsWith', 'endsWith', 'trim', 'lowerAscii', 'upperAscii'].map(name => [name, 'plain'] as const),
  ...['contains', 'split', 'glob'].map(name => [name, 'literal'] as const),
  ...LOOPS.map(name => [name, 'loop'] as const),
]);

const MAX_LITERAL = 256;

export function surveyCondition(ast: unknown): ConditionSurvey {
  const names = conditionNames(ast);
  const found: Found = { usesArguments: false, names, loops: 0, splits: false, globLength: 0, problems: [] };
  walk(ast, 0, found);
  return found;
}

interface Found {
  usesArguments: boolean;
  readonly names: ConditionNames;
  loops: number;
  splits: boolean;
  globLength: number;
  readonly problems: string[];
}

function walk(node: unknown, loops: number, found: Found): void {
  if (Array.isArray(node)) for (const part of node) walk(part, loops, found);
  if (!isNode(node)) return;
  if (node.op === 'id' && node.args === 'args') found.usesArguments = true;
  if (node.op === 'call' || node.op === 'rcall') walkCall(node.args, loops, found);
  else walk(node.args, loops, found);
}

/** `[name, arguments]`, or `[name, receiver, arguments]`. */
function walkCall(args: unknown, loops: number, found: Found): void {
  const [name, ...parts] = Array.isArray(args) ? args : [];
  const use = typeof name === 'string' ? FUNCTIONS.get(name) : undefined;
  const given = parts.at(-1);
  if (use === undefined) found.problems.push(unavailable(String(name)));
  const literal = literalIn(given);
  if (use === 'literal' && (literal.length === 0 || literal.length > MAX_LITERAL)) {
    found.problems.push(`${name}() needs a quoted string of 1 to ${MAX_LITERAL} characters.`);
  }
  if (name === 'split') found.splits = true;
  if (name === 'glob') found.globLength = Math.max(found.globLength, literal.length);
  const inside = use === 'loop' ? loops + 1 : loops;
  found.loops = Math.max(found.loops, inside);
  for (const part of parts) walk(part, part === given ? inside : loops, found);
}

function unavailable(name: string): string {
  const instead = name === 'matches' ? ' Use glob(), which cannot be made slow.' : '';
  return `The function ${quoteInert(name)} is not available in conditions.${instead}`;
}

/** The text written out as the first argument, or none. */
function literalIn(given: unknown): string {
  const [first] = Array.isArray(given) ? given : [];
  return isNode(first) && first.op === 'value' && typeof first.args === 'string' ? first.args : '';
}
