import type { JsonObject } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../connect/limits.ts';
import { Shelf } from './catalogue.ts';
import { WatchedList, type WatchOptions } from './watched-list.ts';

/** A list of a server that has one more page each time it is asked. */
function endless(page: JsonObject, msForPage: number, options: Partial<WatchOptions> = {}) {
  let asked = 0;
  const list = new WatchedList({
    server: 's',
    list: 'tools',
    shelf: new Shelf(),
    limits: DEFAULT_LIMITS,
    maxAgeMs: 60_000,
    maxReadMs: 40_000,
    onShown: undefined,
    onRead: () => {},
    onRemoved: () => {},
    ask: async () => ({ ok: true, result: { ...page, nextCursor: `c${++asked}` } }),
    now: () => asked * msForPage,
    ...options,
  });
  return { list, pages: () => asked };
}

describe('one reading of a list', () => {
  test('a server that sends its pages slowly cannot keep clients waiting for hours', async () => {
    const { list, pages } = endless({ tools: [] }, 9_000);
    await expect(list.list()).rejects.toMatchObject({ code: 'server.timeout' });
    expect(pages()).toBe(5);
  });

  test('a server cannot fill the memory of the guard with many pages', async () => {
    const limits = { ...DEFAULT_LIMITS, maxTotalBytes: 100_000 };
    const { list, pages } = endless({ tools: [{ name: 'x'.repeat(30_000) }] }, 0, { limits });
    await expect(list.list()).rejects.toMatchObject({ code: 'server.too-large' });
    expect(pages()).toBe(4);
  });

  test('bytes count as the server wrote them', async () => {
    const limits = { ...DEFAULT_LIMITS, maxTotalBytes: 1_000 };
    const text = `{"tools":[${' '.repeat(2_000)}]}`;
    const ask = async () => ({ ok: true, result: { tools: [] }, text }) as const;
    const { list } = endless({}, 0, { limits, ask });
    await expect(list.list()).rejects.toMatchObject({ code: 'server.too-large' });
  });

  test('a list that changes while it is read has no new budget for each attempt', async () => {
    let clock = 0;
    let doubt = (): void => {};
    const ask = async () => {
      clock += 25_000;
      doubt();
      return { ok: true, result: { tools: [] } } as const;
    };
    const { list } = endless({}, 0, { ask, now: () => clock });
    doubt = () => list.doubt();
    await expect(list.list()).rejects.toMatchObject({ code: 'server.timeout' });
  });
});
