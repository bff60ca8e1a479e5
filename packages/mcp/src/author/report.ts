import process from 'node:process';
import { type Finding, inert, quoteInert, ToolmarkError } from '@toolmark/core';

export interface ReportOptions {
  /** `false`: what would refuse to start goes to `warn` instead. Metadata that has not its shape is refused all the same. */
  readonly strict?: boolean;
  /** Default: a warning of the process. */
  readonly warn?: (finding: Finding) => void;
}

/** Throws for errors unless the author has switched that off, and warns of the rest; what is merely worth knowing is silent. */
export function report(
  findings: readonly Finding[],
  what: string,
  { strict = true, warn = warnProcess }: ReportOptions,
): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (strict && errors.length > 0) refuse(errors, what);
  for (const finding of findings) if (finding.severity !== 'info') warn(finding);
}

/** Throws `author.invalid-tool`. An author mends these by hand, so every one of them is in the message. */
export function refuse(errors: readonly Finding[], what: string): never {
  const lines = errors.map(
    ({ code, pointer, message }) => `\n- ${code} at ${inert(pointer) || 'the root'}: ${message}`,
  );
  throw new ToolmarkError('author.invalid-tool', `${what} cannot be offered as it is:${lines.join('')}`, {
    findings: errors,
  });
}

function warnProcess({ code, pointer, message, tool }: Finding): void {
  const place = `${tool === undefined ? '' : `tool ${quoteInert(tool)}, `}${inert(pointer) || 'the root'}`;
  process.emitWarning(`${place}: ${message}`, { type: 'ToolmarkWarning', code });
}
