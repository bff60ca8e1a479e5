import type { AuditVerdict } from '@toolmark/core';
import { formatBadRecord, wordsOfCount } from '../audit-text.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { parseKeptHead, readAudit } from '../read-audit.ts';

export interface AuditVerifyArguments {
  readonly file: string;
  /** `SEQ:HASH` of a record that is known to have been there. */
  readonly head?: string;
  readonly format: 'text' | 'json';
}

/** Whether an audit log is whole, and if not, which record is the first bad one. */
export function runAuditVerify(given: AuditVerifyArguments, io: Io): number {
  const kept = given.head === undefined ? [] : [parseKeptHead(given.head)];
  const verdict = readAudit(given.file, kept, io);
  io.out(given.format === 'json' ? formatJson(toJson(verdict)) : formatVerdict(verdict));
  return verdict.ok ? EXIT.yes : EXIT.no;
}

function toJson({ ok, records, firstBad, last, torn }: AuditVerdict): object {
  return { ok, records, firstBad, head: ok && last ? `${last.seq}:${last.hash}` : undefined, torn };
}

function formatVerdict({ ok, records, firstBad, last, torn }: AuditVerdict): string {
  const count = wordsOfCount(records);
  const lines = firstBad === undefined ? [`Whole: ${count}.`] : [formatBadRecord(firstBad), `Before it: ${count}.`];
  if (ok && torn !== undefined) lines.push(`A crash left ${torn} bytes of a record whose call was never forwarded.`);
  if (ok && last !== undefined) lines.push(`Head: ${last.seq}:${last.hash}`);
  return `${lines.join('\n')}\n`;
}
