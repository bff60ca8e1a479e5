import { expect, test } from 'vitest';
import { stderrLine } from './stderr-line.ts';

test.each([
  ['weather', 'ready', '"weather" stderr: ready'],
  ['a\nb\u001b[2J', 'x', '"a\\u{a}b\\u{1b}[2J" stderr: x'],
  ['a" stderr: fine. "b', 'x', '"a\\u{22} stderr: fine. \\u{22}b" stderr: x'],
])('the key %j stands in one pair of quotes before the line', (key, line, expected) => {
  expect(stderrLine(key, line)).toBe(expected);
});
