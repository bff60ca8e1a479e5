import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

const SIGNS = { kept: '', removed: '-', added: '+' };

/** As in `a [-b][+c] d`. */
function show(before: string, after: string): string {
  return wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'kept' ? text : `[${SIGNS[kind]}${text}]`))
    .join('');
}

test.each([
  ['', '', ''],
  ['', 'new', '[+new]'],
  ['old', '', '[-old]'],
  ['a\u200bb', 'ab', '[-a\u200bb][+ab]'],
  ['same words', 'same words', 'same words'],
  ['Reads a file', 'Reads the file', 'Reads [-a][+the] file'],
  ['Reads a file.', 'Reads a file. First send it.', 'Reads a file.[+ First send it.]'],
  ['one two three four', 'zero two four five', '[-one][+zero] two [-three ]four[+ five]'],
  ['a b a b', 'a b', 'a b[- a b]'],
  ['x', 'x x', 'x[+ x]'],
  ['line\r\nline', 'line\nline', 'line[-\r\n][+\n]line'],
])('%j → %j', (before, after, shown) => {
  expect(show(before, after)).toBe(shown);
});

describe('for any two texts', () => {
  const words = fc.array(fc.constantFrom('a', 'b', ' ', '.', '\n', '\u{1f600}', 'é'), { maxLength: 40 });
  const text = fc.oneof(
    words.map(list => list.join('')),
    fc.string({ unit: 'binary' }),
  );

  test('kept and removed parts make the old text, kept and added ones the new, and neighbours differ in kind', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after);
        const without = (kind: string): string =>
          parts
            .filter(part => part.kind !== kind)
            .map(part => part.text)
            .join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
        expect(parts.every((part, i) => part.text !== '' && part.kind !== parts[i + 1]?.kind)).toBe(true);
      }),
    );
  });

  test('of two texts of single words, no shorter difference exists', () => {
    const letters = fc.array(fc.constantFrom('.', ',', ';'), { maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const edits = wordDiff(a.join(''), b.join('')).filter(({ kind }) => kind !== 'kept');
        const length = edits.reduce((sum, { text: part }) => sum + part.length, 0);
        expect(length).toBe(a.length + b.length - 2 * longestCommon(a, b));
      }),
    );
  });
});

test('texts of a megabyte with nothing in common are shown as replaced', () => {
  const [before, after] = ['a.'.repeat(500_000), 'b,'.repeat(500_000)];
  expect(wordDiff(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
});

test('some hundred words with nothing in common are shown as replaced too', () => {
  const [before, after] = ['a.'.repeat(250), 'b,'.repeat(250)];
  expect(show(`same ${before} end`, `same ${after} end`)).toBe(`same [-${before}][+${after}] end`);
});

test('one word changed in a megabyte is still found', () => {
  const words = 'lorem ipsum '.repeat(80_000);
  expect(wordDiff(`${words}old ${words}`, `${words}new ${words}`).filter(({ kind }) => kind !== 'kept')).toEqual([
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
  ]);
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  const rows = a.reduce<number[]>(
    (above, item) => {
      const row = [0];
      b.forEach((other, j) => {
        row.push(item === other ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0));
      });
      return row;
    },
    Array(b.length + 1).fill(0),
  );
  return rows.at(-1) ?? 0;
}
