import { expect, test } from 'vitest';
import { fakeIo, type Printed } from '../../../../test/fake-io.ts';
import { progressLine } from '../render/progress-line.ts';
import { askServers } from './ask-servers.ts';

/** Asks two servers that cannot be started, and gives back what was printed where. */
async function asked(hasProgress: boolean): Promise<Printed> {
  const { io, printed } = fakeIo({ hasProgress });
  const source = { kind: 'stdio', command: '/nowhere/at/all', args: [] } as const;
  const servers = ['first', 'evil\u001b[2J'].map(key => ({ key, source }));
  const results = await askServers(servers, { timeout: 5 }, io);
  expect(results).toHaveLength(2);
  return printed;
}

/** What the line on the terminal says, one after the other. */
function linesOf(stderr: string): string[] {
  return stderr.split('\r\u001b[K').slice(1);
}

test('shows progress on the standard error of a terminal, inert, and clears it', async () => {
  const { out, stderr } = await asked(true);
  expect(out).toBe('');
  expect(linesOf(stderr)[0]).toBe('0 of 2 servers; waiting for first');
  expect(linesOf(stderr).slice(-2)).toEqual(['2 of 2 servers', '']);
  expect(stderr).not.toContain('\u001b[2J');
});

test('shows no progress without a terminal', async () => {
  expect(await asked(false)).toEqual({ out: '', stderr: '' });
});

test('counts up, also while servers are still waiting to be started', () => {
  const { io, printed } = fakeIo({ hasProgress: true });
  const server = (key: string) => ({ key, source: { kind: 'stdio', command: 'x', args: [] } as const });
  const [a, b, c] = [server('a'), server('b'), server('c'.repeat(100))];
  const progress = progressLine([a, b, c], io);
  progress.show({ server: a, state: 'starting' });
  progress.show({ server: b, state: 'starting' });
  progress.show({ server: a, state: 'listing' });
  progress.show({ server: b, state: 'done' });
  progress.show({ server: a, state: 'failed' });
  progress.show({ server: c, state: 'starting' });
  expect(linesOf(printed.stderr)).toEqual([
    '0 of 3 servers; waiting for a',
    '0 of 3 servers; waiting for a, b',
    '0 of 3 servers; waiting for a, b',
    '1 of 3 servers; waiting for a',
    '2 of 3 servers',
    `2 of 3 servers; waiting for ${'c'.repeat(39)}…`,
  ]);
});
