import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.ts';
import { redactorFor, stderrLine } from './redactor.ts';

test.each([
  ['weather', 'ready', '"weather" stderr: ready'],
  ['a\nb\u001b[2J', 'x', '"a\\u{a}b\\u{1b}[2J" stderr: x'],
  ['a" stderr: fine. "b', 'x', '"a\\u{22} stderr: fine. \\u{22}b" stderr: x'],
])('puts the key %j in one pair of quotes before the line', (key, line, expected) => {
  expect(stderrLine(key, line)).toBe(expected);
});

test('puts the key before every line that a terminal shows, for any bytes in any pieces', () => {
  const redact = redactorFor({ kind: 'stdio', command: 'x', args: [] });
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .constantFrom('\n', '\r', '\r\n', '\u2028', '\u0085', '\v', '\u001b[2J', 'toolmark guard: ')
      .map(text => Buffer.from(text)),
  );
  const check = (pieces: readonly Uint8Array[], key: string): void => {
    let shown = '';
    const show = (bytes: Uint8Array, isCut: boolean): void => {
      shown += `${stderrLine(key, redact(new TextDecoder().decode(bytes), isCut))}\n`;
    };
    const splitter = new LineSplitter(32, { line: bytes => show(bytes, false), overflow: bytes => show(bytes, true) });
    for (const bytes of pieces) splitter.push(bytes);
    splitter.end();
    const lines = shown.split(/[\n\r\v\f\u0085\u2028\u2029]/).slice(0, -1);
    expect(lines.filter(line => !/^"[^"]*" stderr: /.test(line))).toEqual([]);
  };
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), fc.string({ unit: 'binary' }), check));
});
