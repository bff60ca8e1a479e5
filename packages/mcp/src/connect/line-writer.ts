import type { Writable } from 'node:stream';

/** Lines that are written together at most: with more of them, the other side could be at work on the first already. */
const MANY = 8;

/** Writes the lines of one turn of the event loop a few together: that saves system calls, and wakes the other side less often. */
export class LineWriter {
  private readonly stream: Writable;
  private lines: string[] = [];
  private size = 0;
  private isDue = false;

  constructor(stream: Writable) {
    this.stream = stream;
  }

  /** Characters that wait for the other side to read them. */
  get waiting(): number {
    return this.size + this.stream.writableLength;
  }

  /** Writes the line in this turn of the event loop. */
  write(line: string): void {
    this.size += line.length;
    if (this.lines.push(line) >= MANY) this.flush();
    else if (!this.isDue) {
      this.isDue = true;
      process.nextTick(() => {
        this.isDue = false;
        this.flush();
      });
    }
  }

  private flush(): void {
    if (this.lines.length === 0) return;
    const text = `${this.lines.join('\n')}\n`;
    this.lines = [];
    this.size = 0;
    if (!this.stream.destroyed && !this.stream.writableEnded) this.stream.write(text);
  }
}
