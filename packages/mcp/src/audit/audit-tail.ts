import { fstatSync, readSync } from 'node:fs';
import {
  type AuditLink,
  type AuditRecovery,
  MAX_AUDIT_RECORD_BYTES,
  parseAuditRecord,
  sha256,
  ToolmarkError,
} from '@toolmark/core';
import { refuseAudit } from './refuse-audit.ts';

/** How a log ends. */
export interface AuditTail {
  /** The last whole record. */
  readonly last: AuditLink | undefined;
  /** Where the next record belongs. */
  readonly size: number;
  /** What a crash has left behind that place. */
  readonly torn?: NonNullable<AuditRecovery['torn']>;
}

const LINE_FEED = 0x0a;
/** The longest last record and the longest unfinished one after it, with the line feeds around them. */
const WINDOW = 2 * (MAX_AUDIT_RECORD_BYTES + 1);

/** Looks at the end of a log, not at the whole of it. What is no log of ours is never touched. */
export function readAuditTail(descriptor: number, file: string): AuditTail {
  const { size } = fstatSync(descriptor);
  const window = Buffer.alloc(Math.min(size, WINDOW));
  const bytes = window.subarray(0, readSync(descriptor, window, 0, window.length, size - window.length));
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  const rest = bytes.subarray(end);
  const torn = rest.length === 0 ? {} : { torn: { bytes: rest.length, digest: sha256(rest) } };
  if (end === 0) refuseForeign(rest, size, file);
  return {
    last: end === 0 ? undefined : lastLink(bytes.subarray(0, end - 1), file),
    size: size - rest.length,
    ...torn,
  };
}

/** Without a whole record only the beginning of a first one can be ours; everything else is somebody's file. */
function refuseForeign(rest: Buffer, size: number, file: string): void {
  const begin = Buffer.from('{"event":"');
  const length = Math.min(begin.length, rest.length);
  if (size <= MAX_AUDIT_RECORD_BYTES && begin.compare(rest, 0, length, 0, length) === 0) return;
  throw refuseAudit('not-a-log', file, 'holds something else. Name another file.');
}

function lastLink(lines: Buffer, file: string): AuditLink {
  try {
    const { seq, hash } = parseAuditRecord(lines.subarray(lines.lastIndexOf(LINE_FEED) + 1));
    return { seq, hash };
  } catch (cause) {
    if (!(cause instanceof ToolmarkError)) throw cause;
    const next = 'Look at it with "toolmark audit verify", move it away and start a new one.';
    throw refuseAudit('broken', file, `does not end in a whole record. ${next}`, cause);
  }
}
