import process from 'node:process';
import type { Writable } from 'node:stream';

/** Writes a line unless the stream has ended. Lines of one turn of the event loop reach the pipe in one system call. */
export function writeLine(stream: Writable, line: string): void {
  if (stream.destroyed || stream.writableEnded) return;
  stream.cork();
  stream.write(`${line}\n`);
  process.nextTick(() => stream.uncork());
}
