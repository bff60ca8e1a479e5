import { RegExpParser } from '@eslint-community/regexpp';
import { expect, test } from 'vitest';
import { charSet, overlaps } from './char-set.ts';

const EXACT = ['a', '.', '[]', '[^]', String.raw`\d`, String.raw`\D`, String.raw`\w`, String.raw`\W`, String.raw`\s`]
  .concat([String.raw`\S`, '[a-cb-xz]', '[^a-z]', String.raw`[\s\d-]`, String.raw`[^\W\d]`, String.raw`[^\S\t]`])
  .concat([String.raw`[\0-\u{10ffff}]`, '[😀-😂]', String.raw`\u{10ffff}`, String.raw`[\b\cA\x41]`]);

const WIDENED = [String.raw`\p{L}`, String.raw`\P{L}`, String.raw`[\p{Lu}é]`, String.raw`[^\p{L}]`].concat([
  String.raw`[^\P{Nd}]`,
  String.raw`[^\p{L}\P{L}]`,
  String.raw`\p{Script=Greek}`,
  String.raw`[^\p{L}é]`,
]);

/** All of the plane where \s, \d and \w have their edges, and the ends of the rest. */
const POINTS = [...Array(0x10000).keys(), 0x1f5ff, 0x1f600, 0x1f602, 0x1f603, 0x10fffe, 0x10ffff];

test.each(EXACT)('%s is the set that the engine matches', source => {
  const engine = engineOf(source);
  const set = setOf(source);
  expect(POINTS.filter(point => engine.test(String.fromCodePoint(point)) !== has(set, point))).toEqual([]);
});

test.each(WIDENED)('%s is exact in ASCII and never too narrow beyond', source => {
  const engine = engineOf(source);
  const set = setOf(source);
  const wrong = POINTS.filter(point => {
    const matches = engine.test(String.fromCodePoint(point));
    return point < 0x80 ? matches !== has(set, point) : matches && !has(set, point);
  });
  expect(wrong).toEqual([]);
});

/** A property that this engine does not know, as a newer parser would give it. */
test.each([String.raw`\p{L}`, String.raw`[\p{L}]`, String.raw`[^\p{L}]`])('%s of tomorrow may be anything', source => {
  const node = elementOf(source);
  for (const part of node.type === 'CharacterClass' ? node.elements : [node])
    part.raw = String.raw`\p{Script=Tomorrow}`;
  expect(POINTS.filter(point => !has(charSet(node), point))).toEqual([]);
});

test.each(['[[a-c]--b]', '[[a-c]x]', '[^[a-c]]', String.raw`[\q{a|b}]`])('%s, of flag v, may be anything', source => {
  expect(POINTS.filter(point => !has(charSet(elementOf(source, { unicodeSets: true })), point))).toEqual([]);
});

test.each([
  ['a', 'b', false],
  ['a', '[a-z]', true],
  ['[^a-z]', '[a-z]', false],
  [String.raw`\s`, String.raw`\S`, false],
  ['[acegz]', '[bdfz]', true],
  ['[]', '.', false],
])('%s and %s overlap: %s', (a, b, expected) => {
  expect(overlaps(setOf(a), setOf(b))).toBe(expected);
  expect(overlaps(setOf(b), setOf(a))).toBe(expected);
});

function engineOf(source: string): RegExp {
  return new RegExp(`^(?:${source})$`, 'u');
}

function setOf(source: string): readonly number[] {
  return charSet(elementOf(source));
}

function elementOf(source: string, flags: { unicode?: true; unicodeSets?: true } = { unicode: true }) {
  const element = new RegExpParser().parsePattern(source, 0, source.length, flags).alternatives[0]?.elements[0];
  switch (element?.type) {
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return element;
    default:
      throw new Error(`${source} does not match one character`);
  }
}

function has(set: readonly number[], point: number): boolean {
  return overlaps(set, [point, point]);
}
