import { Environment } from '@marcbachmann/cel-js';
import { inert, ToolmarkError } from '../base/index.ts';
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
      return { usesArguments: survey.usesArguments, holds: scope => evaluate(parsed, survey, scope) };
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

/** Steps of the evaluator and letters looked at; a million of them take some ten milliseconds. */
const MAX_WORK = 100_000_000;

function evaluate(run: (context: Record<string, unknown>) => unknown, survey: ConditionSurvey, scope: Scope): boolean {
  if (workOf(survey, scope.args) > MAX_WORK) {
    throw new ToolmarkError('guard.condition-error', 'There are too many arguments for the loops of the condition.');
  }
  const answer = run({ args: scope.args.value, server: scope.server, tool: scope.tool });
  if (typeof answer === 'boolean') return answer;
  throw new ToolmarkError('guard.condition-error', 'The condition says neither yes nor no.');
}

/** Each loop may run over all there is, and each turn may look at all there is. */
function workOf({ loops, splits }: ConditionSurvey, { values, letters }: CelArguments): number {
  const turns = splits ? values + letters : values;
  return turns ** loops * (values + letters);
}

/** The first line; the others draw the place, which the caller cannot. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.split('\n', 1);
  return inert(first.slice(0, 300));
}
