import { child, type Finding, FLAGS, METADATA_KEY, type ToolMetadata, validateMcpTool } from '@toolmark/core';
import { gradeContradictions, judgedTool, parseMetadata } from './judge-metadata.ts';
import { type ReportOptions, report } from './report.ts';

/** What metadata becomes on an MCP tool. Parts that would be empty are absent. */
export interface ToolDescription {
  annotations?: Annotations;
  _meta?: { [METADATA_KEY]: ToolMetadata<string> };
}

/** The hints of MCP, as the SDK types them. */
export interface Annotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/**
 * The annotations and `_meta` of a tool from one description of its behaviour. Throws `author.invalid-tool` with every
 * finding when the description contradicts itself; warnings go to `warn`.
 */
export function describeTool(metadata: ToolMetadata, options: ReportOptions = {}): ToolDescription {
  const parsed = parseMetadata(metadata);
  report(findContradictions(parsed), 'This metadata', options);
  return project(parsed);
}

/** Only what the metadata itself is to blame for, with places inside it: there is no tool yet. */
function findContradictions(metadata: ToolMetadata<string>): Finding[] {
  const findings = gradeContradictions(validateMcpTool(judgedTool({ name: 'tool' }, metadata), ''), metadata);
  return findings
    .filter(({ code }) => code.startsWith('metadata.'))
    .map(({ tool: _, pointer, ...finding }) => ({ ...finding, pointer: pointer.replace(IN_META, '') }));
}

const IN_META = child('/_meta', METADATA_KEY);

/** Flags become hints and need nothing more; the other axes travel in `_meta`. */
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
