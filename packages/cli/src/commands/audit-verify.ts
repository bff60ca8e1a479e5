import { type AuditVerdict, inert, ToolmarkError } from '@toolmark/core';
import type { Io } from '../io.ts';
import { formatBadRecord, wordsOfCount } from '../render/audit-text.ts';
import { formatJson } from '../render/print-json.ts';
import { findLogs } from '../sources/find-logs.ts';
import { parseKeptHead } from '../sources/read-audit.ts';
import { exitOfLogs, type ReadLog, readLogs, sumOfLogs } from '../sources/read-logs.ts';

export interface AuditVerifyArguments {
  /** Logs, and folders of logs. */
  readonly files: readonly string[];
  /** `SEQ:HASH` of a record that is known to have been there. */
  readonly head?: string;
  readonly format: 'text' | 'json';
}

/** Whether audit logs are whole, and if not, which record of each is the first bad one. */
export function runAuditVerify(given: AuditVerifyArguments, io: Io): number {
  const kept = given.head === undefined ? [] : [parseKeptHead(given.head)];
  const found = findLogs(given.files, io);
  if (kept.length > 0 && found.files.length > 1) {
    throw new ToolmarkError('usage.head-of-many', '--head belongs to one log. Name the log that it was taken from.');
  }
  const logs = readLogs(found, kept, io);
  const [only] = logs;
  if (!found.isMany && only !== undefined && 'verdict' in only) {
    io.out(given.format === 'json' ? formatJson(toJson(only.verdict)) : formatVerdict(only.verdict));
  } else io.out(given.format === 'json' ? formatJson(sumOfLogs(logs, toJson)) : formatLogs(logs));
  return exitOfLogs(logs);
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

function formatLogs(logs: readonly ReadLog[]): string {
  const parts = logs.map(log => {
    const text = 'error' in log ? `Not read: ${log.error.message} [${log.error.code}]\n` : formatVerdict(log.verdict);
    return `${inert(log.file)}\n${text.replace(/^/gm, '  ').trimEnd()}\n`;
  });
  const whole = logs.filter(log => 'verdict' in log && log.verdict.ok).length;
  return `${parts.join('')}${whole} of ${logs.length} ${logs.length === 1 ? 'log is' : 'logs are'} whole.\n`;
}
