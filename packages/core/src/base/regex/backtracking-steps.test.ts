import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { describe, expect, test } from 'vitest';
import { findPatternProblem } from './find-pattern-problem.ts';

// The verdict against the thing itself: a small backtracking engine after ECMA-262 22.2.2 that counts its steps.

const GIVE_UP = 500_000;

const ATTACKS: readonly [pattern: string, attack: (n: number) => string][] = [
  ['^(a+)+$', n => `${'a'.repeat(n)}!`],
  ['^(x|x)*$', n => `${'x'.repeat(n)}!`],
  ['^(a|ab|b)*$', n => `${'ab'.repeat(n)}!`],
  ['^(a|a?)+$', n => `${'a'.repeat(n)}!`],
  ['^(a?b?)*c', n => `${'ab'.repeat(n)}!`],
  ['^(?:(?:|)a)*$', n => `${'a'.repeat(n)}!`],
  ['^(?:(?:a?)+b)*$', n => `${'ab'.repeat(n)}!`],
  ['^( *a *)*$', n => `${'a '.repeat(n)}!`],
  ['^(?:(?:a|b)|a)*c', n => `${'a'.repeat(n)}!`],
  ['^(a{1,30}){1,30}$', n => `${'a'.repeat(n)}!`],
  ['^(a{1,9}){1,9}$', n => `${'a'.repeat(n)}!`],
  ['^(a?){30}a{30}$', n => `${'a'.repeat(n)}!`],
  [`^${'a?'.repeat(30)}$`, n => `${'a'.repeat(n)}!`],
  ['^(?:|){30}$', () => '!'],
  ['^(.*a){20}$', n => `${'a'.repeat(n)}!`],
];

describe('what we refuse does blow up', () => {
  test.each(ATTACKS)('%s', (pattern, attack) => {
    expect(findPatternProblem(pattern)?.kind).toBe('costly');
    expect(stepsOf(pattern, attack(60))).toBe(GIVE_UP);
  });
});

describe('what we accept does not', () => {
  test('the engine agrees with the built-in one about what matches', () => {
    for (const pattern of randomPatterns(150)) {
      const anchored = `^(?:${pattern})$`;
      for (const text of TEXTS) {
        const count = countSteps(anchored, text);
        if (count.steps < GIVE_UP)
          expect([pattern, text, count.matched]).toEqual([pattern, text, builtIn(anchored, text)]);
      }
    }
  });

  test('no periodic text makes an accepted random pattern explode', () => {
    const accepted = randomPatterns(250).filter(pattern => findPatternProblem(pattern) === undefined);
    expect(accepted.length).toBeGreaterThan(200);
    expect(accepted.filter(explodes)).toEqual([]);
  });

  test('which means something, as most refused random patterns do explode', () => {
    const refused = randomPatterns(250).filter(pattern => findPatternProblem(pattern) !== undefined);
    expect(refused.slice(0, 10).filter(explodes).length).toBeGreaterThan(7);
  });
});

const TEXTS = periods(4).map(period => period.repeat(2));

/**
 * Twelve more characters multiply the steps of an exponential with a period of up to four by 2 ** (12 / 4) = 8 or more,
 * but those of a fifth power, the steepest growth that is accepted, by (44 / 32) ** 5 = 4.9.
 */
function explodes(pattern: string): boolean {
  return periods(4).some(period => {
    const steps = (length: number): number => stepsOf(`^(?:${pattern})$`, `${period.repeat(length).slice(0, length)}!`);
    const before = steps(32);
    return before === GIVE_UP || (before > 300 && steps(44) > 6 * before);
  });
}

function periods(maxLength: number): readonly string[] {
  if (maxLength === 0) return [];
  const shorter = periods(maxLength - 1);
  const longest = shorter.filter(text => text.length === maxLength - 1);
  return [...shorter, ...(maxLength === 1 ? [''] : longest).flatMap(text => [`${text}a`, `${text}b`])];
}

function builtIn(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

/** Always the same patterns over a and b: a failing one can be looked at again. */
function randomPatterns(count: number): readonly string[] {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (choices: readonly string[]): string => choices[random(choices.length)] ?? '';
  const make = (depth: number): string => {
    const kind = depth === 0 ? 0 : random(5);
    if (kind === 0) return pick(['a', 'b', '[ab]', 'a', 'b', '']);
    if (kind === 1) return `(?:${make(depth - 1)}|${make(depth - 1)})`;
    if (kind === 2) return `(?:${make(depth - 1)})${pick(['*', '+', '?', '{2}', '{0,2}', '{1,2}', '{2,}'])}`;
    return make(depth - 1) + make(depth - 1);
  };
  return Array.from({ length: count }, () => make(3));
}

function stepsOf(pattern: string, text: string): number {
  return countSteps(pattern, text).steps;
}

function countSteps(pattern: string, text: string): { readonly matched: boolean; readonly steps: number } {
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  const known = new Map<string, boolean>();
  let steps = 0;

  const accepts = (source: string, character: string): boolean => {
    const answer = known.get(source + character) ?? builtIn(source, character);
    known.set(source + character, answer);
    return answer;
  };
  type Rest = (at: number) => boolean;
  const either = (branches: readonly AST.Alternative[], at: number, rest: Rest): boolean =>
    branches.some(branch => sequence(branch.elements, 0, at, rest));
  const sequence = (elements: readonly AST.Element[], index: number, at: number, rest: Rest): boolean => {
    const element = elements[index];
    return element === undefined ? rest(at) : one(element, at, next => sequence(elements, index + 1, next, rest));
  };
  const repeat = (loop: AST.Quantifier, done: number, at: number, rest: Rest): boolean => {
    const again = (next: number): boolean =>
      done >= loop.min && next === at ? false : repeat(loop, done + 1, next, rest);
    return (done < loop.max && one(loop.element, at, again)) || (done >= loop.min && rest(at));
  };
  const one = (element: AST.Element, at: number, rest: Rest): boolean => {
    if (steps === GIVE_UP) return true;
    steps += 1;
    if (element.type === 'Quantifier') return repeat(element, 0, at, rest);
    if (element.type === 'Group' || element.type === 'CapturingGroup') return either(element.alternatives, at, rest);
    if (element.type === 'Assertion') return (element.kind === 'start' ? at === 0 : at === text.length) && rest(at);
    return at < text.length && accepts(element.raw, text.charAt(at)) && rest(at + 1);
  };
  const matched = either(alternatives, 0, () => true);
  return { matched, steps };
}
