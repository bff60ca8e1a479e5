import { Environment } from '@marcbachmann/cel-js';
import { inert, quoteInert, ToolmarkError } from '../base/index.ts';
import type { AskedNames } from './asked-names.ts';
import type { CelArguments } from './cel-value.ts';
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
  /** The members that it asks for. */
  readonly names: AskedNames;
  /** Throws whenever there is no plain yes or no. */
  readonly holds: (scope: Scope) => boolean;
}

export type CompileCondition = (source: string) => Condition | { readonly problem: string };

/** Compiles conditions in one environment of three variables. What cannot be used comes back as a problem. */
export function conditionCompiler(): CompileCondition {
  const environment = makeEnvironment();
  return source => {
    try {
      const parsed = environment.parse(source);
      const survey = surveyCondition(parsed.ast);
      if (survey.problems.length > 0) return { problem: survey.problems.join(' ') };
      const checked = parsed.check();
      if (!checked.valid) return { problem: messageOf(checked.error) };
      if (checked.type !== 'bool' && checked.type !== 'dyn') return { problem: 'It must say yes or no (a bool).' };
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

/** Steps of the evaluator and letters looked at: an estimate from above, made before anything is evaluated. */
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
  throw noAnswer('It says neither yes nor no.');
}

function noAnswer(message: string): ToolmarkError {
  return new ToolmarkError('guard.condition-error', message);
}

/** What failed, in words of the policy only: the library's own message may quote arguments, which logs must not hold. */
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
