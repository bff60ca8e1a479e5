import { describe, expect, test } from 'vitest';
import { fakeIo } from '../../../../test/fake-io.ts';
import { run } from '../main.ts';
import { openApprover } from './open-approver.ts';

describe('where people are asked', () => {
  test('the page comes first, and its address is said once', async () => {
    const { io, printed } = fakeIo({ isInteractive: true });
    const { approver, close } = await openApprover(0, true, io);
    expect(approver?.name).toBe('page');
    expect(printed.stderr).toMatch(
      /^toolmark guard: calls that need a person wait at http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/,
    );
    await close();
  });

  test.each([
    ['a terminal that nothing else reads from', true, true, 'terminal'],
    ['a terminal that the client speaks on', false, true, undefined],
    ['no terminal', true, false, undefined],
  ])('%s', async (_, isInputFree, isInteractive, name) => {
    const { approver, close } = await openApprover(undefined, isInputFree, fakeIo({ isInteractive }).io);
    expect(approver?.name).toBe(name);
    await close();
  });

  test('a guard that cannot start leaves no page behind', async () => {
    const empty = new TextEncoder().encode('{"lockfileVersion":1,"servers":{}}');
    const { io, printed } = fakeIo({ stdin: () => empty, isInteractive: true });
    const args = ['guard', '--approve-port', '0', '--lockfile', '-', '--', 'true'];
    expect(await run(args, io)).toBe(2);
    const [url = ''] = /http:\S+/.exec(printed.stderr) ?? [];
    expect(printed.stderr).toContain('[guard.unlocked-server]');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test.each([['65536'], ['-1'], ['1e3'], ['0x10'], [''], ['http']])('refuses %j as a port', async port => {
    const { io, printed } = fakeIo({ isInteractive: true });
    expect(await run(['guard', `--approve-port=${port}`, '--', 'true'], io)).toBe(2);
    expect(printed.stderr).toContain('usage.');
  });
});
