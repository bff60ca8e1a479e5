import type { Writable } from 'node:stream';

/** Lines that wait for more of them at most: beyond that, the other side could be at work on them already. */
const MANY = 16;
const MAX_WAIT_MS = 1;

/** Writes lines a few together: under load that saves most of the system calls, and of the waking up on the other side. */
export class LineWriter {
  private readonly stream: Writable;
  private lines: string[] = [];
  private size = 0;
  private isDue = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(stream: Writable) {
    this.stream = stream;
  }

  /** Characters that wait for the other side to read them. */
  get waiting(): number {
    return this.size + this.stream.writableLength;
  }

  /** Writes the line in this turn of the event loop; one that is not urgent may wait a moment for others. */
  write(line: string, isUrgent = true): void {
    this.size += line.length;
    if (this.lines.push(line) >= MANY) this.flush();
    else if (!isUrgent) this.timer ??= setTimeout(() => this.flush(), MAX_WAIT_MS);
    else if (!this.isDue) {
      this.isDue = true;
      process.nextTick(() => this.flush());
    }
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isDue = false;
    if (this.lines.length === 0) return;
    const text = `${this.lines.join('\n')}\n`;
    this.lines = [];
    this.size = 0;
    if (!this.stream.destroyed && !this.stream.writableEnded) this.stream.write(text);
  }
}
