import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askServers } from './ask-servers.ts';
import type { Io } from './io.ts';

/** Asks two servers that cannot be started, and gives back what was printed where. */
async function asked(isInteractive: boolean): Promise<{ out: string; talk: string }> {
  const said = { out: '', talk: '' };
  const io: Io = {
    out: text => {
      said.out += text;
    },
    talk: text => {
      said.talk += text;
    },
    stdin: () => new Uint8Array(),
    streams: () => ({ input: new PassThrough(), output: new PassThrough() }),
    untilStopped: () => new Promise(() => {}),
    cwd: import.meta.dirname,
    env: {},
    home: '/',
    now: new Date(0),
    isInteractive,
    hasColor: false,
  };
  const source = { kind: 'stdio', command: '/nowhere/at/all', args: [] } as const;
  const servers = ['first', 'evil\u001b[2J'].map(key => ({ key, source }));
  const results = await askServers(servers, { timeout: 5 }, io);
  expect(results).toHaveLength(2);
  return said;
}

test('how far we are is shown on the standard error of a terminal, inert, and is gone in the end', async () => {
  const { out, talk } = await asked(true);
  expect(out).toBe('');
  expect(talk).toContain('asked 0 of 2 servers');
  expect(talk).toContain('asked 2 of 2 servers');
  expect(talk).not.toContain('\u001b[2J');
  expect(talk.endsWith('\r\u001b[K')).toBe(true);
});

test('nothing of it is shown where there is no terminal', async () => {
  expect(await asked(false)).toEqual({ out: '', talk: '' });
});
