import { fstatSync, readSync } from 'node:fs';
import { sha256, ToolmarkError } from '@toolmark/core';
import { type AuditLink, type AuditRecovery, MAX_AUDIT_RECORD_BYTES, parseAuditRecord } from '@toolmark/core/guard';
import { refuseAudit } from './audit-files.ts';

/** How a log ends. */
export interface AuditTail {
  /** The last complete record. */
  readonly last: AuditLink | undefined;
  /** The position of the next record. */
  readonly size: number;
  /** An incomplete record left by a crash. */
  readonly torn?: NonNullable<AuditRecovery['torn']>;
}

const LINE_FEED = 0x0a;
/** Room for the longest record and an incomplete one after it. */
const WINDOW = 2 * (MAX_AUDIT_RECORD_BYTES + 1);

/** Reads the end of a log. Files that are not audit logs are refused. */
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

/** A file without a complete record is only ours if it is the beginning of a first record. */
function refuseForeign(rest: Buffer, size: number, file: string): void {
  const begin = Buffer.from('{"event":"');
  const length = Math.min(begin.length, rest.length);
  if (size <= MAX_AUDIT_RECORD_BYTES && begin.compare(rest, 0, length, 0, length) === 0) return;
  throw refuseAudit('not-a-log', file, 'is not an audit log. Use another file.');
}

function lastLink(lines: Buffer, file: string): AuditLink {
  try {
    const { seq, hash } = parseAuditRecord(lines.subarray(lines.lastIndexOf(LINE_FEED) + 1));
    return { seq, hash };
  } catch (cause) {
    if (!(cause instanceof ToolmarkError)) throw cause;
    const next = 'Check it with "toolmark audit verify", move it away and start a new log.';
    throw refuseAudit('broken', file, `does not end with a complete record. ${next}`, cause);
  }
}
