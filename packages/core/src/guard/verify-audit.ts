import { member, ToolmarkError } from '../base/index.ts';
import {
  type AuditHead,
  type AuditLink,
  type AuditRecord,
  MAX_AUDIT_RECORD_BYTES,
  parseAuditRecord,
} from './audit-record.ts';

export interface BadRecord {
  /** From 1. */
  readonly line: number;
  /** The number that the record in this place has to have. */
  readonly seq: number;
  readonly code: string;
  readonly message: string;
}

export interface AuditVerdict {
  readonly ok: boolean;
  /** How many records hold before the first that does not. */
  readonly records: number;
  readonly firstBad?: BadRecord;
  /** The last record that holds. */
  readonly last?: AuditLink;
  /** Bytes of an unfinished line at the end, as a crash leaves it. */
  readonly torn?: number;
}

export interface VerifyAuditOptions {
  /** Records that are known to have been in the log. */
  readonly heads?: readonly AuditHead[];
  /** Sees every record that holds, in order. */
  readonly onRecord?: (record: AuditRecord) => void;
}

/** Whether a log is whole, and if not, where it first is not (docs/spec/audit.md, section 6). */
export function verifyAudit(chunks: Iterable<Uint8Array>, options: VerifyAuditOptions = {}): AuditVerdict {
  const { heads = [], onRecord = () => undefined } = options;
  const chain: Chain = { heads, records: 0 };
  try {
    for (const line of auditLines(chunks)) {
      if (line.isWhole) onRecord(follow(chain, line.bytes));
      else chain.torn = line.bytes.length;
    }
    checkEnd(chain);
    return { ok: true, ...summary(chain) };
  } catch (error) {
    // Errors of the byte source or the listener are not about the log.
    if (!(error instanceof ToolmarkError) || !error.code.startsWith('audit.')) throw error;
    return { ok: false, ...summary(chain), firstBad: place(chain, error) };
  }
}

interface Chain {
  readonly heads: readonly AuditHead[];
  records: number;
  last?: AuditRecord;
  torn?: number;
}

function follow(chain: Chain, line: AuditLine['bytes']): AuditRecord {
  const record = parseAuditRecord(line);
  refuseOrder(chain, record);
  refuseOtherHash(chain, record);
  if (record.event === 'recovered') refuseLoss(chain, record);
  chain.last = record;
  chain.records++;
  return record;
}

function refuseOrder({ records, last }: Chain, { seq, prev, event }: AuditRecord): void {
  if (seq !== records) {
    throw bad('out-of-order', `Expected record ${records}, found ${seq}: records were removed, added or moved.`);
  }
  if (prev !== (last?.hash ?? null)) throw bad('broken-chain', 'It does not follow the record before it.');
  if (seq === 0 && event !== 'start' && event !== 'recovered') {
    throw bad('malformed', 'The first record of a log must be a start.');
  }
}

function refuseOtherHash({ heads }: Chain, { seq, hash }: AuditRecord): void {
  if (heads.every(head => head.seq !== seq || head.hash === hash)) return;
  throw bad('head-differs', 'The head names another record with this number: the log was rewritten here or earlier.');
}

/** Records that a writer found missing when it resumed the log. */
function refuseLoss({ last }: Chain, record: AuditRecord): void {
  if (member(record, 'lost') !== undefined) throw bad('cut', 'Records were missing when the log was resumed here.');
  if (member(record, 'head') !== 'ok' && last?.event !== 'stop') {
    throw bad('end-unproven', 'Nothing proved the log complete when it was resumed here.');
  }
}

/** A chain cannot show that its end was cut off; a head, or else a stop, can. */
function checkEnd({ heads, records, last, torn }: Chain): void {
  if (records === 0 && torn === undefined) throw bad('empty', 'The log has no records.');
  const missing = heads.find(head => head.seq >= records);
  if (missing !== undefined) {
    throw bad('cut', `The head names record ${missing.seq}, which is missing: the end was cut off.`);
  }
  // An empty head is left by a crash while the first record is written, and proves nothing later.
  if (heads.some(({ seq }) => seq >= 0 || records <= 1)) return;
  if (torn !== undefined) throw bad('torn', 'The last line is incomplete, and no head explains it.');
  if (last?.event !== 'stop') {
    throw bad('end-unproven', 'There is no head, and the last record is not a stop: records may be missing here.');
  }
}

function bad(code: string, message: string): ToolmarkError {
  return new ToolmarkError(`audit.${code}`, message);
}

function place({ records }: Chain, { code, message }: ToolmarkError): BadRecord {
  return { line: records + 1, seq: records, code, message };
}

function summary({ records, last, torn }: Chain): Omit<AuditVerdict, 'ok'> {
  const link = last && { seq: last.seq, hash: last.hash };
  return { records, ...(link && { last: link }), ...(torn !== undefined && { torn }) };
}

export interface AuditLine {
  /** Without its line feed. Of a line that is too long, only the beginning. */
  readonly bytes: Uint8Array;
  /** Whether a line feed follows. */
  readonly isWhole: boolean;
}

const LINE_FEED = 0x0a;

/** The lines in a stream of bytes. A line longer than any record ends the stream, which bounds memory. */
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

/** Always copies: the caller may reuse the memory of a chunk. */
function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
