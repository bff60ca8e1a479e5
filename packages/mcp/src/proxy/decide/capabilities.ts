import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';
import { extras, pick } from './rebuild.ts';

type Known = Readonly<Record<string, readonly string[]>>;

const CLIENT: Known = { roots: ['listChanged'], sampling: ['context', 'tools'], elicitation: ['form', 'url'] };

const SERVER: Known = {
  tools: ['listChanged'],
  prompts: ['listChanged'],
  resources: ['subscribe', 'listChanged'],
  completions: [],
  logging: [],
  tasks: ['cancel', 'requests'],
};

/** Client capabilities for servers, without extensions and experiments, which cannot be locked. */
export function clientCapabilities(declared: Json | undefined): JsonObject {
  return knownOf(declared, CLIENT);
}

/** Server capabilities for the client. */
export function serverCapabilities(declared: Json | undefined): JsonObject {
  const entries = Object.entries(knownOf(declared, SERVER)).map(
    ([name, value]) => [name, plainSettings(value)] as const,
  );
  return Object.fromEntries(entries);
}

/** Settings are booleans or empty objects. */
function plainSettings(value: Json): JsonObject {
  const entries = Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, setting]) => {
    if (name === 'requests') return [[name, { tools: { call: {} } }] as const];
    if (typeof setting === 'boolean') return [[name, setting] as const];
    return isJsonObject(setting) ? [[name, {}] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The names that `serverCapabilities` removes; extensions one by one. */
export function unknownCapabilities(declared: Json | undefined): string[] {
  if (declared === undefined || !isJsonObject(declared)) return [];
  const settings = Object.entries(declared).flatMap(([name, value]) =>
    isJsonObject(value) && Object.hasOwn(SERVER, name)
      ? extras(value, SERVER[name] ?? []).map(id => `${name} ${id}`)
      : [],
  );
  const groups = extras(declared, Object.keys(SERVER)).flatMap(name => {
    const value = member(declared, name);
    const isGroup = (name === 'extensions' || name === 'experimental') && isJsonObject(value);
    return isGroup ? Object.keys(value).map(id => `${name} ${id}`) : [name];
  });
  return [...settings, ...groups];
}

function knownOf(declared: Json | undefined, known: Known): JsonObject {
  if (declared === undefined || !isJsonObject(declared)) return {};
  const kept = Object.entries(pick(declared, Object.keys(known))).flatMap(([name, value]) =>
    isJsonObject(value) ? [[name, pick(value, known[name] ?? [])] as const] : [],
  );
  const isSame =
    kept.length === Object.keys(declared).length && kept.every(([name, value]) => value === member(declared, name));
  return isSame ? declared : Object.fromEntries(kept);
}
