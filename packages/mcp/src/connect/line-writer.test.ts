import { Writable } from 'node:stream';
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
  expect(writes.map(text => text.split('\n').length - 1)).toEqual([8, 2]);
  expect(writes.join('').trimEnd().split('\n').map(Number)).toEqual(Array.from({ length: 10 }, (_, line) => line + 1));
});

test('a line waits for the end of the turn, and no longer', async () => {
  const { writes, stream } = paper();
  const writer = new LineWriter(stream);
  writer.write('a');
  expect([writer.waiting, writes]).toEqual([1, []]);
  await nextTurn();
  expect([writer.waiting, writes]).toEqual([0, ['a\n']]);
  writer.write('b');
  await nextTurn();
  expect(writes).toEqual(['a\n', 'b\n']);
});

test('nothing is written to a stream that has ended', async () => {
  const { writes, stream } = paper();
  const writer = new LineWriter(stream);
  writer.write('late');
  stream.destroy();
  await nextTurn();
  expect(writes).toEqual([]);
});
