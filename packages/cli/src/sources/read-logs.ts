import { type AuditRecord, type AuditVerdict, ToolmarkError } from '@toolmark/core';
import type { AuditHead } from '@toolmark/core/guard';
import { EXIT, type Io } from '../io.ts';
import type { FoundLogs } from './find-logs.ts';
import { readAudit } from './read-audit.ts';

/** What became of one log: a verdict, or the reason why it could not be read. */
export type ReadLog =
  | { readonly file: string; readonly verdict: AuditVerdict }
  | { readonly file: string; readonly error: { readonly code: string; readonly message: string } };

/** Verifies logs one after the other. Of several, one that cannot be read does not hide the others. */
export function readLogs(
  { files, isMany }: FoundLogs,
  heads: readonly AuditHead[],
  io: Pick<Io, 'cwd' | 'stdin'>,
  onRecord?: (record: AuditRecord, file: string) => void,
): ReadLog[] {
  return files.map(file => {
    try {
      return { file, verdict: readAudit(file, heads, io, record => onRecord?.(record, file)) };
    } catch (error) {
      if (!isMany || !(error instanceof ToolmarkError)) throw error;
      const { code, message } = error;
      return { file, error: { code, message } };
    }
  });
}

/** A log that is not whole is an answer, whatever else could not be read. */
export function exitOfLogs(logs: readonly ReadLog[]): number {
  if (logs.some(log => 'verdict' in log && !log.verdict.ok)) return EXIT.no;
  return logs.some(log => 'error' in log) ? EXIT.error : EXIT.yes;
}

/** What a JSON result has in common: whether all is well, each log, and whether some could not be read. */
export function sumOfLogs(logs: readonly ReadLog[], toJson: (verdict: AuditVerdict) => object): object {
  const unread = logs.flatMap(log => ('error' in log ? [log.error.code] : []));
  const message = `${unread.length} of ${logs.length} logs could not be read.`;
  return {
    ok: logs.every(log => 'verdict' in log && log.verdict.ok),
    records: logs.reduce((sum, log) => sum + ('verdict' in log ? log.verdict.records : 0), 0),
    logs: logs.map(log =>
      'error' in log ? { file: log.file, ok: false, error: log.error } : { file: log.file, ...toJson(log.verdict) },
    ),
    ...(unread.length === 0 ? {} : { error: { code: unread[0], message } }),
  };
}
