import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Digest } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openListMemory } from './list-memory.ts';

const SURFACE: Digest = `sha256:${'a'.repeat(64)}`;
const OTHER: Digest = `sha256:${'b'.repeat(64)}`;
const TOOLS = [
  { name: 'b', inputSchema: { type: 'object' } },
  { inputSchema: { type: 'object' }, name: 'a' },
];

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'toolmark-memory-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const open = (env = {}) => openListMemory({ env, home });
const folder = (): string => path.join(home, '.cache/toolmark/lists');
const file = (): string => path.join(folder(), `${'a'.repeat(64)}.json`);

test('recalls what was remembered, in its order', () => {
  open().remember(SURFACE, { tools: TOOLS });
  open().remember(SURFACE, { prompts: [{ name: 'p' }] });
  expect(JSON.stringify(open().recall(SURFACE))).toBe(JSON.stringify({ tools: TOOLS, prompts: [{ name: 'p' }] }));
  expect(open().recall(OTHER)).toBeUndefined();
});

test('keeps its files for the user alone', () => {
  open().remember(SURFACE, { tools: TOOLS });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder())).toEqual([`${'a'.repeat(64)}.json`]);
});

test('is in XDG_CACHE_HOME, unless that is relative', () => {
  const there = path.join(home, 'there');
  open({ XDG_CACHE_HOME: there }).remember(SURFACE, { tools: TOOLS });
  open({ XDG_CACHE_HOME: 'relative' }).remember(OTHER, { tools: TOOLS });
  expect(readdirSync(path.join(there, 'toolmark/lists'))).toHaveLength(1);
  expect(readdirSync(folder())).toHaveLength(1);
});

describe('a file that the guard did not write', () => {
  beforeEach(() => void mkdirSync(folder(), { recursive: true }));

  test.each([
    ['is empty', ''],
    ['is not JSON', '{"tools":['],
    ['is a list', '[]'],
    ['has a member twice', '{"tools":[],"tools":[{"name":"x"}]}'],
    ['nests too deeply', '['.repeat(500)],
  ])('and %s counts as absent', (_, text) => {
    writeFileSync(file(), text);
    const recalled = open().recall(SURFACE);
    expect(recalled).toBeUndefined();
  });

  test.each([
    ['texts', '{"tools":["x"]}'],
    ['no list', '{"tools":{"name":"x"}}'],
    ['another list', '{"servers":[{"name":"x"}]}'],
  ])('and has %s gives nothing', (_, text) => {
    writeFileSync(file(), text);
    expect(open().recall(SURFACE)).toEqual({});
  });

  test('and is a link or a folder counts as absent', () => {
    writeFileSync(path.join(home, 'elsewhere'), JSON.stringify({ tools: TOOLS }));
    symlinkSync(path.join(home, 'elsewhere'), file());
    expect(open().recall(SURFACE)).toBeUndefined();
    mkdirSync(path.join(folder(), `${'b'.repeat(64)}.json`));
    expect(open().recall(OTHER)).toBeUndefined();
  });

  test('and is a link is replaced, not followed', () => {
    const elsewhere = path.join(home, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, file());
    open().remember(SURFACE, { tools: TOOLS });
    expect(statSync(elsewhere).size).toBe(4);
    expect(open().recall(SURFACE)).toEqual({ tools: TOOLS });
  });
});

test('a folder that cannot be written is not an error', () => {
  writeFileSync(path.join(home, '.cache'), 'a file');
  expect(() => open().remember(SURFACE, { tools: TOOLS })).not.toThrow();
  chmodSync(path.join(home, '.cache'), 0o400);
  expect(open().recall(SURFACE)).toBeUndefined();
});
