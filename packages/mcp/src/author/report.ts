import process from 'node:process';
import { type Finding, inert, quoteInert, ToolmarkError } from '@toolmark/core';

export interface ReportOptions {
  /** `false`: errors go to `warn` instead. Malformed metadata is always refused. */
  readonly strict?: boolean;
  /** Default: process.emitWarning. */
  readonly warn?: (finding: Finding) => void;
}

/** Throws for errors in strict mode, warns about the rest, ignores infos. */
export function report(
  findings: readonly Finding[],
  what: string,
  { strict = true, warn = warnProcess }: ReportOptions,
): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (strict && errors.length > 0) refuse(errors, what);
  for (const finding of findings) if (finding.severity !== 'info') warn(finding);
}

/** Throws `author.invalid-tool` with all errors in the message. */
export function refuse(errors: readonly Finding[], what: string): never {
  const lines = errors.map(
    ({ code, pointer, message }) => `\n- ${code} at ${inert(pointer) || 'the root'}: ${message}`,
  );
  throw new ToolmarkError('author.invalid-tool', `${what} is invalid:${lines.join('')}`, {
    findings: errors,
  });
}

function warnProcess({ code, pointer, message, tool }: Finding): void {
  const place = `${tool === undefined ? '' : `tool ${quoteInert(tool)}, `}${inert(pointer) || 'the root'}`;
  process.emitWarning(`${place}: ${message}`, { type: 'ToolmarkWarning', code });
}
