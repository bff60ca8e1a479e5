import { Environment } from '@marcbachmann/cel-js';
import { inert, type Json, quoteInert, ToolmarkError } from '../base/index.ts';
import type { ConditionNames } from './condition-names.ts';
import { type ConditionSurvey, surveyCondition } from './condition-survey.ts';
import { matchesGlob } from './glob.ts';

/** What a condition can see. */
export interface Scope {
  readonly server: string;
  readonly tool: ToolScope;
  readonly args: CelArguments;
}

/** Every member always has a value, so that no condition fails on a tool that is silent. */
export interface ToolScope {
  readonly name: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
  readonly operations: readonly string[];
  readonly domains: readonly string[];
  readonly risk: string;
}

export interface Condition {
  /** Without them its answer is the same for every call of a tool. */
  readonly usesArguments: boolean;
  /** The members it uses. */
  readonly names: ConditionNames;
  /** Throws whenever there is no plain yes or no. */
  readonly holds: (scope: Scope) => boolean;
}

export type CompileCondition = (source: string) => Condition | { readonly problem: string };

/** Compiles conditions in one environment of three variables. A condition that cannot be used returns a problem. */
export function conditionCompiler(): CompileCondition {
  const environment = makeEnvironment();
  return source => {
    try {
      const parsed = environment.parse(source);
      const survey = surveyCondition(parsed.ast);
      if (survey.problems.length > 0) return { problem: survey.problems.join(' ') };
      const checked = parsed.check();
      if (!checked.valid) return { problem: messageOf(checked.error) };
      if (checked.type !== 'bool' && checked.type !== 'dyn') return { problem: 'It must be a bool.' };
      const { usesArguments, names } = survey;
      return { usesArguments, names, holds: scope => evaluate(parsed, survey, scope, source) };
    } catch (error) {
      return { problem: messageOf(error) };
    }
  };
}

function makeEnvironment(): Environment {
  return new Environment({ limits: { maxAstNodes: 2_000, maxDepth: 50 } })
    .registerVariable('args', 'map<string, dyn>')
    .registerVariable('server', 'string')
    .registerVariable({
      name: 'tool',
      schema: {
        name: 'string',
        readOnly: 'bool',
        destructive: 'bool',
        idempotent: 'bool',
        openWorld: 'bool',
        operations: 'list<string>',
        domains: 'list<string>',
        risk: 'string',
      },
    })
    .registerFunction('string.glob(string): bool', (text: string, glob: string) => matchesGlob(glob, text), {
      async: false,
    });
}

/** An upper bound of evaluator steps and letters read, computed before the evaluation. */
const MAX_WORK = 50_000_000;

function evaluate(
  run: (context: Record<string, unknown>) => unknown,
  survey: ConditionSurvey,
  { args, server, tool }: Scope,
  source: string,
): boolean {
  if (workOf(survey, args) > MAX_WORK) throw noAnswer('There are too many arguments for the loops of the condition.');
  let answer: unknown;
  try {
    answer = run({ args: args.value, server, tool });
  } catch (error) {
    throw noAnswer(failureWords(error, source));
  }
  if (typeof answer === 'boolean') return answer;
  throw noAnswer('Its result is not a bool.');
}

function noAnswer(message: string): ToolmarkError {
  return new ToolmarkError('guard.condition-error', message);
}

/** The failure without the message of the library, which may quote arguments that logs must not hold. */
function failureWords(error: unknown, source: string): string {
  const { code, range } = error as { code?: unknown; range?: { start: number; end: number } };
  const what = typeof code === 'string' ? inert(code.replaceAll('_', ' ')) : 'it failed';
  return range === undefined ? `${what}.` : `${what} in ${quoteInert(source.slice(range.start, range.end))}.`;
}

/** Each loop may run over all there is, and each turn may look at all there is, a glob once for each of its letters. */
function workOf({ loops, splits, globLength }: ConditionSurvey, { values, letters }: CelArguments): number {
  const turns = splits ? values + letters : values;
  return turns ** loops * (values + letters) * Math.max(1, globLength);
}

/** The first line; the others draw the place, which the caller cannot. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.split('\n', 1);
  return inert(first.slice(0, 300));
}

/** The size of the arguments: values that can be iterated over, and everything that can be read. */
export interface Weight {
  readonly values: number;
  readonly letters: number;
}

/** Arguments as conditions see them. */
export interface CelArguments extends Weight {
  readonly value: unknown;
}

const MAX_DEPTH = 128;
const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

/**
 * JSON as CEL values: whole numbers are `int`, other numbers `double`, objects maps. The library distinguishes types by
 * `constructor`, which a hostile object can own; a Map cannot be made to look like anything else.
 */
export function toCelArguments(json: Json): CelArguments {
  const weight = { values: 0, letters: 0 };
  return { value: convert(json, 0, weight), ...weight };
}

function convert(json: Json, depth: number, weight: { values: number; letters: number }): unknown {
  if (depth > MAX_DEPTH) throw new ToolmarkError('guard.condition-error', 'The arguments are nested too deep.');
  weight.values++;
  if (typeof json === 'string') {
    weight.letters += json.length;
    return json;
  }
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json === 'bigint') return toInt(json);
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(item => convert(item, depth + 1, weight));
  return new Map(
    Object.entries(json).map(([key, value]) => {
      weight.letters += key.length;
      return [key, convert(value, depth + 1, weight)];
    }),
  );
}

function toInt(value: bigint): bigint {
  if (value <= MAX_INT && value >= MIN_INT) return value;
  throw new ToolmarkError('guard.condition-error', 'A whole number in the arguments has more than 64 bits.');
}
