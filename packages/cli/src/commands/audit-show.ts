import { type AuditRecord, member, ToolmarkError } from '@toolmark/core';
import { formatBadRecord, formatRecord } from '../audit-text.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { readAudit } from '../read-audit.ts';

export interface AuditShowArguments {
  readonly file: string;
  readonly tool?: string;
  readonly server?: string;
  readonly decision?: string;
  readonly since?: string;
  readonly limit: number;
  readonly format: 'text' | 'json';
}

/** The last records that are wanted, up to the first that does not hold. */
export function runAuditShow(given: AuditShowArguments, io: Io): number {
  const isWanted = filterOf(given);
  const shown: AuditRecord[] = [];
  let found = 0;
  const { ok, firstBad } = readAudit(given.file, [], io, record => {
    if (!isWanted(record)) return;
    found++;
    shown.push(record);
    // Thrown away in portions: a log may hold millions.
    if (shown.length >= given.limit * 2) shown.splice(0, shown.length - given.limit);
  });
  const records = shown.slice(-given.limit);
  if (given.format === 'json') io.out(formatJson({ ok, found, records, firstBad }));
  else io.out(records.map(record => `${formatRecord(record)}\n`).join(''));
  if (found > records.length) io.talk(`The last ${records.length} of ${found}; --limit shows more.\n`);
  if (firstBad !== undefined) io.talk(`${formatBadRecord(firstBad)}\nNothing is shown from there on.\n`);
  return ok ? EXIT.yes : EXIT.no;
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
