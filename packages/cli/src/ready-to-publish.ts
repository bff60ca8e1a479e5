import type { Finding, ValidationReport } from '@toolmark/core';

/** Errors, and warnings about the entry itself: registries refuse it, or clients cannot use it as it is. */
export function keepsFromPublishing({ code, severity, waived }: Finding): boolean {
  if (waived !== undefined) return false;
  return severity === 'error' || (severity === 'warning' && code.startsWith('server.'));
}

/** Whether registries take the entry as it is; nothing is said of what is no `server.json`. */
export function isReady(kind: ValidationReport['kind'] | 'unreadable', findings: readonly Finding[]): boolean {
  return kind === 'server-json' && !findings.some(keepsFromPublishing);
}
