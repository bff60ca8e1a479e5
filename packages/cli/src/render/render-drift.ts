import type { Format } from '../io.ts';
import { driftMarkdown } from './drift-markdown.ts';
import { type DriftReport, toJson } from './drift-report.ts';
import { driftSarif } from './drift-sarif.ts';
import { formatDrift } from './drift-text.ts';
import { formatJson } from './print-json.ts';

/** Renders a report; SARIF refers to lines of the lock file. */
export function renderDrift(
  report: DriftReport,
  format: Format,
  lock: { readonly file: string; readonly bytes: Uint8Array },
  hasColor: boolean,
): string {
  switch (format) {
    case 'json':
      return formatJson(toJson(report));
    case 'sarif':
      return formatJson(driftSarif(report, lock.file, lock.bytes));
    case 'markdown':
      return driftMarkdown(report);
    case 'text':
      return formatDrift(report, hasColor);
  }
}
