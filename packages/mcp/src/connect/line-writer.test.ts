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

test('lines of one turn are written together and in order, sixteen at most', async () => {
  const { writes, stream } = paper();
  const writer = new LineWriter(stream);
  for (let line = 1; line <= 18; line++) writer.write(String(line));
  await nextTurn();
  expect(writes.map(text => text.split('\n').length - 1)).toEqual([16, 2]);
  expect(writes.join('').trimEnd().split('\n').map(Number)).toEqual(Array.from({ length: 18 }, (_, line) => line + 1));
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
