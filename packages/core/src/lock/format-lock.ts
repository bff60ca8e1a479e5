import { inertJson, isJsonObject, type Json, type JsonObject, writeJson } from '../base/index.ts';
import type { Lock, LockedItem, LockedServer } from './lock.ts';
import { hasViews } from './views.ts';

/** The one text of a lock (docs/spec/lockfile.md): equal surfaces give equal bytes, and nothing in it is invisible. */
export function formatLock(lock: Lock): string {
  const servers = objectOf(lock.servers, serverJson);
  return `${write({ lockfileVersion: versionOf(lock), servers }, '')}\n`;
}

/** Version 2 is written only where something needs it, so that a lock of local servers keeps its bytes. */
function versionOf({ servers }: Lock): Lock['lockfileVersion'] {
  return [...servers.values()].some(server => server.package !== undefined || hasViews(server)) ? 2 : 1;
}

function serverJson({ package: bound, tools, prompts, resources, templates, ...rest }: LockedServer): JsonObject {
  return {
    ...(rest as JsonObject),
    ...(bound === undefined ? {} : { package: { ...bound } as JsonObject }),
    prompts: objectOf(prompts, itemJson),
    resources: objectOf(resources, itemJson),
    templates: objectOf(templates, itemJson),
    tools: objectOf(tools, itemJson),
  };
}

function itemJson(item: LockedItem): JsonObject {
  return { ...item } as unknown as JsonObject;
}

/** `Object.fromEntries` makes own members of every key, `__proto__` too. */
function objectOf<Value>(map: ReadonlyMap<string, Value>, toJson: (value: Value) => Json): JsonObject {
  return Object.fromEntries([...map].map(([key, value]) => [key, toJson(value)]));
}

function write(value: Json, indent: string): string {
  if (Array.isArray(value)) {
    return wrap(
      '[',
      value.map((item: Json) => write(item, `${indent}  `)),
      ']',
      indent,
    );
  }
  if (!isJsonObject(value)) return scalar(value);
  // The default sort compares UTF-16 code units, as JCS does.
  const members = Object.keys(value).sort();
  const lines = members.map(key => `${scalar(key)}: ${write(value[key] as Json, `${indent}  `)}`);
  return wrap('{', lines, '}', indent);
}

/** What cannot be seen or steers a terminal is escaped: a reviewer must meet it. */
function scalar(value: Json): string {
  const text = writeJson(value);
  return typeof value === 'string' ? inertJson(text) : text;
}

function wrap(open: string, lines: readonly string[], close: string, indent: string): string {
  if (lines.length === 0) return open + close;
  return `${open}\n${lines.map(line => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`;
}
