import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scriptedServer } from '../../../../../test/fakes/scripted-server.ts';
import { DEFAULT_LIMITS } from '../../connect/limits.ts';
import { Upstream } from './upstream.ts';

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
} as const;

let upstream: Upstream;
afterEach(async () => {
  vi.useRealTimers();
  await upstream.close();
});

/** An upstream, and the reasons it went down. */
function behind(script: string, backOff?: { delay: number }): { down: string[]; isUp: Promise<void> } {
  const down: string[] = [];
  const patience = backOff && { next: () => backOff.delay, isUp: () => {} };
  const isUp = new Promise<void>(resolve => {
    const handlers = {
      onRequest: () => {},
      onStray: () => {},
      onNotification: () => {},
      onExtra: () => {},
      onInvalid: () => {},
      onGone: () => {},
      onDown: ({ code, message }: { code: string; message: string }) => void down.push(`${code} ${message}`),
      onUp: resolve,
    };
    const settings = {
      env: { PATH: process.env.PATH },
      maxBytes: DEFAULT_LIMITS.maxBytes,
      timeoutMs: 60_000,
      maxPending: 10,
      onStderr: () => {},
    };
    upstream = new Upstream({ key: 's', source: scriptedServer(script) }, settings, handlers, patience);
  });
  return { down, isUp };
}

describe('a server that does not read', () => {
  test('is stopped when more than 64 MB are queued for it', async () => {
    const { down } = behind(`on.deafen = id => { reply(id, '{"pid":' + process.pid + '}'); process.stdin.pause(); };`);
    await upstream.open(INITIALIZE);
    const { result } = (await upstream.request('deafen', {})) as unknown as { result: { pid: number } };
    const params = { text: 'x'.repeat(16 * 1024 * 1024) };
    for (let sent = 0; sent < 4; sent++) upstream.notify('notifications/a', params);
    expect(down).toEqual([]);
    upstream.notify('notifications/a', {});
    expect(down).toEqual(['server.failed The server does not read its input.']);
    // close() also waits for processes that are already being stopped.
    await upstream.close();
    expect(() => process.kill(result.pid, 0)).toThrow('ESRCH');
  });
});

describe('a server that fails during initialization', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmark-upstream-'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const bad = (script: string): string =>
    `if (!require('node:fs').existsSync(${JSON.stringify(path.join(folder, 'mended'))})) ${script}
     on['tools/list'] = id => reply(id, '{"tools":[]}');`;
  const mend = (): void => writeFileSync(path.join(folder, 'mended'), '');

  test('is restarted each time it hangs', async () => {
    const { down, isUp } = behind(bad('on.initialize = () => {};'), { delay: 0 });
    const opening = upstream.open(INITIALIZE);
    vi.advanceTimersByTime(60_000);
    await expect(opening).rejects.toMatchObject({ code: 'server.timeout' });
    vi.advanceTimersByTime(0);
    expect(upstream.starts).toBe(2);
    const waiting = upstream.request('tools/list', {});
    vi.advanceTimersByTime(60_000);
    await expect(waiting).rejects.toMatchObject({ code: 'server.timeout' });
    const said = 'server.timeout The server "s" did not answer "initialize" within 60 s.';
    expect(down).toEqual([said, said]);
    mend();
    vi.advanceTimersByTime(0);
    await isUp;
    expect(await upstream.request('tools/list', {})).toMatchObject({ ok: true });
    expect(upstream.starts).toBe(3);
  });

  test.each([
    [
      'answers with an error',
      'deny(id, -32603)',
      'server.failed The server "s" answered "initialize" with error -32603',
    ],
    ['ends', 'process.exit(1)', 'server.exited'],
  ])('is restarted when it %s', async (_, answer, said) => {
    const { down, isUp } = behind(bad(`on.initialize = id => ${answer};`), { delay: 0 });
    await upstream.open(INITIALIZE).catch(() => {});
    expect(down).toEqual([expect.stringContaining(said)]);
    mend();
    vi.advanceTimersByTime(0);
    await isUp;
    expect(upstream.starts).toBe(2);
  });

  test('is not restarted after it rejects server/discover, only after it hangs', async () => {
    const discover = { method: 'server/discover', params: {} } as const;
    behind(bad(`on['server/discover'] = () => {};`), { delay: 0 });
    const opening = upstream.open(discover);
    vi.advanceTimersByTime(60_000);
    await expect(opening).rejects.toMatchObject({ code: 'server.timeout' });
    vi.advanceTimersByTime(0);
    expect(upstream.starts).toBe(2);
    mend();
    expect(await upstream.open(discover)).toMatchObject({ ok: false, code: -32601 });
    expect(await upstream.open(INITIALIZE)).toMatchObject({ ok: true });
  });

  test('keeps a session opened by initialize when an earlier server/discover times out', async () => {
    const { down } = behind(`on['server/discover'] = () => {};`, { delay: 0 });
    const first = upstream.open({ method: 'server/discover', params: {} });
    expect(await upstream.open(INITIALIZE)).toMatchObject({ ok: true });
    vi.advanceTimersByTime(60_000);
    await expect(first).rejects.toMatchObject({ code: 'server.timeout' });
    expect([down, upstream.starts]).toEqual([[], 1]);
  });
});

describe('calls during a restart', () => {
  const MORTAL = `on['tools/list'] = id => reply(id, '{"tools":[]}'); on.die = () => process.exit(1);`;

  test('wait for a restart within two seconds and fail without waiting for a later one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const backOff = { delay: 2_000 };
    const { isUp } = behind(MORTAL, backOff);
    await upstream.open(INITIALIZE);
    await expect(upstream.request('die', {})).rejects.toMatchObject({ code: 'server.exited' });
    const waiting = upstream.request('tools/list', {});
    vi.advanceTimersByTime(1_999);
    expect(upstream.starts).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await waiting).toMatchObject({ ok: true });
    expect(upstream.starts).toBe(2);
    await isUp;
    backOff.delay = 2_001;
    await expect(upstream.request('die', {})).rejects.toMatchObject({ code: 'server.exited' });
    await expect(upstream.request('tools/list', {})).rejects.toMatchObject({ code: 'server.closed' });
    expect(upstream.starts).toBe(2);
  });

  test('fail when they require the process that has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    behind(MORTAL, { delay: 100 });
    await upstream.open(INITIALIZE);
    expect(await upstream.request('tools/list', {}, { mustBeOpen: true })).toMatchObject({ ok: true });
    await expect(upstream.request('die', {})).rejects.toMatchObject({ code: 'server.exited' });
    const bound = upstream.request('tools/list', {}, { mustBeOpen: true });
    await expect(bound).rejects.toMatchObject({ code: 'server.closed' });
    expect(upstream.starts).toBe(1);
  });
});
