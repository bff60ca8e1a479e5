import { type DriftReport, toJson } from './drift-report.ts';
import { formatDrift } from './drift-text.ts';
import type { Format } from './io.ts';
import { formatJson } from './print-json.ts';

/** The lock that a report speaks about, as code scanning wants to show it. */
export interface LockPlace {
  readonly file: string;
  readonly read: () => Uint8Array;
}

/** A report in the form that was asked for. */
export async function renderDrift(
  report: DriftReport,
  format: Format,
  lock: LockPlace,
  hasColor: boolean,
): Promise<string> {
  switch (format) {
    case 'json':
      return formatJson(toJson(report));
    case 'sarif': {
      const { driftSarif } = await import('./drift-sarif.ts');
      return formatJson(driftSarif(report, lock.file, lock.read()));
    }
    case 'markdown': {
      const { driftMarkdown } = await import('./drift-markdown.ts');
      return driftMarkdown(report);
    }
    case 'text':
      return formatDrift(report, hasColor);
  }
}
