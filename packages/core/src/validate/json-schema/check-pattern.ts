import { quoteInert } from '../../base/index.ts';
import type { SchemaLimits } from './limits.ts';

/** What an analyser of regular expressions has against one. */
export interface PatternProblem {
  readonly kind: 'invalid' | 'costly';
  readonly message: string;
}

export interface PatternFault {
  readonly code: 'pattern' | 'pattern-cost';
  readonly message: string;
}

/** What is wrong with a pattern. It is compiled to learn whether it is one, never run. */
export function patternFaults(
  pattern: string,
  limits: SchemaLimits,
  findProblem?: (pattern: string) => PatternProblem | undefined,
): PatternFault[] {
  if (pattern.length > limits.maxPatternLength) {
    const message = `This pattern is longer than ${limits.maxPatternLength} characters. Shorten it.`;
    return [{ code: 'pattern-cost', message }];
  }
  if (!compiles(pattern)) {
    const message = `${quoteInert(pattern)} is not a regular expression of ECMA-262 with the "u" flag. Correct it.`;
    return [{ code: 'pattern', message }];
  }
  const problem = findProblem?.(pattern);
  if (problem === undefined) return [];
  return [{ code: problem.kind === 'invalid' ? 'pattern' : 'pattern-cost', message: problem.message }];
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
