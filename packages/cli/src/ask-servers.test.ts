import { expect, test } from 'vitest';
import { fakeIo, type Printed } from '../../../test/fake-io.ts';
import { askServers } from './ask-servers.ts';

/** Asks two servers that cannot be started, and gives back what was printed where. */
async function asked(isInteractive: boolean): Promise<Printed> {
  const { io, printed } = fakeIo({ isInteractive });
  const source = { kind: 'stdio', command: '/nowhere/at/all', args: [] } as const;
  const servers = ['first', 'evil\u001b[2J'].map(key => ({ key, source }));
  const results = await askServers(servers, { timeout: 5 }, io);
  expect(results).toHaveLength(2);
  return printed;
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
