import { type Finding, inert, ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from './print-json.ts';

/** Codes that mean a refusal; all other errors exit with 2. */
const REFUSALS = [
  'publish.',
  'server.',
  'tool.',
  'version.',
  'feedback.',
  'review.',
  'publisher.',
  'trusted-publisher.',
  'attestation.',
  'advisory.',
  'token.',
  'certificate.',
  'auth.forbidden',
];

/** Prints a refusal (exit 1) and rethrows other errors. */
export function refusedByRegistry(error: unknown, format: 'text' | 'json', io: Io): number {
  if (!(error instanceof ToolmarkError) || !REFUSALS.some(start => error.code.startsWith(start))) throw error;
  const { code, message, findings } = error;
  if (format === 'json')
    io.out(formatJson({ error: { code, message }, ...(findings.length === 0 ? {} : { findings }) }));
  else io.out(`refused  ${message} [${code}]\n${formatFindings(findings)}`);
  return EXIT.no;
}

export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ code, severity, pointer, message }) => {
    return `  ${inert(severity).padEnd(7)}  ${inert(code)}  ${inert(pointer)}\n           ${inert(message)}\n`;
  });
  return lines.join('');
}
