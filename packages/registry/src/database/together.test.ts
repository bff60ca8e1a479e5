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
    await settle();
    ends.shift()?.(error);
    await settle();
  };
  return { together, batches, end };
}

/** Everything that can go on without anyone else has gone on. */
async function settle(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
}

async function outcomeOf(promise: Promise<string>): Promise<string> {
  return await promise.catch((error: unknown) =>
    error instanceof ToolmarkError ? error.code : error instanceof Error ? error.message : 'unknown',
  );
}

describe('doing things together', () => {
  test('the first begins at once, and what comes meanwhile goes together', async () => {
    const { together, batches, end } = held();
    const done = ['a', 'b', 'c'].map(item => outcomeOf(together.do(item, 1)));
    expect(batches).toEqual([['a']]);
    await end();
    expect(batches).toEqual([['a'], ['b', 'c']]);
    await end();
    expect(await Promise.all(done)).toEqual(['A', 'B', 'C']);
  });

  test('nobody is answered before the end of their transaction', async () => {
    const { together, end } = held();
    let answered = '';
    const done = together.do('a', 1).then(result => {
      answered = result;
    });
    await settle();
    expect(answered).toBe('');
    await end();
    await done;
    expect(answered).toBe('A');
  });

  test('what is refused is refused alone', async () => {
    const { together, end } = held();
    const done = ['a', 'b', 'bad', 'c'].map(item => outcomeOf(together.do(item, 1)));
    await end();
    await end();
    expect(await Promise.all(done)).toEqual(['A', 'B', 'test.bad', 'C']);
  });

  test('when a transaction of several fails, each is tried by itself', async () => {
    const { together, batches, end } = held();
    const done = ['a', 'b', 'poison', 'c'].map(item => outcomeOf(together.do(item, 1)));
    await end();
    await end(new Error('fault'));
    await end();
    await end(new Error('fault'));
    await end();
    expect(await Promise.all(done)).toEqual(['A', 'B', 'fault', 'C']);
    expect(batches).toEqual([['a'], ['b', 'poison', 'c'], ['b'], ['poison'], ['c']]);
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
    for (let i = 0; i < 6; i++) await end();
    await Promise.all(done);
    expect(batches.map(batch => batch.length)).toEqual([1, 32, 32, 6, 1, 1]);
  });
});
