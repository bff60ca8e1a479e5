import type { Writable } from 'node:stream';

/** So many lines at most wait for more: beyond that, the other side could be at work on them already. */
const MANY = 8;

/** Writes the lines of one turn of the event loop a few together: under load that saves most of the system calls. */
export class LineWriter {
  private readonly stream: Writable;
  private lines: string[] = [];
  private size = 0;

  constructor(stream: Writable) {
    this.stream = stream;
  }

  /** Characters that wait for the other side to read them. */
  get waiting(): number {
    return this.size + this.stream.writableLength;
  }

  write(line: string): void {
    this.size += line.length;
    const count = this.lines.push(line);
    if (count === MANY) this.flush();
    else if (count === 1) process.nextTick(() => this.flush());
  }

  private flush(): void {
    if (this.lines.length === 0) return;
    const text = `${this.lines.join('\n')}\n`;
    this.lines = [];
    this.size = 0;
    if (!this.stream.destroyed && !this.stream.writableEnded) this.stream.write(text);
  }
}
