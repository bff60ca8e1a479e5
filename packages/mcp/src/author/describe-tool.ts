import { child, type Finding, FLAGS, METADATA_KEY, type ToolMetadata } from '@toolmark/core';
import { validateMcpTool } from '@toolmark/core/validate';
import { gradeContradictions, judgedTool, parseMetadata } from './judge-metadata.ts';
import { type ReportOptions, report } from './report.ts';

/** Annotations and `_meta` of an MCP tool. */
export interface ToolDescription {
  annotations?: Annotations;
  _meta?: { [METADATA_KEY]: ToolMetadata<string> };
}

/** Annotations as typed by the SDK. */
export interface Annotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** Annotations and `_meta` from metadata. Throws `author.invalid-tool` if it contradicts itself; warnings go to `warn`. */
export function describeTool(metadata: ToolMetadata, options: ReportOptions = {}): ToolDescription {
  const parsed = parseMetadata(metadata);
  report(findContradictions(parsed), 'This metadata', options);
  return project(parsed);
}

/** Findings about the metadata only, with pointers into it. */
function findContradictions(metadata: ToolMetadata<string>): Finding[] {
  const findings = gradeContradictions(validateMcpTool(judgedTool({ name: 'tool' }, metadata), ''), metadata);
  return findings
    .filter(({ code }) => code.startsWith('metadata.'))
    .map(({ tool: _, pointer, ...finding }) => ({ ...finding, pointer: pointer.replace(IN_META, '') }));
}

const IN_META = child('/_meta', METADATA_KEY);

/** Flags become hints; other members go to `_meta`. */
export function project(metadata: ToolMetadata<string>): ToolDescription {
  const { behavior = {}, classification, extras, strict } = metadata;
  const annotations: Annotations = {};
  for (const { flag, hint } of FLAGS) {
    const value = behavior[flag];
    if (value !== undefined) annotations[hint] = value;
  }
  const saysMore = [classification, behavior.operations, extras, strict].some(axis => axis !== undefined);
  return {
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(saysMore ? { _meta: { [METADATA_KEY]: metadata } } : {}),
  };
}
