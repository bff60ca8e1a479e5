import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { LineWriter } from './line-writer.ts';

/** What is written, each write as it came. */
function paper(): { writes: string[]; stream: Writable } {
  const writes: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      writes.push(String(chunk));
      done();
    },
  });
  return { writes, stream };
}

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

test('lines of one turn are written together and in order, eight at most', async () => {
  const { writes, stream } = paper();
  const writer = new LineWriter(stream);
  for (let line = 1; line <= 10; line++) writer.write(String(line));
  await nextTurn();
  expect(writes).toEqual(['1\n2\n3\n4\n5\n6\n7\n8\n', '9\n10\n']);
});

test('an urgent line takes those along that could have waited', async () => {
  const { writes, stream } = paper();
  const writer = new LineWriter(stream);
  writer.write('a', false);
  expect(writer.waiting).toBe(1);
  writer.write('b');
  await nextTurn();
  expect(writes).toEqual(['a\nb\n']);
});

test('a line that can wait is written even if no other comes', async () => {
  const stream = new PassThrough();
  const written = once(stream, 'data');
  new LineWriter(stream).write('alone', false);
  expect(String((await written)[0])).toBe('alone\n');
});

test('nothing is written to a stream that has ended', async () => {
  const { writes, stream } = paper();
  const writer = new LineWriter(stream);
  writer.write('late');
  stream.destroy();
  await nextTurn();
  expect(writes).toEqual([]);
});
