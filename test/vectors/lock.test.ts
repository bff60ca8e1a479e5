import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drift, formatLock, parseLock, parseSnapshot, pin } from '@toolmark/core';
import { expect, test } from 'vitest';

const snapshot = parseSnapshot(read('lock-snapshot.json'));
const text = read('toolmark.lock.json');

test('the snapshot is locked to exactly these bytes', () => {
  const lock = { lockfileVersion: 1, servers: new Map([['weather', pin(snapshot, { allow: 'subset' })]]) } as const;
  expect(formatLock(lock)).toBe(new TextDecoder().decode(text));
});

test('the lock is read, and the snapshot matches it', () => {
  const locked = parseLock(text).servers.get('weather');
  expect(locked && drift(locked, snapshot)).toEqual([]);
});

function read(file: string): Uint8Array {
  return readFileSync(path.join(import.meta.dirname, file));
}
