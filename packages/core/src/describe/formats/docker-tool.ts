import { child, isJsonObject, type Json, type JsonObject, member } from '../../base/index.ts';
import { FLAGS } from '../hints.ts';
import type { McpTool } from '../mcp-tool.ts';
import type { DockerArgument, DockerTool } from './docker.ts';
import { Ledger } from './ledger.ts';

/** A tool of `tools.json` as MCP has it. A real `inputSchema`, which some authors add, counts more than arguments. */
export function dockerToMcpTool(tool: DockerTool, at: string, ledger: Ledger): McpTool {
  const { arguments: args, ...rest } = tool;
  if (rest.inputSchema !== undefined) {
    if (Array.isArray(args) && args.length > 0)
      ledger.lose(`${at}/arguments`, 'The inputSchema beside it takes precedence.');
    return rest as McpTool;
  }
  return { ...rest, inputSchema: schemaOf(args ?? [], `${at}/arguments`, ledger) } as McpTool;
}

/** The same for callers that only read the tool. */
export function dockerToolDefinition(tool: DockerTool): McpTool {
  return dockerToMcpTool(tool, '', new Ledger());
}

const ARGUMENT_MEMBERS = ['name', 'type', 'desc', 'items', 'optional'];

function schemaOf(args: readonly DockerArgument[], at: string, ledger: Ledger): JsonObject {
  const properties = new Map<string, JsonObject>();
  for (const [index, argument] of args.entries()) {
    const place = `${at}/${index}`;
    ledger.loseRest(argument, place, ARGUMENT_MEMBERS, 'An argument has no such member.');
    if (properties.has(argument.name)) ledger.lose(place, 'An earlier argument has the same name.');
    else properties.set(argument.name, propertyOf(argument));
  }
  const required = [...new Set(args.filter(({ optional }) => optional !== true).map(({ name }) => name))];
  return {
    type: 'object',
    ...(properties.size === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function propertyOf({ type, desc, items }: DockerArgument): JsonObject {
  return {
    ...(type === undefined ? {} : { type }),
    ...(desc === undefined ? {} : { description: desc }),
    ...(items === undefined ? {} : { items }),
  };
}

/** An MCP tool in Docker's dialect: flat arguments with a type and a text; the rest is lost. */
export function mcpToDockerTool(tool: McpTool, at: string, ledger: Ledger): DockerTool {
  const { name, description, annotations, inputSchema } = tool;
  ledger.loseRest(tool, at, ['name', 'description', 'annotations', 'inputSchema'], 'tools.json has no place for it.');
  warnOfFalse(annotations, `${at}/annotations`, ledger);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    arguments: argumentsOf(inputSchema ?? {}, `${at}/inputSchema`, ledger),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function warnOfFalse(annotations: JsonObject | undefined, at: string, ledger: Ledger): void {
  for (const { hint } of FLAGS) {
    if (annotations === undefined || member(annotations, hint) !== false) continue;
    ledger.warn(
      'convert.false-hint',
      `${at}/${hint}`,
      "Docker's tools cannot tell a hint that is false from one that is absent.",
    );
  }
}

function argumentsOf(schema: JsonObject, at: string, ledger: Ledger): DockerArgument[] {
  ledger.loseRest(schema, at, ['type', 'properties', 'required'], 'tools.json has arguments and no schema.');
  if (schema.type !== undefined && schema.type !== 'object') ledger.lose(`${at}/type`, 'Arguments must be an object.');
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = new Set<Json>(Array.isArray(schema.required) ? schema.required : []);
  loseRequired(schema, properties, at, ledger);
  return Object.entries(properties).flatMap(([name, property]) => {
    const place = child(`${at}/properties`, name);
    const argument = argumentOf(property, place, ledger);
    return argument === undefined ? [] : [{ name, ...argument, ...(required.has(name) ? {} : { optional: true }) }];
  });
}

/** Required names follow the order of the properties, and each must be one of them. */
function loseRequired(schema: JsonObject, properties: JsonObject, at: string, ledger: Ledger): void {
  const given = Array.isArray(schema.required) ? schema.required : [];
  const names = new Set(given);
  const kept = Object.keys(properties).filter(name => names.has(name));
  const isSame = kept.length === given.length && kept.every((name, index) => name === given[index]);
  if (!isSame) ledger.lose(`${at}/required`, 'Arguments are required in the order they are listed in.');
}

function argumentOf(property: Json, at: string, ledger: Ledger): JsonObject | undefined {
  if (!isJsonObject(property)) {
    ledger.lose(at, 'An argument needs a type, and this schema has none.');
    return undefined;
  }
  const { type, description, items } = property;
  ledger.loseRest(property, at, ['type', 'description', 'items'], 'An argument cannot have this keyword.');
  for (const [key, value, isFit] of [
    ['type', type, typeof type === 'string'],
    ['description', description, typeof description === 'string'],
    ['items', items, isJsonObject(items)],
  ] as const) {
    if (value !== undefined && !isFit) ledger.lose(`${at}/${key}`, 'An argument cannot hold it in this form.');
  }
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof description === 'string' ? { desc: description } : {}),
    ...(isJsonObject(items) ? { items } : {}),
  };
}
