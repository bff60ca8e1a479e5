import type { JsonObject } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../connect/limits.ts';
import { Shelf } from '../catalogue.ts';
import { WatchedList, type WatchOptions } from './watched-list.ts';

/** A list that never ends: every page has a cursor. */
function endless(page: JsonObject, msForPage: number, options: Partial<WatchOptions> = {}) {
  let asked = 0;
  const list = new WatchedList({
    server: 's',
    list: 'tools',
    shelf: new Shelf(),
    limits: DEFAULT_LIMITS,
    maxAgeMs: 60_000,
    maxReadMs: 40_000,
    onListed: undefined,
    onRead: () => {},
    onRemoved: () => {},
    ask: async () => ({ ok: true, result: { ...page, nextCursor: `c${++asked}` } }),
    now: () => asked * msForPage,
    ...options,
  });
  return { list, pages: () => asked };
}

describe('one reading of a list', () => {
  test('times out when a server sends its pages slowly', async () => {
    const { list, pages } = endless({ tools: [] }, 9_000);
    await expect(list.list()).rejects.toMatchObject({ code: 'server.timeout' });
    expect(pages()).toBe(5);
  });

  test('fails when the pages together are too large', async () => {
    const limits = { ...DEFAULT_LIMITS, maxTotalBytes: 100_000 };
    const { list, pages } = endless({ tools: [{ name: 'x'.repeat(30_000) }] }, 0, { limits });
    await expect(list.list()).rejects.toMatchObject({ code: 'server.too-large' });
    expect(pages()).toBe(4);
  });

  test('counts bytes as the server wrote them, including whitespace', async () => {
    const limits = { ...DEFAULT_LIMITS, maxTotalBytes: 1_000 };
    const text = `{"tools":[${' '.repeat(2_000)}]}`;
    const ask = async () => ({ ok: true, result: { tools: [] }, text }) as const;
    const { list } = endless({}, 0, { limits, ask });
    await expect(list.list()).rejects.toMatchObject({ code: 'server.too-large' });
  });

  test('keeps one time budget when the list changes while it is read', async () => {
    let clock = 0;
    let invalidate = (): void => {};
    const ask = async () => {
      clock += 25_000;
      invalidate();
      return { ok: true, result: { tools: [] } } as const;
    };
    const { list } = endless({}, 0, { ask, now: () => clock });
    invalidate = () => list.invalidate();
    await expect(list.list()).rejects.toMatchObject({ code: 'server.timeout' });
  });
});
