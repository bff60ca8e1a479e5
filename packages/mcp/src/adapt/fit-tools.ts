import { type Finding, isJsonObject, type JsonObject, member, quoteInert } from '@toolmark/core';
import { adaptError } from './adapt-error.ts';
import type { ImportedTool } from './imported-tool.ts';
import { type PlainObject, plainObject } from './plain-json.ts';

/** Parameters as every model API takes them. */
export interface Parameters {
  type: 'object';
  properties: PlainObject;
  required?: string[];
  [keyword: string]: unknown;
}

export interface FitTool {
  readonly tool: ImportedTool;
  readonly parameters: Parameters;
}

/**
 * Tools as the APIs of models accept them, or throws `adapt.unfit-tools` with a finding for each that they would not:
 * one of those makes an API refuse the whole request, and two of one name leave open which is called.
 */
export function fitTools(tools: readonly ImportedTool[]): FitTool[] {
  const findings = [...tools.flatMap(findUnfit), ...findRepeated(tools)];
  if (findings.length === 0) return tools.map(tool => ({ tool, parameters: parametersOf(tool.inputSchema) }));
  const shown = findings.slice(0, 5).map(({ tool = '', message }) => `${quoteInert(tool)}: ${message}`);
  const rest = findings.length > 5 ? ` And ${findings.length - 5} more.` : '';
  throw adaptError('adapt.unfit-tools', `Model APIs would refuse these tools. ${shown.join(' ')}${rest}`, findings);
}

/** OpenAI takes no more than this, and what it takes the others take too. */
const FIT_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const UNFIT_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];

function findUnfit({ name, inputSchema }: ImportedTool): Finding[] {
  const finding = (pointer: string, message: string): Finding => ({
    code: 'adapt.unfit-tools',
    severity: 'error',
    pointer,
    message,
    tool: name,
  });
  const combined = UNFIT_AT_ROOT.filter(keyword => Object.hasOwn(inputSchema, keyword));
  return [
    ...(FIT_NAME.test(name)
      ? []
      : [finding('/name', 'The name must be 1 to 64 letters, digits, "_" and "-": import with the name profile llm.')]),
    ...(isObjectType(member(inputSchema, 'type'))
      ? []
      : [finding('/inputSchema/type', 'The input schema does not describe an object.')]),
    ...combined.map(keyword =>
      finding(`/inputSchema/${keyword}`, `${keyword} may not stand at the root of the schema.`),
    ),
    ...(isFitProperties(inputSchema) ? [] : [finding('/inputSchema/properties', 'properties must be an object.')]),
    ...(isFitRequired(inputSchema) ? [] : [finding('/inputSchema/required', 'required must be a list of names.')]),
  ];
}

/** Arguments are always an object, so a schema that says nothing, or also allows null, says no more than that. */
function isObjectType(type: unknown): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function isFitProperties(schema: JsonObject): boolean {
  const properties = member(schema, 'properties');
  return properties === undefined || isJsonObject(properties);
}

function isFitRequired(schema: JsonObject): boolean {
  const required = member(schema, 'required');
  return required === undefined || isNames(required);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

function findRepeated(tools: readonly ImportedTool[]): Finding[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name }) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    if (!isRepeated) return [];
    const message = 'Two tools have this name: import their servers together.';
    return [{ code: 'adapt.unfit-tools', severity: 'error', pointer: '/name', message, tool: name }];
  });
}

/** OpenAI refuses an object without `properties`; an empty one means the same. */
function parametersOf(schema: JsonObject): Parameters {
  const { properties, required, ...rest } = plainObject(schema);
  return {
    ...rest,
    type: 'object',
    properties: typeof properties === 'object' && !Array.isArray(properties) && properties !== null ? properties : {},
    ...(isNames(required) ? { required } : {}),
  };
}
