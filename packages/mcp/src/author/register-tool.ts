import {
  child,
  type Finding,
  inert,
  type JsonObject,
  METADATA_KEY,
  quoteInert,
  type ToolMetadata,
} from '@toolmark/core';
import { findNonJson } from '@toolmark/core/json';
import { validateMcpTool } from '@toolmark/core/validate';
import { type Annotations, project } from './describe-tool.ts';
import { gradeContradictions, judgedTool, parseMetadata } from './judge-metadata.ts';
import { type ReportOptions, refuse, report } from './report.ts';
import type { Registered, ToolHandler, ToolInput, ToolServer } from './tool-server.ts';
import { writeSchema } from './write-schema.ts';

export interface ToolConfig<Input extends ToolInput | undefined> extends ReportOptions {
  readonly metadata: ToolMetadata;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Input;
  readonly outputSchema?: ToolInput;
  /** Hints come from the metadata; a contradicting hint is an error. */
  readonly annotations?: Annotations;
  readonly _meta?: Record<string, unknown>;
}

/**
 * Registers a tool with hints and `_meta` from its metadata. Validates everything that clients will see and throws
 * `author.invalid-tool` on errors, so that the server does not start with an invalid tool.
 */
export function registerTool<Server extends ToolServer, Input extends ToolInput | undefined = undefined>(
  server: Server,
  name: string,
  config: ToolConfig<Input>,
  handler: ToolHandler<Server, Input>,
): Registered<Server> {
  refuseWrongTypes(name, config);
  const { metadata, strict, warn, annotations, _meta, ...rest } = config;
  const parsed = parseMetadata(metadata);
  report(findProblems(name, config, parsed), `The tool ${quoteInert(name)}`, {
    ...(strict === undefined ? {} : { strict }),
    ...(warn === undefined ? {} : { warn }),
  });
  const described = project(parsed);
  const meta = { ...withoutMetadata(_meta), ...described._meta };
  const registered = {
    ...rest,
    annotations: { ...annotations, ...described.annotations },
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
  // `ToolHandler` is the server's own type, which its generic method cannot express.
  return server.registerTool(name, registered as never, handler as never) as Registered<Server>;
}

/** For callers without types. */
function refuseWrongTypes(name: unknown, config: unknown): void {
  const problem = (pointer: string, message: string): Finding[] => [
    { code: 'schema.type', severity: 'error', pointer, message },
  ];
  if (typeof name !== 'string') refuse(problem('/name', 'The name must be a string.'), 'This tool');
  if (typeof config !== 'object' || config === null)
    refuse(problem('', 'The config must be an object with "metadata".'), `The tool ${quoteInert(name)}`);
}

/** Only the validated metadata is published. */
function withoutMetadata(meta: Record<string, unknown> | undefined): Record<string, unknown> {
  const { [METADATA_KEY]: _, ...own } = meta ?? {};
  return own;
}

type AnyConfig = ToolConfig<ToolInput | undefined>;

/** Validates the tool as clients will see it. */
function findProblems(name: string, config: AnyConfig, metadata: ToolMetadata<string>): Finding[] {
  const { title, description, annotations, _meta, inputSchema, outputSchema } = config;
  const written = [writeSchema(inputSchema, 'input'), writeSchema(outputSchema, 'output')] as const;
  const unwritable = written.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const tool = withoutUndefined({
    ...{ name, title, description, annotations, _meta },
    inputSchema: { type: 'object', ...written[0].json },
    outputSchema: written[1].json,
  });
  const nonJson = findNonJson(tool, 'author.not-json');
  const own = [
    ...unwritable,
    ...findNoObject({ annotations, _meta }),
    ...findSecondMetadata(_meta),
    ...findHiddenName(name),
  ];
  if (nonJson.length > 0) return [...own, ...nonJson];
  return [...own, ...gradeContradictions(validateMcpTool(judgedTool(tool as JsonObject, metadata), ''), metadata)];
}

/** Metadata is merged into these members. */
function findNoObject(members: Record<string, unknown>): Finding[] {
  const bad = Object.entries(members).filter(
    ([, value]) => value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)),
  );
  const message = 'This must be an object.';
  return bad.map(([key]) => ({ code: 'schema.type', severity: 'error', pointer: `/${key}`, message }));
}

function findSecondMetadata(meta: Record<string, unknown> | undefined): Finding[] {
  if (typeof meta !== 'object' || meta === null || !Object.hasOwn(meta, METADATA_KEY)) return [];
  const message = 'The metadata is added automatically. Use "metadata" instead.';
  return [{ code: 'author.second-metadata', severity: 'error', pointer: child('/_meta', METADATA_KEY), message }];
}

/** Hidden characters make two names look alike. */
function findHiddenName(name: string): Finding[] {
  if (inert(name) === name) return [];
  const message = 'The name contains invisible or control characters.';
  return [{ code: 'author.hidden-name', severity: 'error', pointer: '/name', message }];
}

function withoutUndefined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
