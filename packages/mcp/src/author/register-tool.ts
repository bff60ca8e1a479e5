import type {
  McpServer,
  RegisteredTool,
  StandardSchemaWithJSON,
  ToolAnnotations,
  ToolCallback,
} from '@modelcontextprotocol/server';
import {
  child,
  type Finding,
  findNonJson,
  inert,
  type JsonObject,
  METADATA_KEY,
  quoteInert,
  type ToolMetadata,
  validateMcpTool,
} from '@toolmark/core';
import { project } from './describe-tool.ts';
import { gradeContradictions, judgedTool, parseMetadata } from './judge-metadata.ts';
import { type ReportOptions, refuse, report } from './report.ts';

/** All that is needed of an `McpServer` of the MCP SDK. */
export type ToolServer = Pick<McpServer, 'registerTool'>;

export interface ToolConfig<Input extends StandardSchemaWithJSON | undefined> extends ReportOptions {
  readonly metadata: ToolMetadata;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Input;
  readonly outputSchema?: StandardSchemaWithJSON;
  /** Hints come from the metadata; one that says the opposite is an error. */
  readonly annotations?: ToolAnnotations;
  readonly _meta?: Record<string, unknown>;
}

/**
 * Registers a tool whose hints and `_meta` come from its metadata. Everything that others will read is validated first:
 * an error throws `author.invalid-tool`, so that the server does not start with a tool nobody should trust.
 */
export function registerTool<Input extends StandardSchemaWithJSON | undefined = undefined>(
  server: ToolServer,
  name: string,
  config: ToolConfig<Input>,
  handler: ToolCallback<Input>,
): RegisteredTool {
  refuseWrongTypes(name, config);
  const { metadata, strict, warn, annotations, _meta, ...rest } = config;
  const parsed = parseMetadata(metadata);
  report(findProblems(name, config, parsed), `The tool ${quoteInert(name)}`, {
    ...(strict === undefined ? {} : { strict }),
    ...(warn === undefined ? {} : { warn }),
  });
  const described = project(parsed);
  const meta = { ...withoutMetadata(_meta), ...described._meta };
  return server.registerTool(
    name,
    {
      ...rest,
      annotations: { ...annotations, ...described.annotations },
      ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
    },
    handler,
  );
}

/** Types tell authors this much; a program in plain JavaScript must not be told by a crash. */
function refuseWrongTypes(name: unknown, config: unknown): void {
  const problem = (pointer: string, message: string): Finding[] => [
    { code: 'schema.type', severity: 'error', pointer, message },
  ];
  if (typeof name !== 'string') refuse(problem('/name', 'The name must be a string.'), 'This tool');
  if (typeof config !== 'object' || config === null)
    refuse(problem('', 'What describes the tool must be an object with "metadata".'), `The tool ${quoteInert(name)}`);
}

/** Of two metadata only the judged one is published. */
function withoutMetadata(meta: Record<string, unknown> | undefined): Record<string, unknown> {
  const { [METADATA_KEY]: _, ...own } = meta ?? {};
  return own;
}

type AnyConfig = ToolConfig<StandardSchemaWithJSON | undefined>;

/** The tool as clients will see it, under the rules that they would judge it by. */
function findProblems(name: string, config: AnyConfig, metadata: ToolMetadata): Finding[] {
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

/** Metadata is put into these, so anything else in their place would vanish. */
function findNoObject(members: Record<string, unknown>): Finding[] {
  const bad = Object.entries(members).filter(
    ([, value]) => value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)),
  );
  const message = 'This must be an object.';
  return bad.map(([key]) => ({ code: 'schema.type', severity: 'error', pointer: `/${key}`, message }));
}

function findSecondMetadata(meta: Record<string, unknown> | undefined): Finding[] {
  if (typeof meta !== 'object' || meta === null || !Object.hasOwn(meta, METADATA_KEY)) return [];
  const message = 'The metadata is put here by itself. Describe the tool in "metadata" only.';
  return [{ code: 'author.second-metadata', severity: 'error', pointer: child('/_meta', METADATA_KEY), message }];
}

/** In a description these are errors too; in a name they make two tools look alike. */
function findHiddenName(name: string): Finding[] {
  if (inert(name) === name) return [];
  const message = 'The name holds characters that cannot be seen or that steer a terminal.';
  return [{ code: 'author.hidden-name', severity: 'error', pointer: '/name', message }];
}

interface WrittenSchema {
  readonly json?: Record<string, unknown>;
  readonly problem?: Finding;
}

/** The schema as the SDK will list it. One that cannot be written would break the whole list. */
function writeSchema(schema: StandardSchemaWithJSON | undefined, side: 'input' | 'output'): WrittenSchema {
  if (schema === undefined) return {};
  try {
    return { json: schema['~standard'].jsonSchema[side]({ target: 'draft-2020-12' }) };
  } catch {
    const message = 'This cannot be written as JSON Schema: use types that can, and Zod from 4.2 or its like.';
    return { problem: { code: 'author.unwritable-schema', severity: 'error', pointer: `/${side}Schema`, message } };
  }
}

function withoutUndefined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
