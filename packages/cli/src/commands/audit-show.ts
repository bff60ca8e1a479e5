import { type AuditRecord, type AuditVerdict, inert, member, ToolmarkError } from '@toolmark/core';
import type { Io } from '../io.ts';
import { formatBadRecord, formatRecord } from '../render/audit-text.ts';
import { formatJson } from '../render/print-json.ts';
import { findLogs } from '../sources/find-logs.ts';
import { type LastRecords, lastRecords } from '../sources/last-records.ts';
import { exitOfLogs, type ReadLog, readLogs, sumOfLogs } from '../sources/read-logs.ts';

export interface AuditShowArguments {
  /** Logs, and folders of logs. */
  readonly files: readonly string[];
  readonly tool?: string;
  readonly server?: string;
  readonly decision?: string;
  readonly since?: string;
  readonly limit: number;
  readonly format: 'text' | 'json';
}

/** The last records that are wanted, of each log up to the first that does not hold. */
export function runAuditShow(given: AuditShowArguments, io: Io): number {
  const isWanted = filterOf(given);
  const found = findLogs(given.files, io);
  const last = lastRecords(given.limit);
  const logs = readLogs(found, [], io, (record, file) => last.see(record, file, isWanted(record)));
  if (given.format === 'json') io.out(formatJson(found.isMany ? manyJson(logs, last) : oneJson(logs, last)));
  else io.out(textOf(last, found.isMany));
  const shown = last.records().length;
  if (last.found() > shown) io.stderr(`The last ${shown} of ${last.found()}; --limit shows more.\n`);
  for (const log of logs) explain(log, found.isMany, io);
  return exitOfLogs(logs);
}

function oneJson([log]: readonly ReadLog[], last: LastRecords): object {
  const { ok, firstBad } = (log !== undefined && 'verdict' in log ? log.verdict : {}) as Partial<AuditVerdict>;
  return { ok, found: last.found(), records: last.records().map(({ record }) => record), firstBad };
}

function manyJson(logs: readonly ReadLog[], last: LastRecords): object {
  const sum = sumOfLogs(logs, ({ ok, records, firstBad }) => ({ ok, records, firstBad }));
  return { ...sum, found: last.found(), records: last.records().map(({ record, file }) => ({ file, ...record })) };
}

function textOf(last: LastRecords, isMany: boolean): string {
  const lines = last.records().map(({ record, file }) => {
    return `${isMany ? `${inert(file)}  ` : ''}${formatRecord(record)}\n`;
  });
  return lines.join('');
}

function explain(log: ReadLog, isMany: boolean, io: Io): void {
  const name = isMany ? `${inert(log.file)}: ` : '';
  if ('error' in log) io.stderr(`${name}Not read: ${log.error.message} [${log.error.code}]\n`);
  else if (log.verdict.firstBad !== undefined) {
    io.stderr(`${name}${formatBadRecord(log.verdict.firstBad)}\nLater records are not shown.\n`);
  }
}

function filterOf({ tool, server, decision, since }: AuditShowArguments): (record: AuditRecord) => boolean {
  const from = since === undefined ? undefined : timeOf(since);
  return record =>
    (tool === undefined || member(record, 'tool') === tool || member(record, 'original') === tool) &&
    (server === undefined || member(record, 'server') === server) &&
    (decision === undefined || member(record, 'decision') === decision) &&
    (from === undefined || Date.parse(record.time) >= from);
}

function timeOf(text: string): number {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isTime ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new ToolmarkError('usage.bad-time', 'Write --since as 2026-11-15 or 2026-11-15T12:00:00Z.');
}
