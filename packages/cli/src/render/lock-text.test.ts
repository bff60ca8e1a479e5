import type { Lock } from '@toolmark/core';
import { expect, test } from 'vitest';
import { formatWritten } from './lock-text.ts';

const LOCK: Lock = { lockfileVersion: 1, servers: new Map() };

test.each([
  [{ isChanged: true, failed: 0 }, 'Wrote evil\\u{1b}[2J: 0 servers, 0 tools.'],
  [{ isChanged: true, failed: 1 }, 'Wrote evil\\u{1b}[2J: 0 servers, 0 tools.'],
  [{ isChanged: false, failed: 0 }, 'evil\\u{1b}[2J is up to date.'],
  [{ isChanged: false, failed: 1 }, 'evil\\u{1b}[2J is unchanged. 1 server could not be locked.'],
])('after %j it says %s', ({ isChanged, failed }, sentence) => {
  expect(formatWritten('evil\u001b[2J', { isChanged, lock: LOCK }, failed)).toBe(sentence);
});
