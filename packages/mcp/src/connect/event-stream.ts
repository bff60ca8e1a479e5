import { serverError } from './codes.ts';
import { LineSplitter } from './line-splitter.ts';

/** One event of a text/event-stream. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string | undefined;
  readonly retry: string | undefined;
}

/** Parses a text/event-stream (WHATWG HTML, section 9.2.6), buffering at most `maxBytes` per event. */
export class EventReader {
  private readonly lines: LineSplitter;
  private readonly maxBytes: number;
  private readonly onEvent: (event: StreamEvent) => void;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private fields = new Map<string, string>();
  private data: string[] = [];
  private size = 0;

  constructor(maxBytes: number, onEvent: (event: StreamEvent) => void) {
    this.maxBytes = maxBytes;
    this.onEvent = onEvent;
    this.lines = new LineSplitter(maxBytes, { line: bytes => this.readLine(bytes), overflow: () => this.refuseSize() });
  }

  /** Throws `server.too-large` or `server.unreadable`. */
  push(chunk: Uint8Array): void {
    this.lines.push(chunk);
  }

  /** Lines end with CR, LF or CRLF. */
  private readLine(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.size > this.maxBytes) this.refuseSize();
    const text = this.decode(bytes);
    const lines = (text.endsWith('\r') ? text.slice(0, -1) : text).split('\r');
    for (const line of lines) this.readField(line);
  }

  private decode(bytes: Uint8Array): string {
    try {
      return this.decoder.decode(bytes);
    } catch {
      throw serverError('server.unreadable', 'Invalid message from the server: not UTF-8.');
    }
  }

  private refuseSize(): never {
    throw serverError('server.too-large', `A message exceeds ${this.maxBytes} bytes.`);
  }

  private readField(line: string): void {
    if (line === '') {
      this.finishEvent();
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.data.push(value);
    else this.fields.set(name, value);
  }

  private finishEvent(): void {
    const [type, id, retry] = ['event', 'id', 'retry'].map(name => this.fields.get(name));
    const event = { type: type || 'message', data: this.data.join('\n'), id, retry };
    this.fields = new Map();
    this.data = [];
    this.size = 0;
    if (event.data !== '' || id !== undefined || retry !== undefined) this.onEvent(event);
  }
}

/** Serializes an event for the SDK. */
export function writeEvent({ type, data, id, retry }: StreamEvent): string {
  const fields = [
    ...(type === 'message' ? [] : [`event: ${type}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...data.split('\n').map(line => `data: ${line}`),
  ];
  return `${fields.join('\n')}\n\n`;
}
