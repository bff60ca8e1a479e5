import { ToolmarkError } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { type Commit, GroupCommit } from './group-commit.ts';

/** A commit that makes items upper case and ends on demand. */
function held() {
  const batches: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const commit: Commit<string, string> = async items => {
    batches.push([...items]);
    const error = await new Promise<Error | undefined>(resolve => ends.push(resolve));
    if (error !== undefined) throw error;
    return items.map(item => (item === 'bad' ? new ToolmarkError('test.bad', 'no') : item.toUpperCase()));
  };
  const group = new GroupCommit(commit);
  const end = async (error?: Error) => {
    await turns();
    ends.shift()?.(error);
    await turns();
  };
  return { group, batches, end };
}

/** Lets all pending work of the event loop run. */
async function turns(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise(resolve => setImmediate(resolve));
}

async function outcomeOf(promise: Promise<string>): Promise<string> {
  return await promise.catch((error: unknown) =>
    error instanceof ToolmarkError ? error.code : error instanceof Error ? error.message : 'unknown',
  );
}

describe('group commit', () => {
  test('commits items of one turn together, and items that arrive meanwhile together next', async () => {
    const { group, batches, end } = held();
    const first = ['a', 'b'].map(item => outcomeOf(group.submit(item, 1)));
    await turns();
    expect(batches).toEqual([['a', 'b']]);
    const next = ['c', 'd', 'e'].map(item => outcomeOf(group.submit(item, 1)));
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

  test('answers after the commit', async () => {
    const { group, end } = held();
    let answered = '';
    const done = group.submit('a', 1).then(result => {
      answered = result;
    });
    await turns();
    expect(answered).toBe('');
    await end();
    await done;
    expect(answered).toBe('A');
  });

  test('refuses one item without affecting the others', async () => {
    const { group, end } = held();
    const done = ['a', 'b', 'bad', 'c'].map(item => outcomeOf(group.submit(item, 1)));
    await end();
    expect(await Promise.all(done)).toEqual(['A', 'B', 'test.bad', 'C']);
  });

  test('retries each item alone when a transaction of several fails', async () => {
    const { group, batches, end } = held();
    const done = ['a', 'b', 'poison', 'c'].map(item => outcomeOf(group.submit(item, 1)));
    await end(new Error('fault'));
    await end();
    await end();
    await end(new Error('fault'));
    await end();
    expect(await Promise.all(done)).toEqual(['A', 'B', 'fault', 'C']);
    expect(batches).toEqual([['a', 'b', 'poison', 'c'], ['a'], ['b'], ['poison'], ['c']]);
  });

  test.each(['store.busy', 'store.unavailable'])('%s fails every waiting item, and the next is tried', async code => {
    const { group, end } = held();
    const done = ['a', 'b', 'c'].map(item => outcomeOf(group.submit(item, 1)));
    await end(new ToolmarkError(code, 'later'));
    expect(await Promise.all(done)).toEqual([code, code, code]);
    const next = outcomeOf(group.submit('d', 1));
    await end();
    expect(await next).toBe('D');
  });

  test('limits a transaction to 32 items, and commits an oversized item alone', async () => {
    const { group, batches, end } = held();
    const items = Array.from({ length: 70 }, (_, index) => `${index}`);
    const done = [group.submit('first', 1), ...items.map(item => group.submit(item, 1))];
    done.push(group.submit('large', 9 * 1024 * 1024), group.submit('small', 1));
    for (let i = 0; i < 5; i++) await end();
    await Promise.all(done);
    expect(batches.map(batch => batch.length)).toEqual([32, 32, 7, 1, 1]);
  });
});
