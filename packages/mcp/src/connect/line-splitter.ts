const LINE_FEED = 0x0a;

export interface LineReader {
  /** A complete line, without its line feed. */
  line(bytes: Uint8Array): void;
  /** The first `maxBytes` of a longer line; the rest is discarded. */
  overflow(start: Uint8Array): void;
}

/** Splits a byte stream into lines and never buffers more than `maxBytes` of a line. */
export class LineSplitter {
  private readonly maxBytes: number;
  private readonly reader: LineReader;
  private parts: Uint8Array[] = [];
  private size = 0;
  private dropping = false;

  constructor(maxBytes: number, reader: LineReader) {
    this.maxBytes = maxBytes;
    this.reader = reader;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      this.hold(chunk.subarray(from, end));
      this.finishLine();
      from = end + 1;
    }
    this.hold(chunk.subarray(from));
  }

  /** Ends the stream; an unterminated line is the last line. */
  end(): void {
    if (this.size > 0) this.finishLine();
  }

  private hold(part: Uint8Array): void {
    if (this.dropping || part.length === 0) return;
    const room = this.maxBytes - this.size;
    this.parts.push(part.length > room ? part.subarray(0, room) : part);
    this.size += Math.min(part.length, room);
    if (part.length <= room) return;
    this.dropping = true;
    this.reader.overflow(this.take());
  }

  private finishLine(): void {
    const line = this.take();
    if (!this.dropping) this.reader.line(line);
    this.dropping = false;
  }

  private take(): Uint8Array {
    const [only, ...more] = this.parts;
    const line = only !== undefined && more.length === 0 ? only : Buffer.concat(this.parts, this.size);
    this.parts = [];
    this.size = 0;
    return line;
  }
}
