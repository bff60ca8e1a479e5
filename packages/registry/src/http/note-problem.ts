import type { Service } from '../service.ts';
import { logError } from './log-error.ts';
import { type Problem, toProblem } from './problem.ts';

export interface RefusedRequest {
  readonly path: string;
  readonly requestId: string;
}

/** What is told of an error, after it was counted; a fault of ours is logged. */
export function noteProblem(
  { log, metrics }: Pick<Service, 'log' | 'metrics'>,
  { path, requestId }: RefusedRequest,
  error: unknown,
): Problem {
  const problem = toProblem(error);
  metrics.add('toolmark_refusals_total', { code: problem.code });
  if (problem.status >= 500) log.error({ requestId, error: logError(error), path: path.slice(0, 300) }, 'failed');
  return { ...problem, requestId };
}
