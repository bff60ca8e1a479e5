export type Severity = 'error' | 'warning' | 'info';

/** One thing that is wrong, or worth knowing, with its place: the same shape in every command and report. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** RFC 6901 pointer into the input; the empty string is the whole of it. */
  readonly pointer: string;
  readonly message: string;
  readonly tool?: string;
  readonly server?: string;
  readonly evidence?: string;
  readonly waived?: { readonly reason: string; readonly expires: string };
}

/** Whether the list has an error that is not waived. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(finding => finding.severity === 'error' && finding.waived === undefined);
}

/** Findings in an order that depends on their content alone, so that equal input gives equal bytes. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => compare(a.pointer, b.pointer) || compare(a.code, b.code) || compareRest(a, b));
}

/** Every other field in turn, so that only findings alike in all of them keep the order they came in. */
function compareRest(a: Finding, b: Finding): number {
  const [left, right] = [restOf(a), restOf(b)];
  return left.reduce((order, field, i) => order || compare(field, right[i] ?? ''), 0);
}

function restOf({ message, server, tool, severity, evidence, waived }: Finding): string[] {
  return [message, server, tool, severity, evidence, waived?.reason, waived?.expires].map(field => field ?? '');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
