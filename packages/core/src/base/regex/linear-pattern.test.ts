import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measurePattern } from './find-pattern-problem.ts';
import { compilePattern } from './linear-pattern.ts';

const raw = String.raw;

// Each froze a backtracking engine: exponential, or a power of the length.
const FREEZING: readonly [pattern: string, text: (length: number) => string][] = [
  ['[a-z]*[a-z]*[a-z]*y$', length => 'a'.repeat(length)],
  [raw`\s+$`, length => `${' '.repeat(length)}x`],
  ['^(a+)+$', length => `${'a'.repeat(length)}!`],
  ['(x|x)*$', length => `${'x'.repeat(length)}!`],
  ['(a|ab|b)*$', length => `${'ab'.repeat(length / 2)}!`],
  ['(a?b?)*c', length => 'ab'.repeat(length / 2)],
  ['(?:(?:a?)+b)*$', length => `${'ab'.repeat(length / 2)}!`],
  ['(.*a){20}b', length => 'a'.repeat(length)],
  ['^.*a.*b.*c$', length => 'ab'.repeat(length / 2)],
  ['(?=(a+)+$)b', length => 'a'.repeat(length)],
  ['(?<!(a|a)+)b', length => 'a'.repeat(length)],
  ['(?=(?!(a+)+$)b)', length => 'a'.repeat(length)],
  [raw`(?:\p{L}|é)+$`, length => `${'é'.repeat(length)}!`],
  ['[ab]*a[ab]{9}c', length => 'ab'.repeat(length / 2)],
  ['[ab]{1,5000}c', length => 'ab'.repeat(length / 2)],
  ['(?:[ab]{5000}|a{3,})c', length => 'ab'.repeat(length / 2)],
  ['(a{1,30}){1,30}$', length => `${'a'.repeat(length)}!`],
  [`${'a?'.repeat(30)}${'a'.repeat(30)}b`, length => 'a'.repeat(length)],
];

describe('[schema.patterns] the work is linear in the text', () => {
  test.each(FREEZING)('%s', (pattern, text) => {
    const compiled = compilePattern(pattern);
    const work = [4_000, 8_000, 16_000].map(length => workOf(compiled, text(length)));
    const growth = work.slice(1).map((amount, index) => amount / (work[index] ?? 0));
    expect(growth.every(factor => factor > 1.8 && factor < 2.2)).toBe(true);
  });

  test('any pattern visits each of its instructions a bounded number of times for each character', () => {
    fc.assert(
      fc.property(
        patterns(),
        fc.string({ unit: fc.constantFrom('a', 'b', '-', '😀'), maxLength: 60 }),
        (pattern, text) => {
          const compiled = compilePattern(pattern);
          expect(workOf(compiled, text)).toBeLessThan(2_000 + 5 * compiled.size * (text.length + 1));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a text of a million characters is stopped by the caller', () => {
    let left = 10_000;
    const spend = (units: number): void => {
      left -= units;
      if (left < 0) throw new RangeError('spent');
    };
    expect(() => compilePattern('(a?){500}a{500}$').test('a'.repeat(1_000_000), spend)).toThrow(RangeError);
    expect(left).toBeGreaterThan(-1_000_000);
  });
});

describe('verdicts are those of ECMA-262', () => {
  test.each([
    ['^.$', ['a', '\n', '\r', '\u2028', '\u2029', '\u0085', '😀', '\ud83d', '']],
    ['^a$', ['a', 'a\n', '\na', 'aa']],
    [raw`^\d$`, ['5', '٣', '５']],
    [raw`^\s$`, [' ', '\u00a0', '\ufeff', '\u180e', '\u3000', '\u000b', '\u0085', '\u200b']],
    [raw`^\w$`, ['a', '_', 'é', 'ſ', 'K']],
    [raw`\ba\b`, ['a', ' a ', 'éaé', 'aa', '-a-', '']],
    [raw`\Ba`, ['a', 'aa', '-a']],
    [raw`^\p{Lu}\P{Lu}$`, ['Éa', 'éa', 'Aa', 'AA']],
    [raw`^\p{Script_Extensions=Greek}$`, ['α', 'a']],
    [raw`^[^\p{L}\d]$`, ['a', '1', '-', '😀']],
    [raw`^\u{1f600}$`, ['😀', '\ud83d\ude00', '\ud83d']],
    [raw`^\ud83d\ude00$`, ['😀']],
    [raw`\ude00`, ['😀', '\ude00', 'a\ude00']],
    [raw`[\ud83d]`, ['😀', '\ud83d', '\ud83da']],
    ['^[😀-😂]+$', ['😁', '😃', '\ude01']],
    [raw`^[\b\cA\x41\-]$`, ['\b', '\u0001', 'A', '-', 'b']],
    ['^[]', ['', 'a']],
    ['[^]', ['', 'a', '\n', '😀']],
    ['a|', ['', 'b']],
    ['^(?:|a)*$', ['', 'aaa', 'b']],
    ['^(?<year>[0-9]{4})$', ['2026', '226']],
    ['^a{0}$', ['', 'a']],
    ['^(?:ab){2,}$', ['ab', 'abab', 'ababab']],
    ['^(?:ab){0,2}$', ['', 'abab', 'ababab']],
    ['^a{2,4}$', ['a', 'aa', 'aaaa', 'aaaaa']],
    ['^a{3}b', ['aaab', 'aab', 'aaaab']],
    ['a{3}b', ['aaab', 'aab', 'aaaab']],
    ['^(a){3}$', ['aaa', 'aa']],
    ['^a{2,4}?b', ['aab', 'aaaaab']],
    ['^a{99999999999999999999,}$', ['aaa']],
    ['^(?=.*[A-Z])(?=.*[0-9]).{8,}$', ['Password1', 'password1', 'Pass1']],
    ['^(?!-)[a-z-]{1,63}(?<!-)$', ['a-b', '-a', 'a-']],
    ['(?<=a(?!b)).', ['ab', 'ac', 'xc']],
    ['(?<=^|,)x', ['x', 'ax', 'a,x']],
    ['(?<!a)b(?=c$)', ['bc', 'abc', 'bcd']],
    ['(?:(?=a)a|(?!a)b){3}c', ['abac', 'abc']],
  ])('%s', (pattern, texts) => {
    const compiled = compilePattern(pattern);
    const native = new RegExp(pattern, 'u');
    expect(texts.map(text => compiled.test(text))).toEqual(texts.map(text => native.test(text)));
  });

  test('random patterns match like the JavaScript engine', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'a', 'b', '-', '😀', '\ud83d', '\ude00'), maxLength: 12 });
    fc.assert(
      fc.property(patterns(), fc.array(text, { minLength: 5, maxLength: 5 }), (pattern, texts) => {
        const compiled = compilePattern(pattern);
        expect(texts.map(one => compiled.test(one))).toEqual(texts.map(one => matchesSomewhere(pattern, one)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('asking about one text does not change the answer about another', () => {
    const pattern = compilePattern(raw`^\p{L}{3}$`);
    const everyLetter = Array.from({ length: 5_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
    expect(pattern.test(everyLetter)).toBe(false);
    expect(pattern.test('abc')).toBe(true);
  });
});

test('refuses to compile a back-reference', () => {
  expect(() => compilePattern(raw`(a)\1`)).toThrow(expect.objectContaining({ code: 'pattern.unusable' }));
});

/**
 * ECMA-262 tries each character (AdvanceStringIndex). V8 also tries the middle of a surrogate pair where a pattern can match
 * nothing, so `\B` finds a place inside 😀; the sticky flag keeps it to the places of the standard.
 */
function matchesSomewhere(pattern: string, text: string): boolean {
  const regex = new RegExp(pattern, 'uy');
  for (let at = 0; at <= text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
    regex.lastIndex = at;
    if (regex.test(text)) return true;
  }
  return false;
}

function workOf(pattern: ReturnType<typeof compilePattern>, text: string): number {
  let work = 0;
  pattern.test(text, units => {
    work += units;
  });
  return work;
}

/** Patterns over few characters, so that texts often match. */
function patterns(): fc.Arbitrary<string> {
  const atom = fc.constantFrom('a', 'b', '[ab]', '.', '[^a]', '😀', raw`\w`, raw`\W`, '', '^', '$', raw`\b`, raw`\B`);
  const count = fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,3}', '{2,}', '{0}', '*?', '{3,5}');
  const { pattern } = fc.letrec<{ pattern: string }>(tie => ({
    pattern: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: atom, weight: 3 },
      { arbitrary: fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}${b}`), weight: 3 },
      { arbitrary: fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`), weight: 2 },
      { arbitrary: fc.tuple(tie('pattern'), count).map(([a, times]) => `(?:${a})${times}`), weight: 3 },
      { arbitrary: fc.tuple(fc.constantFrom('a', '[ab]', '.'), count).map(([a, times]) => `${a}${times}`), weight: 3 },
      {
        arbitrary: fc
          .tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('pattern'))
          .map(([kind, a]) => `(${kind}${a})`),
        weight: 1,
      },
    ),
  }));
  return pattern.filter(source => !('kind' in measurePattern(source)));
}
