import { type JsonObject, sha256 } from '@toolmark/core';
import { isPlainObject, type PlainJson, type PlainObject, plainObject } from './plain-json.ts';
import { relaxRoot } from './relax-root.ts';

/**
 * Renames parameters so that every model API accepts them; undefined if other parts of the schema use the names.
 * `restoreNames` reverses this for calls.
 */
export function renameParameters(schema: PlainObject): PlainObject | undefined {
  const { properties, required } = schema;
  if (!isPlainObject(properties) || Object.keys(properties).every(isFit)) return schema;
  const names = Object.keys(properties);
  const isTaken = new Set(names.map(aliasOf)).size < names.length;
  if (isTaken || isNamedElsewhere(schema)) return undefined;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [aliasOf(name), value])),
    ...(Array.isArray(required) ? { required: required.map(renameOne) } : {}),
  };
}

/** Arguments with their original names. */
export function restoreNames(args: JsonObject, inputSchema: JsonObject): JsonObject {
  if (!Object.keys(args).some(name => ALIAS.test(name))) return args;
  const { properties } = relaxRoot(plainObject(inputSchema)).schema;
  const names = isPlainObject(properties) ? Object.keys(properties) : [];
  const known = new Map(names.filter(name => !isFit(name)).map(name => [aliasOf(name), name]));
  for (const name of names) known.delete(name);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [known.get(name) ?? name, value]));
}

/** Anthropic validates parameter names at the root. */
const FIT = /^[A-Za-z0-9_.-]{1,64}$/;
const ALIAS = /_[0-9a-f]{8}$/;
const READABLE = 55;

function isFit(name: string): boolean {
  return FIT.test(name);
}

/** A changed name carries its hash, so that it cannot collide. */
function aliasOf(name: string): string {
  if (isFit(name)) return name;
  const readable = name.slice(0, READABLE).replace(/[^A-Za-z0-9_.-]/g, '_');
  return `${readable}_${sha256(name).slice('sha256:'.length).slice(0, 8)}`;
}

function renameOne(name: PlainJson): PlainJson {
  return typeof name === 'string' ? aliasOf(name) : name;
}

const NAMING = ['dependentRequired', 'dependentSchemas', 'dependencies', 'if', 'then', 'else', 'propertyNames'];

/** Whether other keywords or references use parameter names. */
function isNamedElsewhere(schema: PlainObject): boolean {
  return NAMING.some(keyword => Object.hasOwn(schema, keyword)) || JSON.stringify(schema).includes('#/properties/');
}
