import { FLAGS, isJsonObject, type JsonObject, type McpTool, member } from '@toolmark/core';
import type { Hint } from '@toolmark/core/formats';
import { type CleanChange, type CleanTool, restoreValues } from '@toolmark/core/text';
import type { Connection } from '../connect/connection.ts';
import { restoreNames } from './parameter-names.ts';
import { readArguments, type ToolArguments } from './read-arguments.ts';

/** What importing needs of a connection. Without `package`, the address is not compared with the lock. */
export type ToolConnection = Pick<Connection, 'takeSnapshot' | 'callTool'> & Partial<Pick<Connection, 'package'>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Annotations that MCP defines. */
export type KnownAnnotations = { readonly title?: string } & { readonly [hint in Hint]?: boolean };

/** An imported tool. Its texts are cleaned but still untrusted. */
export interface ImportedTool {
  /** Unique among the imported tools. Do not parse it. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** Claims of the server. Decide by lock and policy instead. */
  readonly annotations?: KnownAnnotations;
  /** The key of its server. */
  readonly server: string;
  /** The original name. Policies match this and `server`. */
  readonly remoteName: string;
  /** The tool as listed by the server, for audit. */
  readonly raw: McpTool;
  /** What cleaning changed. */
  readonly changes: readonly CleanChange[];
  /** Calls the tool. The result is verbatim: untrusted and not cleaned. */
  call(args: ToolArguments, options?: CallOptions): Promise<JsonObject>;
}

export function importedTool(clean: CleanTool, server: string, connection: ToolConnection): ImportedTool {
  const { tool, raw, changes, values } = clean;
  const { name, title, description = '', inputSchema = { type: 'object' }, outputSchema, annotations } = tool;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations: knownAnnotations(annotations) }),
    server,
    remoteName: raw.name,
    raw,
    changes,
    call: async (args, options) => {
      const restored = restoreValues(restoreNames(readArguments(args), inputSchema), { raw, values });
      return connection.callTool(raw.name, isJsonObject(restored) ? restored : {}, options);
    },
  };
}

/** Unknown annotations may hide text in their names; they stay in the raw tool. */
function knownAnnotations(annotations: JsonObject): KnownAnnotations {
  const title = member(annotations, 'title');
  const hints = FLAGS.flatMap(({ hint }) => {
    const value = member(annotations, hint);
    return typeof value === 'boolean' ? [[hint, value] as const] : [];
  });
  return { ...(typeof title === 'string' ? { title } : {}), ...Object.fromEntries(hints) };
}
