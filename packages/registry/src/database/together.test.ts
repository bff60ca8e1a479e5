import { ToolmarkError } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { type DoTogether, Together } from './together.ts';

/** Upper case, in transactions that end when they are told to. */
function held() {
  const batches: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work: DoTogether<string, string> = async items => {
    batches.push([...items]);
    const error = await new Promise<Error | undefined>(resolve => ends.push(resolve));
    if (error !== undefined) throw error;
    return items.map(item => (item === 'bad' ? new ToolmarkError('test.bad', 'no') : item.toUpperCase()));
  };
  const together = new Together(work);
  const end = async (error?: Error) => {
    await turns();
    ends.shift()?.(error);
    await turns();
  };
  return { together, batches, end };
}

/** Everything that can go on without anyone else has gone on. */
async function turns(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise(resolve => setImmediate(resolve));
}

async function outcomeOf(promise: Promise<string>): Promise<string> {
  return await promise.catch((error: unknown) =>
    error instanceof ToolmarkError ? error.code : error instanceof Error ? error.message : 'unknown',
  );
}

describe('doing things together', () => {
  test('what is ready in one turn goes together, and so does what comes meanwhile', async () => {
    const { together, batches, end } = held();
    const first = ['a', 'b'].map(item => outcomeOf(together.do(item, 1)));
    await turns();
    expect(batches).toEqual([['a', 'b']]);
    const next = ['c', 'd', 'e'].map(item => outcomeOf(together.do(item, 1)));
    await turns();
    expect(batches).toEqual([['a', 'b']]);
    await end();
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
    await end();
    expect(await Promise.all([...first, ...next])).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  test('nobody is answered before the end of their transaction', async () => {
    const { together, end } = held();
    let answered = '';
    const done = together.do('a', 1).then(result => {
      answered = result;
    });
    await turns();
    expect(answered).toBe('');
    await end();
    await done;
    expect(answered).toBe('A');
  });

  test('what is refused is refused alone', async () => {
    const { together, end } = held();
    const done = ['a', 'b', 'bad', 'c'].map(item => outcomeOf(together.do(item, 1)));
    await end();
    expect(await Promise.all(done)).toEqual(['A', 'B', 'test.bad', 'C']);
  });

  test('when a transaction of several fails, each is tried by itself', async () => {
    const { together, batches, end } = held();
    const done = ['a', 'b', 'poison', 'c'].map(item => outcomeOf(together.do(item, 1)));
    await end(new Error('fault'));
    await end();
    await end();
    await end(new Error('fault'));
    await end();
    expect(await Promise.all(done)).toEqual(['A', 'B', 'fault', 'C']);
    expect(batches).toEqual([['a', 'b', 'poison', 'c'], ['a'], ['b'], ['poison'], ['c']]);
  });

  test.each(['store.busy', 'store.unavailable'])(
    '%s is told to everyone who waits, and the next is tried',
    async code => {
      const { together, end } = held();
      const done = ['a', 'b', 'c'].map(item => outcomeOf(together.do(item, 1)));
      await end(new ToolmarkError(code, 'later'));
      expect(await Promise.all(done)).toEqual([code, code, code]);
      const next = outcomeOf(together.do('d', 1));
      await end();
      expect(await next).toBe('D');
    },
  );

  test('a transaction has at most 32 of them, and one that is too large by itself goes alone', async () => {
    const { together, batches, end } = held();
    const items = Array.from({ length: 70 }, (_, index) => `${index}`);
    const done = [together.do('first', 1), ...items.map(item => together.do(item, 1))];
    done.push(together.do('large', 9 * 1024 * 1024), together.do('small', 1));
    for (let i = 0; i < 5; i++) await end();
    await Promise.all(done);
    expect(batches.map(batch => batch.length)).toEqual([32, 32, 7, 1, 1]);
  });
});
