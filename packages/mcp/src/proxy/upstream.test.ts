import process from 'node:process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../connect/limits.ts';
import { scriptedServer } from '../connect/scripted-server.ts';
import { Upstream } from './upstream.ts';

const GREETING = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
} as const;

let upstream: Upstream;
afterEach(async () => {
  vi.useRealTimers();
  await upstream.close();
});

/** A server behind the guard, and what it was lost for. */
function behind(script: string, backOff?: { delay: number }): { down: string[]; isUp: Promise<void> } {
  const down: string[] = [];
  const patience = backOff && { next: () => backOff.delay, isUp: () => {} };
  const isUp = new Promise<void>(resolve => {
    const handlers = {
      onRequest: () => {},
      onNotification: () => {},
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
  test('is ended when more than 64 MB wait for it', async () => {
    const { down } = behind(`on.deafen = id => { reply(id, '{"pid":' + process.pid + '}'); process.stdin.pause(); };`);
    await upstream.open(GREETING);
    const { result } = (await upstream.request('deafen', {})) as unknown as { result: { pid: number } };
    const params = { text: 'x'.repeat(16 * 1024 * 1024) };
    for (let sent = 0; sent < 4; sent++) upstream.notify('notifications/a', params);
    expect(down).toEqual([]);
    upstream.notify('notifications/a', {});
    expect(down).toEqual(['server.failed The server does not read what it is sent.']);
    // Closing waits for servers that are being ended; this one is no longer among those that it ends itself.
    await upstream.close();
    expect(() => process.kill(result.pid, 0)).toThrow('ESRCH');
  });
});

describe('calls that come while a server is started again', () => {
  const MORTAL = `on['tools/list'] = id => reply(id, '{"tools":[]}'); on.die = () => process.exit(1);`;

  test('wait for it when it is to start within two seconds, and fail at once when it is later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const backOff = { delay: 2_000 };
    const { isUp } = behind(MORTAL, backOff);
    await upstream.open(GREETING);
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
});
