import {
  type CleanChange,
  type CleanTool,
  FLAGS,
  type Hint,
  isJsonObject,
  type JsonObject,
  type McpTool,
  member,
  restoreValues,
} from '@toolmark/core';
import type { Connection } from '../connect/connection.ts';
import { restoreNames } from './parameter-names.ts';
import { readArguments, type ToolArguments } from './read-arguments.ts';

/** All that importing needs of a connection. One without `package` is not compared with the address in a lock. */
export type ToolConnection = Pick<Connection, 'takeSnapshot' | 'callTool'> & Partial<Pick<Connection, 'package'>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The members of annotations that MCP defines. */
export type KnownAnnotations = { readonly title?: string } & { readonly [hint in Hint]?: boolean };

/** A tool of a server that can be shown to a model and called. Its texts are clean; they are still the server's words. */
export interface ImportedTool {
  /** Unmistakable among everything that was imported with it. Look it up; never take it apart. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** What the server claims about the tool. Decide by a lock and a policy, not by this. */
  readonly annotations?: KnownAnnotations;
  /** The local key of its server. */
  readonly server: string;
  /** The name the server knows it by. Policies match on this and on `server`. */
  readonly remoteName: string;
  /** The tool exactly as the server listed it, for audit. */
  readonly raw: McpTool;
  /** What cleaning did to it. */
  readonly changes: readonly CleanChange[];
  /** Calls it at the server. The result is what the server sent, `isError` and all: untrusted, and not cleaned. */
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

/** Others may hide text in their very names; they stay in the raw tool. */
function knownAnnotations(annotations: JsonObject): KnownAnnotations {
  const title = member(annotations, 'title');
  const hints = FLAGS.flatMap(({ hint }) => {
    const value = member(annotations, hint);
    return typeof value === 'boolean' ? [[hint, value] as const] : [];
  });
  return { ...(typeof title === 'string' ? { title } : {}), ...Object.fromEntries(hints) };
}
