import { member, ToolmarkError } from '../base/index.ts';
import type { AuditHead } from './audit-head.ts';
import { type AuditLine, auditLines } from './audit-lines.ts';
import { type AuditLink, type AuditRecord, parseAuditRecord } from './audit-record.ts';

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
    judgeEnd(chain);
    return { ok: true, ...summary(chain) };
  } catch (error) {
    // What the source of the bytes or the listener throws is no verdict on the log.
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
    throw bad(
      'out-of-order',
      `It has the number ${seq}, and ${records} comes here: records were dropped, added or moved.`,
    );
  }
  if (prev !== (last?.hash ?? null)) throw bad('broken-chain', 'It does not follow the record before it.');
  if (seq === 0 && event !== 'start' && event !== 'recovered') {
    throw bad('malformed', 'The first record of a log is a start.');
  }
}

function refuseOtherHash({ heads }: Chain, { seq, hash }: AuditRecord): void {
  if (heads.every(head => head.seq !== seq || head.hash === hash)) return;
  throw bad(
    'head-differs',
    'The head names another record of this number: the log was written anew from here or before.',
  );
}

/** What a writer found missing when it took the log up again. */
function refuseLoss({ last }: Chain, record: AuditRecord): void {
  if (member(record, 'lost') !== undefined) throw bad('cut', 'When the log was taken up here, records were missing.');
  if (member(record, 'head') !== 'ok' && last?.event !== 'stop') {
    throw bad('end-unproven', 'When the log was taken up here, nothing showed that no records were missing.');
  }
}

/** A chain cannot show that its end was cut off; a head, or else a stop, can. */
function judgeEnd({ heads, records, last, torn }: Chain): void {
  if (records === 0 && torn === undefined) throw bad('empty', 'There is no record.');
  const missing = heads.find(head => head.seq >= records);
  if (missing !== undefined) {
    throw bad('cut', `The head names the record ${missing.seq}, which is not there: the end was cut off.`);
  }
  // An empty head is left by a crash while the first record is written, and proves nothing later.
  if (heads.some(({ seq }) => seq >= 0 || records <= 1)) return;
  if (torn !== undefined) throw bad('torn', 'The last line is not finished, and there is no head that shows why.');
  if (last?.event !== 'stop') {
    throw bad('end-unproven', 'There is no head, and the last record is no stop: records may have been cut off here.');
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
