import { expect, test } from 'vitest';
import { createLog } from './create-log.ts';
import { logText } from './log-text.ts';

test.each([
  [
    'a request',
    { level: 30, time: 0, pid: 1, hostname: 'h', route: 'health', ms: 1.26, msg: 'request' },
    'info  request route=health ms=1.3',
  ],
  ['a text with spaces', { level: 40, time: 0, path: '/a b', msg: 'failed' }, 'warn  failed path="/a b"'],
  [
    'an escape sequence',
    { level: 50, time: 0, path: '\u001b[2J', msg: 'x\u202e' },
    'error x\\u{202e} path="\\u001b[2J"',
  ],
])('writes %s as one inert line', (_, line, text) => {
  expect(logText(JSON.stringify(line))).toBe(`1970-01-01T00:00:00.000Z ${text}\n`);
});

test('writes every line in the chosen format', () => {
  const lines: string[] = [];
  createLog('info', line => lines.push(line), 'text').info({ token: 'tmk_secret' }, 'started');
  createLog('info', line => lines.push(line)).info('started');
  expect(lines[0]).toMatch(/^\S+ info {2}started token="\[redacted\]"\n$/);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 30, msg: 'started' });
});
