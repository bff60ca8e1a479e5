import type { Service } from '../service.ts';
import { logError } from './log-error.ts';
import { type Problem, toProblem } from './problem.ts';

/** What is told of an error, after it was counted; a fault of ours is logged. */
export function noteProblem({ log, metrics }: Pick<Service, 'log' | 'metrics'>, path: string, error: unknown): Problem {
  const problem = toProblem(error);
  metrics.add('toolmark_refusals_total', { code: problem.code });
  if (problem.status >= 500) log.error({ error: logError(error), path: path.slice(0, 300) }, 'failed');
  return problem;
}
