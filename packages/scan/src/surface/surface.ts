import { child, type Finding, isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { findToolList } from '@toolmark/core/formats';
import { findMcpToolErrors, findSnapshotErrors } from '@toolmark/core/validate';
import type { Found } from '../found.ts';
import { findWrongSchemas, findWrongTypes, OTHER_LISTS } from './wrong-types.ts';

/** One item a server lists: a tool, a prompt, a resource, its instructions, or any other member. */
export interface Unit {
  readonly value: Json;
  readonly pointer: string;
  /** Tools only. */
  readonly tool?: string;
}

export interface Surface {
  readonly server: string;
  readonly units: readonly Unit[];
  readonly toolNames: readonly { readonly name: string; readonly pointer: string }[];
  readonly malformed: readonly Found[];
}

/** The units of a server in any format, and its malformed members. */
export function surfaceOf(server: string, value: Json): Surface {
  const units = unitsOf(value);
  return { server, units, toolNames: namesOf(units), malformed: findMalformed(value, units) };
}

function unitsOf(value: Json): Unit[] {
  if (!isJsonObject(value)) return Array.isArray(value) ? value.map((tool, i) => toolUnit(tool, `/${i}`)) : [];
  const document = member(value, 'tool');
  if (isJsonObject(document)) return [toolUnit(document, '/tool'), ...restOf(value, ['tool'])];
  if (isTool(value)) return [toolUnit(value, '')];
  const list = findToolList(value);
  const tools = (list?.tools ?? []).map((tool, i) => toolUnit(tool, `${list?.pointer}/${i}`));
  const result = member(value, 'result');
  if (list?.pointer !== '/result/tools' || !isJsonObject(result))
    return [...tools, ...restOf(value, list === undefined ? [] : ['tools'])];
  return [...tools, ...restOf(result, ['tools'], '/result'), ...restOf(value, ['result'])];
}

function isTool(value: JsonObject): boolean {
  return Object.hasOwn(value, 'inputSchema') || (Object.hasOwn(value, 'name') && !Object.hasOwn(value, 'tools'));
}

function toolUnit(value: Json, pointer: string): Unit {
  const name = isJsonObject(value) ? member(value, 'name') : undefined;
  return { value, pointer, ...(typeof name === 'string' ? { tool: name } : {}) };
}

/** A unit for every other member and its name. Each item of a list is its own unit. */
function restOf(value: JsonObject, seen: readonly string[], pointer = ''): Unit[] {
  return Object.keys(value)
    .filter(key => !seen.includes(key))
    .flatMap((key): Unit[] => {
      const given = value[key] ?? null;
      const at = child(pointer, key);
      const name = { value: key, pointer: at };
      if (Array.isArray(given)) return [name, ...given.map((item, i) => ({ value: item, pointer: `${at}/${i}` }))];
      return [name, { value: given, pointer: at }];
    });
}

function namesOf(units: readonly Unit[]): Surface['toolNames'] {
  const names: { name: string; pointer: string }[] = [];
  for (const { tool, pointer } of units) if (tool !== undefined) names.push({ name: tool, pointer: `${pointer}/name` });
  return names;
}

/** A member that cannot be read is never clean. */
function findMalformed(value: Json, units: readonly Unit[]): Found[] {
  const described = isJsonObject(value) ? member(value, 'tool') : undefined;
  if (isJsonObject(described)) return findMalformedTool(described);
  const isList = !(isJsonObject(value) && isTool(value) && !SURFACE_MEMBERS.some(list => Object.hasOwn(value, list)));
  const found: Found[] = isList ? findSnapshotErrors(value).filter(isError).map(toFound) : [];
  if (isJsonObject(value) && isList) for (const wrong of findWrongTypes(value)) found.push(wrong);
  for (const { value: tool, pointer } of units) {
    if (!isToolPlace(pointer, value)) continue;
    for (const error of findMcpToolErrors(tool, pointer)) if (isError(error)) found.push(toFound(error));
    if (isJsonObject(tool)) for (const wrong of findWrongSchemas(tool, pointer)) found.push(wrong);
  }
  return found;
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function toFound({ pointer, message }: Finding): Found {
  return { code: 'scan.malformed', tier: 'block', pointer, message };
}

/** Members that only occur in the listing of a server. */
const SURFACE_MEMBERS = [...OTHER_LISTS, 'instructions'];

/** Checks only the members of a document that contain the scanned texts; validation checks the others. */
function findMalformedTool(tool: JsonObject): Found[] {
  const { name, description, parameters, inputSchema } = tool;
  const isText = (text: Json | undefined): boolean => text === undefined || typeof text === 'string';
  const isSchema = (schema: Json | undefined): boolean => schema === undefined || isJsonObject(schema);
  const wrong = [
    ...(typeof name === 'string' ? [] : ['name']),
    ...(isText(description) ? [] : ['description']),
    ...(isSchema(parameters) ? [] : ['parameters']),
    ...(isSchema(inputSchema) ? [] : ['inputSchema']),
  ];
  return wrong.map(key => {
    const message = 'This member is missing or has the wrong type.';
    return { code: 'scan.malformed', tier: 'block', pointer: `/tool/${key}`, message };
  });
}

function isToolPlace(pointer: string, value: Json): boolean {
  return Array.isArray(value) || pointer === '' || /^(?:\/result)?\/tools\/\d+$/.test(pointer);
}
