import { findPatternProblem } from '../../base/index.ts';
import type { SchemaLimits } from './limits.ts';

export interface PatternFault {
  readonly code: 'pattern' | 'pattern-cost';
  readonly message: string;
}

/** What is wrong with a pattern. It is analysed, never run. */
export function patternFaults(pattern: string, limits: SchemaLimits): PatternFault[] {
  if (pattern.length > limits.maxPatternLength) {
    const message = `This pattern is longer than ${limits.maxPatternLength} characters. Shorten it.`;
    return [{ code: 'pattern-cost', message }];
  }
  const problem = findPatternProblem(pattern);
  if (problem === undefined) return [];
  return [{ code: problem.kind === 'invalid' ? 'pattern' : 'pattern-cost', message: problem.message }];
}
