import { expect, test } from 'vitest';
import { Deadlines, type Due } from './deadlines.ts';

/** Things that wait, each so many milliseconds from now, and the names of those that took too long, as they end. */
function watch(patience: Readonly<Record<string, number>>) {
  const waiting = new Map<string, Due & { readonly name: string }>();
  const ended: string[] = [];
  let isOver = () => {};
  const over = new Promise<void>(resolve => {
    isOver = resolve;
  });
  const deadlines = new Deadlines(
    () => waiting.values(),
    ({ name }) => {
      ended.push(name);
      waiting.delete(name);
      if (waiting.size === 0) isOver();
    },
  );
  const now = performance.now();
  for (const [name, ms] of Object.entries(patience)) {
    const item = { name, deadline: now + ms };
    waiting.set(name, item);
    deadlines.watch(item);
  }
  // The timer of deadlines holds no process, and a test has nothing else that does.
  const hold = setInterval(() => {}, 1_000);
  void over.then(() => clearInterval(hold));
  return { waiting, ended, over, deadlines };
}

test('what takes too long ends, the most urgent first, in whatever order it came', async () => {
  const { ended, over } = watch({ slow: 60, quick: 5, middle: 30 });
  await over;
  expect(ended).toEqual(['quick', 'middle', 'slow']);
});

test('what is done in time, or has got more of it, does not end', async () => {
  const { waiting, ended, over } = watch({ done: 5, prolonged: 10, last: 40 });
  waiting.delete('done');
  const prolonged = waiting.get('prolonged');
  if (prolonged !== undefined) prolonged.deadline += 60;
  await over;
  expect(ended).toEqual(['last', 'prolonged']);
});

test('nothing ends after the end', async () => {
  const { ended, deadlines } = watch({ first: 5 });
  deadlines.close();
  const other = watch({ first: 20 });
  await other.over;
  expect([ended, other.ended]).toEqual([[], ['first']]);
});
