import { compilePattern, findPatternProblem, type LinearPattern } from '@toolmark/core/validate';
import { must, type Target } from '../target.ts';

export const patterns: Target = {
  name: 'patterns',
  promise: 'An accepted pattern compiles, agrees with ECMA-262 and runs in linear time.',
  seeds: [
    '^[A-Za-z0-9._-]+$',
    '(\\d{1,3}\\.?){4}',
    '(?:a|b)*c',
    '(?<=x)y+(?!z)',
    '^(\\w+)\\s+\\1$',
    '[\\p{L}--x]',
    'a{2,5}b?',
    '[a-z]*[a-z]*[a-z]*y$',
    '\\s+$',
    '(?:[ab]{3,40}b){2,9}$',
  ],
  words: '( ) * + ? {1,9} | [^a] \\s \\w . (?: (?= (?<! \\b $ \\p{L} (a|a)* {0,50} {1000}'.split(' '),
  run(input) {
    const pattern = new TextDecoder().decode(input).slice(0, 200);
    if (findPatternProblem(pattern) !== undefined) return;
    const compiled = compilePattern(pattern);
    const piece = pattern.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 8) || 'a';
    for (const unit of [piece, piece[0] ?? 'a', 'a', 'ab', ' ', '0', 'aA0_']) {
      mustAgree(compiled, pattern, unit.slice(0, 2));
      mustBeLinear(compiled, unit);
    }
  },
};

/** Tests two characters only: the backtracking engine may need exponential time for more. */
function mustAgree(compiled: LinearPattern, pattern: string, text: string): void {
  // V8 also matches inside a surrogate pair, unlike ECMA-262.
  if (/[\ud800-\udfff]/.test(text)) return;
  const expected = new RegExp(pattern, 'u').test(text);
  must(compiled.test(text) === expected, `Differs from ECMA-262 on ${JSON.stringify(text)}.`);
}

/** Counts visited instructions instead of measuring time. */
function mustBeLinear(pattern: LinearPattern, unit: string): void {
  for (const length of [40, 400, 4_000]) {
    const text = `${unit.repeat(Math.ceil(length / unit.length))}\u0001`;
    const most = 2_000 + 5 * pattern.size * (text.length + 1);
    let work = 0;
    const spend = (units: number): void => {
      work += units;
      must(work <= most, `More than linear work for ${text.length} characters.`);
      if (work > ENOUGH) throw new Enough();
    };
    try {
      pattern.test(text, spend);
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
  }
}

/** Stops early on large patterns, whose work is within the bound so far. */
const ENOUGH = 300_000;
class Enough extends Error {}
