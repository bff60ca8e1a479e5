import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

async function linesOf(pieces: readonly string[], maxBytes = 100): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  const source = async function* () {
    for (const piece of pieces) yield new TextEncoder().encode(piece);
  };
  for await (const { number, bytes } of readLines(source(), maxBytes)) {
    expect(number).toBe(found.length + 1);
    found.push(bytes === undefined ? undefined : new TextDecoder().decode(bytes));
  }
  return found;
}

test.each<[string, readonly string[], (string | undefined)[]]>([
  ['nothing', [], []],
  ['a line that is too long is passed over, and the next one is read', ['x'.repeat(101), '\nb\n'], [undefined, 'b']],
  ['a long line that comes in pieces is too long as well', ['x'.repeat(60), 'x'.repeat(60), '\nb'], [undefined, 'b']],
  ['a line of exactly the limit', [`${'x'.repeat(100)}\n`], ['x'.repeat(100)]],
  ['an empty line keeps its number', ['a\n\nb'], ['a', '', 'b']],
  ['a last line without a line feed', ['a\nb'], ['a', 'b']],
  ['a line in pieces', ['a', 'b', 'c\nd', 'e\n'], ['abc', 'de']],
])('%s', async (_, pieces, expected) => {
  expect(await linesOf(pieces)).toEqual(expected);
});

test('however a text is cut into pieces, its lines are the same', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (whole, size) => {
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const expected = whole.split('\n');
      if (expected.at(-1) === '') expected.pop();
      expect(await linesOf(pieces)).toEqual(expected);
    }),
  );
});
