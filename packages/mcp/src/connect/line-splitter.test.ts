import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

function split(maxBytes: number, ...chunks: string[]): string[] {
  const seen: string[] = [];
  const show = (mark: string) => (bytes: Uint8Array) => seen.push(mark + Buffer.from(bytes).toString('latin1'));
  const splitter = new LineSplitter(maxBytes, { line: show(''), overflow: show('!') });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk, 'latin1'));
  splitter.end();
  return seen;
}

describe('LineSplitter', () => {
  test.each<[string, string[], string[]]>([
    ['a line that is too long is reported once', ['abcdef\nx\n'], ['!abcd', 'x']],
    ['a long line over many chunks is reported once', ['abc', 'def', 'ghi', 'jkl\nx'], ['!abcd', 'x']],
    ['two long lines are reported twice', ['abcde\nabcde\n'], ['!abcd', '!abcd']],
    ['an unterminated long line is reported once', ['abcdefgh'], ['!abcd']],
    ['a line of exactly the limit is a line', ['abcd\n'], ['abcd']],
    ['empty input has no lines', [], []],
    ['an empty line is a line', ['\n\n'], ['', '']],
    ['a line over chunks is one line', ['a', '', 'b', '\n'], ['ab']],
    ['a chunk of many lines', ['a\nb\nc'], ['a', 'b', 'c']],
    ['carriage returns stay', ['a\r\n'], ['a\r']],
  ])('%s', (_, chunks, lines) => {
    expect(split(4, ...chunks)).toEqual(lines);
  });

  test('how a text is cut into chunks makes no difference', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ab\n]{0,6}$/)), chunks => {
        expect(split(5, ...chunks)).toEqual(split(5, chunks.join('')));
      }),
    );
  });
});
