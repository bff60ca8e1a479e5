import {
  type Finding,
  FLAGS,
  type Json,
  type JsonObject,
  METADATA_KEY,
  member,
  type ToolMetadata,
  toMetadata,
} from '@toolmark/core';
import { findNonJson } from '@toolmark/core/json';
import { findMetadataErrors } from '@toolmark/core/validate';
import { refuse } from './report.ts';

/** Parses metadata, or throws even in non-strict mode. */
export function parseMetadata(metadata: unknown): ToolMetadata<string> {
  const nonJson = findNonJson(metadata, 'metadata.not-json');
  const findings: Finding[] = nonJson.length > 0 ? nonJson : findMetadataErrors(metadata as Json, '');
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) refuse(errors, 'This metadata');
  return toMetadata(metadata as JsonObject);
}

/** The tool for validation, with the metadata in `_meta` and the author's own hints, so that contradictions are found. */
export function judgedTool(tool: JsonObject, metadata: ToolMetadata<string>): JsonObject {
  const { behavior = {} } = metadata;
  const hints = FLAGS.flatMap(({ flag, hint }) => (behavior[flag] === undefined ? [] : [[hint, behavior[flag]]]));
  const annotations = { ...Object.fromEntries(hints), ...objectOf(member(tool, 'annotations')) };
  return {
    ...tool,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    _meta: { ...objectOf(member(tool, '_meta')), [METADATA_KEY]: metadata as JsonObject },
  };
}

/**
 * Contradicting flags are errors here, because the author can correct them; other validators only warn. `strict: false` keeps
 * them warnings. Undeclared flags are warnings.
 */
export function gradeContradictions(findings: readonly Finding[], { strict }: ToolMetadata<string>): Finding[] {
  return findings.map(finding => {
    if (finding.code === 'metadata.flags-undeclared') return warnUndeclared(finding);
    return strict !== false && CONTRADICTIONS.has(finding.code) ? { ...finding, severity: 'error' } : finding;
  });
}

/** The rule names hints; authors declare flags. */
function warnUndeclared(finding: Finding): Finding {
  const names = FLAGS.reduce((text, { flag, hint }) => text.replace(hint, flag), finding.message);
  return { ...finding, severity: 'warning', message: `${names} Clients assume the worst.` };
}

const CONTRADICTIONS: ReadonlySet<string> = new Set([
  'metadata.read-only-destructive',
  'metadata.read-not-read-only',
  'metadata.opaque-idempotent',
]);

function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
