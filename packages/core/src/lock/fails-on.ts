import type { Change } from './change.ts';
import type { DriftSeverity } from './severity-table.ts';

/** From the gravest on: what fails at one of them fails at every later one. */
export const DRIFT_SEVERITIES: readonly DriftSeverity[] = ['critical', 'info', 'safe'];

/** Whether any change is at least as grave as the limit: `critical` is the laxest limit, `safe` the strictest. */
export function failsOn(changes: readonly Change[], limit: DriftSeverity): boolean {
  const failing = DRIFT_SEVERITIES.slice(0, DRIFT_SEVERITIES.indexOf(limit) + 1);
  return changes.some(({ severity }) => failing.includes(severity));
}
