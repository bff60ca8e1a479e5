import type { Finding, Json, JsonObject } from '../base/index.ts';
import type { ToolDocument } from '../describe/index.ts';
import { validateDocument, validateMcpTool } from '../validate/index.ts';

/** Rules about claims of a tool that cannot all be true: of its operations, capabilities, flags, hints and parameters. */
const CODES: ReadonlySet<string> = new Set(
  [
    ...['mutating-read-only', 'opaque-read-only', 'read-only-destructive', 'read-not-read-only', 'read-destructive'],
    ...['delete-not-destructive', 'opaque-not-destructive', 'opaque-idempotent', 'domain-closed-world'],
    ...['capability-read-only', 'capability-not-destructive', 'capability-closed-world', 'command-read-only'],
    'hint-mismatch',
  ].map(name => `metadata.${name}`),
);

/** The codes of what a document claims and contradicts, sorted. Most are refused when it is published; `strict: false` lets them pass. */
export function contradictionsIn(document: ToolDocument): string[] {
  const { metadata, mcp } = document.tool;
  // A tool that declares no behaviour contradicts none.
  if (metadata === undefined && mcp === undefined) return [];
  return codesOf(validateDocument(document as unknown as Json));
}

/** The same of a definition, as servers list it. */
export function contradictionsInTool(definition: JsonObject): string[] {
  if (definition.annotations === undefined && definition._meta === undefined) return [];
  return codesOf(validateMcpTool(definition, ''));
}

function codesOf(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ code }) => code).filter(code => CODES.has(code)))].sort();
}
