import {
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import { rfcHintsIn } from '../hints.ts';
import { toolDigest } from '../identity.ts';
import type { McpTool } from '../mcp-tool.ts';
import { extensionsOf, loseOtherMeta } from './extension.ts';
import type { Ledger } from './ledger.ts';
import type { ServerJson } from './server-shape.ts';
import type { ToolhiveEntry } from './toolhive.ts';
import { definitionsOf } from './tools-of-server.ts';

const NO_PLACE = 'A list of tools has no member for it.';

/** A tool and its pointer. */
export interface PlacedTool {
  readonly definition: McpTool;
  readonly pointer: string;
}

/** Tools as a server lists them: each name once, each with the schema that MCP asks for. */
export function toToolList(tools: readonly PlacedTool[], ledger: Ledger): JsonObject {
  const seen = new Map<string, string>();
  const kept = tools.filter(({ definition, pointer }) => {
    const digest = toolDigest(definition);
    const earlier = seen.get(definition.name);
    if (earlier === undefined) seen.set(definition.name, digest);
    else if (earlier !== digest) ledger.lose(pointer, `An earlier tool is also named ${quoteInert(definition.name)}.`);
    return earlier === undefined;
  });
  return { tools: kept.map(tool => withSchema(withHints(tool, ledger), ledger)) };
}

/** The names of RFC-0015 become those that clients read. */
function withHints({ definition, pointer }: PlacedTool, ledger: Ledger): PlacedTool {
  const { annotations } = definition;
  const names = isJsonObject(annotations) ? rfcHintsIn(annotations) : new Map<string, string>();
  if (!isJsonObject(annotations) || names.size === 0) return { definition, pointer };
  for (const [name, hint] of names) ledger.lose(child(`${pointer}/annotations`, name), `It is written as ${hint}.`);
  const renamed = Object.entries(annotations).map(([key, value]) => [names.get(key) ?? key, value]);
  return { definition: { ...definition, annotations: Object.fromEntries(renamed) }, pointer };
}

function withSchema({ definition, pointer }: PlacedTool, ledger: Ledger): McpTool {
  if (definition.inputSchema !== undefined) return definition;
  ledger.lose(pointer, 'MCP requires an inputSchema; one that accepts any object was added.');
  return { ...definition, inputSchema: { type: 'object' } };
}

export function toolhiveToTools(entry: ToolhiveEntry, ledger: Ledger): JsonObject {
  ledger.loseRest(entry, '', ['tools', 'tool_definitions'], NO_PLACE);
  loseNames(entry, '', ledger);
  const tools = placed(entry, '');
  refuseOnlyNames(tools, [entry]);
  return toToolList(tools, ledger);
}

export function serverToTools(server: ServerJson, ledger: Ledger): JsonObject {
  ledger.loseRest(server, '', ['_meta', 'meta', '$schema'], NO_PLACE);
  loseOtherMeta(server, '', NO_PLACE, ledger);
  const tools = extensionsOf(server).flatMap(({ pointer, value, isMatched }) => {
    if (!isMatched) {
      ledger.lose(pointer, 'Its key is not a package or remote of this server.');
      return [];
    }
    ledger.loseRest(value, pointer, ['tools', 'tool_definitions'], NO_PLACE);
    loseNames(value, pointer, ledger);
    return placed(value, pointer);
  });
  refuseOnlyNames(
    tools,
    extensionsOf(server).map(({ value }) => value),
  );
  return toToolList(tools, ledger);
}

function placed(value: JsonObject, at: string): PlacedTool[] {
  return definitionsOf(value).map((definition, index) => ({ definition, pointer: `${at}/tool_definitions/${index}` }));
}

/** An empty list would look like a server without tools. */
function refuseOnlyNames(tools: readonly PlacedTool[], holders: readonly JsonObject[]): void {
  const names = holders.flatMap(holder => {
    const listed = member(holder, 'tools');
    return Array.isArray(listed) ? listed : [];
  });
  if (tools.length > 0 || names.length === 0) return;
  const what = `${names.length} ${names.length === 1 ? 'tool' : 'tools'}`;
  const message = `The entry names ${what} without definitions. An MCP list needs definitions.`;
  throw new ToolmarkError('convert.only-names', message);
}

/** A name alone is not a tool. */
function loseNames(value: JsonObject, at: string, ledger: Ledger): void {
  const names: Json | undefined = member(value, 'tools');
  if (!Array.isArray(names)) return;
  const defined = new Set(definitionsOf(value).map(({ name }) => name));
  for (const [index, name] of names.entries()) {
    if (!defined.has(name)) ledger.lose(child(`${at}/tools`, index), 'Only a name: this tool has no definition.');
  }
}
