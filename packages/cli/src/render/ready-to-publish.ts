import type { Finding, ValidationReport } from '@toolmark/core';

/** Errors, and warnings about the entry itself: registries refuse it, or clients cannot use it as it is. */
export function keepsFromPublishing({ code, severity, waived }: Finding): boolean {
  if (waived !== undefined) return false;
  return severity === 'error' || (severity === 'warning' && code.startsWith('server.'));
}

/** Whether a `server.json` can be published as it is; false for other kinds. */
export function isReady(kind: ValidationReport['kind'] | 'unreadable', findings: readonly Finding[]): boolean {
  return kind === 'server-json' && !findings.some(keepsFromPublishing);
}
