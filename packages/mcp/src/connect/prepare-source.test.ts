import { existsSync } from 'node:fs';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codeOf, lockOf, RawClient, textOf } from '../../../../test/fakes/raw-client.ts';
import { answering, scriptedServer } from '../../../../test/fakes/scripted-server.ts';
import { snapshotOf } from '../../../../test/fakes/snapshot-of.ts';
import { rejectionOf } from '../../../../test/refusal.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { EVERY_CAPABILITY } from './connection.ts';
import type { Prepare, ServerSource } from './server-source.ts';
import type { StdioSource } from './stdio-transport.ts';
import { takeSnapshots } from './take-snapshots.ts';

const CHANGED = 'A file of the package was changed.';
const ECHO = { name: 'echo', inputSchema: { type: 'object' } };

/** A source whose own command must never be started: it leaves a file. */
function unprepared(prepare: Prepare, env = {}): { source: ServerSource; marker: string } {
  const marker = path.join(temporaryFolder(), 'started');
  const { command, args } = started(`require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`);
  return { source: { kind: 'stdio', command, args, env, prepare }, marker };
}

function started(script: string): StdioSource {
  return scriptedServer(script) as StdioSource;
}

const never: Prepare = () => new Promise(() => {});
const refuse = async (): Promise<never> => {
  throw new ToolmarkError('store.changed', CHANGED);
};

describe('a source that is prepared', () => {
  test('starts what it was prepared to be, with its own variables and the added ones', async () => {
    const { command, args } = started(
      `on['tools/list'] = id => answer(id, { tools: [{ name: ['OWN', 'ADDED', 'BOTH'].map(name => process.env[name]).join() }] });`,
    );
    const prepare: Prepare = async () => ({ command, args, env: { ADDED: 'added', BOTH: 'prepared' } });
    const { source, marker } = unprepared(prepare, { OWN: 'own', BOTH: 'source' });
    expect((await snapshotOf(source)).tools).toMatchObject([{ name: 'own,added,prepared' }]);
    expect(existsSync(marker)).toBe(false);
  });

  test('is prepared before every start, also for every view', async () => {
    let times = 0;
    const { command, args } = started(`
      on.initialize = (id, { capabilities }) => { declared = Object.keys(capabilities).join(); reply(id, initializeResult); };
      let declared = '';
      on['tools/list'] = id => answer(id, { tools: declared === '' ? [] : [{ name: 'a' }] });`);
    const { source } = unprepared(async () => {
      times++;
      return { command, args };
    });
    const [result] = await takeSnapshots([{ key: 's', source }], {
      env: { PATH: process.env.PATH },
      capabilities: EVERY_CAPABILITY,
      views: () => 'all',
    });
    expect(result !== undefined && 'snapshot' in result).toBe(true);
    expect(times).toBe(5);
  });

  test.each<[string, Prepare, string]>([
    ['refuses', refuse, 'store.changed'],
    ['fails without a code', () => Promise.reject(new Error('disk')), 'server.failed'],
    ['takes too long', never, 'server.timeout'],
    [
      'returns a program that does not exist',
      async () => ({ command: '/no/program', args: [] }),
      'server.cannot-start',
    ],
  ])('is not started if its preparation %s', async (_, prepare, code) => {
    const { source, marker } = unprepared(prepare);
    expect((await rejectionOf(snapshotOf(source, { timeoutMs: 300 }))).code).toBe(code);
    expect(existsSync(marker)).toBe(false);
  });

  test('is not started if it is cancelled while a preparation that ignores the signal goes on', async () => {
    const stop = new AbortController();
    let aborted = false;
    const { source, marker } = unprepared(async signal => {
      stop.abort();
      aborted = signal?.aborted ?? false;
      return { command: process.execPath, args: ['-e', ''] };
    });
    expect((await rejectionOf(snapshotOf(source, { signal: stop.signal }))).code).toBe('server.cancelled');
    expect([aborted, existsSync(marker)]).toEqual([true, false]);
  });
});

describe('a guard before a source that is prepared', () => {
  const lock = lockOf({ s: { tools: [ECHO] } });
  const script = answering({ 'tools/list': { tools: [ECHO] } });

  function guarded(prepare: Prepare, startWaitMs = 600_000): { client: RawClient; marker: string } {
    const { source, marker } = unprepared(prepare);
    const client = new RawClient({ sources: { s: source }, lock, startWaitMs });
    onTestFinished(() => client.close());
    return { client, marker };
  }

  test('prepares it again for a restart, and calls nothing if that is refused', async () => {
    let times = 0;
    const { command, args } = started(`${script}; on['tools/call'] = () => process.exit(1);`);
    const { client, marker } = guarded(() => {
      times++;
      return times === 1 ? Promise.resolve({ command, args }) : refuse();
    });
    await client.initialize();
    expect(codeOf(await client.call('echo'))).toBe('server.exited');
    const refused = await client.call('echo');
    expect([codeOf(refused), textOf(refused)]).toEqual(['guard.unchecked', expect.stringContaining(CHANGED)]);
    expect(times).toBeGreaterThan(1);
    expect(client.stderr).toContain(`s: ${CHANGED}`);
    expect(existsSync(marker)).toBe(false);
  });

  test('shows what is locked while it is prepared, and refuses calls if preparing fails', async () => {
    let fail = (): void => {};
    const prepared = new Promise<void>(resolve => {
      fail = resolve;
    });
    const { client, marker } = guarded(async () => {
      await prepared;
      return refuse();
    }, 0);
    await client.initialize();
    expect(await client.names('tools/list')).toEqual(['echo']);
    fail();
    const refused = await client.call('echo');
    expect([codeOf(refused), textOf(refused)]).toEqual(['guard.unchecked', expect.stringContaining(CHANGED)]);
    expect(existsSync(marker)).toBe(false);
  });

  test('ends immediately while it is prepared', async () => {
    let aborted = false;
    const { client } = guarded(
      signal =>
        new Promise(() => {
          signal?.addEventListener('abort', () => {
            aborted = true;
          });
        }),
      0,
    );
    await client.initialize();
    await client.close();
    expect(aborted).toBe(true);
  });
});
