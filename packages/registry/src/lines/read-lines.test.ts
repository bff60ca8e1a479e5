import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

async function linesOf(chunks: readonly string[], maxBytes = 100): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  const source = async function* () {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk);
  };
  for await (const { number, bytes } of readLines(source(), maxBytes)) {
    expect(number).toBe(found.length + 1);
    found.push(bytes === undefined ? undefined : new TextDecoder().decode(bytes));
  }
  return found;
}

test.each<[string, readonly string[], (string | undefined)[]]>([
  ['nothing', [], []],
  ['skips a line that is too long', ['x'.repeat(101), '\nb\n'], [undefined, 'b']],
  ['skips a long line in several chunks', ['x'.repeat(60), 'x'.repeat(60), '\nb'], [undefined, 'b']],
  ['a line of exactly the limit', [`${'x'.repeat(100)}\n`], ['x'.repeat(100)]],
  ['an empty line keeps its number', ['a\n\nb'], ['a', '', 'b']],
  ['a last line without a line feed', ['a\nb'], ['a', 'b']],
  ['a line in several chunks', ['a', 'b', 'c\nd', 'e\n'], ['abc', 'de']],
])('%s', async (_, chunks, expected) => {
  expect(await linesOf(chunks)).toEqual(expected);
});

test('the lines do not depend on the chunks', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (whole, size) => {
      const chunks = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const expected = whole.split('\n');
      if (expected.at(-1) === '') expected.pop();
      expect(await linesOf(chunks)).toEqual(expected);
    }),
  );
});
