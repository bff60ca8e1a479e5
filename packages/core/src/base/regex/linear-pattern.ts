import { ToolmarkError } from '../error.ts';
import { buildProgram, type Programs } from './build-program.ts';
import { measurePattern } from './find-pattern-problem.ts';
import { scanText } from './scan-text.ts';

/** A regular expression that is matched in time linear in the text. */
export interface LinearPattern {
  /** Instructions of the compiled pattern. Each character of a text costs a few visits of each at most. */
  readonly size: number;
  /** Whether the pattern matches somewhere in the text. Work is paid for with `spend`, which may throw to stop it. */
  test(text: string, spend?: (units: number) => void): boolean;
}

/** Compiles a pattern with flag u. Throws `pattern.unusable` for what `findPatternProblem` reports. */
export function compilePattern(pattern: string): LinearPattern {
  const measured = measurePattern(pattern);
  if ('kind' in measured) throw new ToolmarkError('pattern.unusable', measured.message);
  const programs = buildProgram(measured.ast);
  return { size: measured.size, test: (text, spend = free) => matches(programs, text, spend) };
}

function free(): void {}

function matches({ main, looks, classes }: Programs, text: string, spend: (units: number) => void): boolean {
  const answers: Uint8Array[] = [];
  const classified = { classes: classes.classify(text, spend), looks: answers };
  for (const look of looks) {
    const holds = new Uint8Array(classified.classes.length + 1);
    scanText(look, classified, spend, place => {
      holds[place] = 1;
      return false;
    });
    answers.push(holds);
  }
  let matched = false;
  scanText(main, classified, spend, () => {
    matched = true;
    return true;
  });
  return matched;
}
