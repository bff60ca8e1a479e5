import { MAX_AUDIT_RECORD_BYTES } from './audit-record.ts';

export interface AuditLine {
  /** Without its line feed. Of a line that is too long, only the beginning. */
  readonly bytes: Uint8Array;
  /** Whether a line feed follows. */
  readonly isWhole: boolean;
}

const LINE_FEED = 0x0a;

/** The lines in a stream of bytes. What is longer than a record can be ends the stream, so memory stays small. */
export function* auditLines(chunks: Iterable<Uint8Array>): Generator<AuditLine> {
  let held = new Uint8Array(0);
  for (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      yield { bytes: join(held, chunk.subarray(from, end)), isWhole: true };
      held = new Uint8Array(0);
      from = end + 1;
    }
    held = join(held, chunk.subarray(from));
    if (held.length > MAX_AUDIT_RECORD_BYTES) {
      yield { bytes: held, isWhole: true };
      return;
    }
  }
  if (held.length > 0) yield { bytes: held, isWhole: false };
}

/** A copy also of a single part: whoever fills the chunks may use their memory again. */
function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
