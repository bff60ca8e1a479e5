import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Io } from './io.ts';
import { run } from './main.ts';
import { openApprover } from './open-approver.ts';

function world(changes: Partial<Io> = {}): { io: Io; talk: () => string } {
  let said = '';
  const io: Io = {
    out: () => {},
    talk: text => {
      said += text;
    },
    stdin: () => new Uint8Array(),
    streams: () => ({ input: new PassThrough(), output: new PassThrough() }),
    untilStopped: () => new Promise(() => {}),
    cwd: import.meta.dirname,
    env: {},
    home: '/',
    now: new Date(0),
    isInteractive: true,
    hasColor: false,
    ...changes,
  };
  return { io, talk: () => said };
}

describe('where people are asked', () => {
  test('the page comes first, and its address is said once', async () => {
    const { io, talk } = world();
    const { approver, close } = await openApprover(0, true, io);
    expect(approver?.name).toBe('page');
    expect(talk()).toMatch(
      /^toolmark guard: calls that need a person wait at http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/,
    );
    await close();
  });

  test.each([
    ['a terminal that nothing else reads from', true, true, 'terminal'],
    ['a terminal that the client speaks on', false, true, undefined],
    ['no terminal', true, false, undefined],
  ])('%s', async (_, isInputFree, isInteractive, name) => {
    const { approver, close } = await openApprover(undefined, isInputFree, world({ isInteractive }).io);
    expect(approver?.name).toBe(name);
    await close();
  });

  test('a guard that cannot start leaves no page behind', async () => {
    const empty = new TextEncoder().encode('{"lockfileVersion":1,"servers":{}}');
    const { io, talk } = world({ stdin: () => empty });
    const args = ['guard', '--approve-port', '0', '--lockfile', '-', '--', 'true'];
    expect(await run(args, io)).toBe(2);
    const [url = ''] = /http:\S+/.exec(talk()) ?? [];
    expect(talk()).toContain('[guard.unlocked-server]');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test.each([['65536'], ['-1'], ['1e3'], ['0x10'], [''], ['http']])('%j is no port', async port => {
    const { io, talk } = world();
    expect(await run(['guard', `--approve-port=${port}`, '--', 'true'], io)).toBe(2);
    expect(talk()).toContain('usage.');
  });
});
