import {
  type Finding,
  FLAGS,
  findMetadataErrors,
  findNonJson,
  type Json,
  type JsonObject,
  METADATA_KEY,
  member,
  type ToolMetadata,
  toMetadata,
} from '@toolmark/core';
import { refuse } from './report.ts';

/** Metadata that has its shape, or throws: what has not cannot be projected, strict or not. */
export function parseMetadata(metadata: unknown): ToolMetadata<string> {
  const nonJson = findNonJson(metadata, 'metadata.not-json');
  const findings: Finding[] = nonJson.length > 0 ? nonJson : findMetadataErrors(metadata as Json, '');
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) refuse(errors, 'This metadata');
  return toMetadata(metadata as JsonObject);
}

/**
 * The tool as the rules shall see it: the metadata is whole in `_meta`, and hints that the author wrote by hand stand
 * beside it, so that one which says the opposite is found.
 */
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
 * Flags that cannot both be meant are errors here, though a stranger who validates the tool is only warned: the author can
 * mend them. Metadata that says that it means it keeps its warnings. A flag that is not declared is a warning, for the same reason.
 */
export function gradeContradictions(findings: readonly Finding[], { strict }: ToolMetadata<string>): Finding[] {
  return findings.map(finding => {
    if (finding.code === 'metadata.flags-undeclared') return warnUndeclared(finding);
    return strict !== false && CONTRADICTIONS.has(finding.code) ? { ...finding, severity: 'error' } : finding;
  });
}

/** Authors declare flags; the rule names the hints that clients miss. */
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
