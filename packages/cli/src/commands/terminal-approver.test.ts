import { PassThrough } from 'node:stream';
import { sha256 } from '@toolmark/core';
import type { Cancellation } from '@toolmark/mcp/proxy';
import { describe, expect, test } from 'vitest';
import { TerminalApprover } from './terminal-approver.ts';

const QUESTION = {
  server: 'mail\u001b[2J',
  tool: 'send',
  digest: sha256('a tool'),
  explain: 'Rule 1\u0007.',
  arguments: { to: 'you\u202e' },
};

function call(): Cancellation {
  const listeners: (() => void)[] = [];
  const cancellation = {
    isCancelled: false,
    onCancel: (listener: () => void) => void listeners.push(listener),
    cancel() {
      cancellation.isCancelled = true;
      for (const listener of listeners) listener();
    },
  };
  return cancellation as unknown as Cancellation;
}

describe('asking at the terminal', () => {
  function terminal() {
    const input = new PassThrough();
    let shown = '';
    let onTalk = (): void => {};
    const approver = new TerminalApprover(input, text => {
      shown += text;
      onTalk();
    });
    /** Until so many questions have been shown. */
    const asked = (count: number): Promise<void> =>
      new Promise(resolve => {
        onTalk = () => {
          if (shown.split('Allow?').length > count) resolve();
        };
        onTalk();
      });
    return { input, approver, asked, shown: () => shown };
  }

  test.each([
    ['y', 'yes'],
    [' y ', 'yes'],
    ['', 'no'],
    ['n', 'no'],
    ['Y', 'no'],
    ['yes', 'no'],
    ['yy', 'no'],
    ['\u0443', 'no'],
  ])('%j is %s', async (line, answer) => {
    const { input, approver, asked } = terminal();
    const answered = approver.ask(QUESTION, call());
    await asked(1);
    input.write(`${line}\n`);
    expect(await answered).toBe(answer);
  });

  test('what is shown cannot steer the terminal', async () => {
    const { approver, asked, shown } = terminal();
    void approver.ask(QUESTION, call());
    await asked(1);
    expect(shown()).toContain(String.raw`Call "send" on "mail\u{1b}[2J" (sha256:`);
    expect(shown()).toContain(String.raw`Rule 1\u{7}.`);
    expect(shown()).toContain(String.raw`"to": "you\u202e"`);
    expect(shown().replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  test('4,000 characters of the arguments are shown, and the rest is counted', async () => {
    const { approver, asked, shown } = terminal();
    void approver.ask({ ...QUESTION, arguments: { a: 'x'.repeat(5_000) } }, call());
    await asked(1);
    const start = '{\n  "a": "';
    expect(shown()).toContain(
      `${start}${'x'.repeat(4_000 - start.length)}…\nNOT SHOWN: 1013 more characters of the arguments.\n`,
    );
  });

  test('one question is shown at a time, and what was typed too early answers none', async () => {
    const { input, approver, asked, shown } = terminal();
    const first = approver.ask(QUESTION, call());
    const second = approver.ask({ ...QUESTION, tool: 'delete' }, call());
    await asked(1);
    expect(shown()).not.toContain('delete');
    input.write('y\ny\n');
    expect(await first).toBe('yes');
    await asked(2);
    input.write('n\n');
    expect(await second).toBe('no');
  });

  test('a question that is withdrawn makes room for the next', async () => {
    const { input, approver, asked } = terminal();
    const gone = call();
    const first = approver.ask(QUESTION, gone);
    const second = approver.ask(QUESTION, gone);
    const third = approver.ask(QUESTION, call());
    await asked(1);
    gone.cancel();
    expect([await first, await second]).toEqual(['unavailable', 'unavailable']);
    await asked(2);
    input.write('y\n');
    expect(await third).toBe('yes');
  });

  test('an answer counts for its question alone, also when that is withdrawn afterwards', async () => {
    const { input, approver, asked } = terminal();
    const over = call();
    const first = approver.ask(QUESTION, over);
    const second = approver.ask(QUESTION, call());
    await asked(1);
    input.write('n\n');
    expect(await first).toBe('no');
    await asked(2);
    over.cancel();
    input.write('y\n');
    expect(await second).toBe('yes');
  });

  test('fifty questions wait at most', async () => {
    const { input, approver } = terminal();
    const waiting = Array.from({ length: 50 }, () => approver.ask(QUESTION, call()));
    expect(await approver.ask(QUESTION, call())).toBe('unavailable');
    input.end();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['unavailable']));
  });

  test('answers "unavailable" when the terminal is closed', async () => {
    const { input, approver, asked } = terminal();
    const first = approver.ask(QUESTION, call());
    await asked(1);
    input.end();
    expect([await first, await approver.ask(QUESTION, call())]).toEqual(['unavailable', 'unavailable']);
  });
});
