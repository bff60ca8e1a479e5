import { measurePattern } from '../../base/index.ts';
import type { SchemaLimits } from './limits.ts';

export interface PatternFault {
  readonly code: 'pattern' | 'pattern-cost';
  readonly message: string;
}

/** Checks the patterns of one schema without running them. */
export class PatternCheck {
  private readonly limits: SchemaLimits;
  /** Equal patterns are compiled once, so they count once. */
  private readonly counted = new Set<string>();
  private total = 0;

  constructor(limits: SchemaLimits) {
    this.limits = limits;
  }

  findFault(pattern: string): PatternFault | undefined {
    const { maxPatternLength, maxPatternSize } = this.limits;
    if (pattern.length > maxPatternLength) {
      return {
        code: 'pattern-cost',
        message: `This pattern is longer than ${maxPatternLength} characters. Shorten it.`,
      };
    }
    const measured = measurePattern(pattern);
    if ('kind' in measured) {
      return { code: measured.kind === 'invalid' ? 'pattern' : 'pattern-cost', message: measured.message };
    }
    if (!this.counted.has(pattern)) this.total += measured.size;
    this.counted.add(pattern);
    if (this.total <= maxPatternSize) return undefined;
    return { code: 'pattern-cost', message: 'The patterns of this schema exceed the total size limit. Simplify them.' };
  }
}
