import type { Json, JsonObject } from '../base/index.ts';
import type { Lock, LockedItem, LockedServer } from './lock.ts';
import { hasViews } from './views.ts';
import { writeText } from './write-text.ts';

/** The one text of a lock (docs/spec/lockfile.md): equal surfaces give equal bytes, and nothing in it is invisible. */
export function formatLock(lock: Lock): string {
  const servers = objectOf(lock.servers, serverJson);
  return writeText({ lockfileVersion: versionOf(lock), servers });
}

/** Version 2 is written only where something needs it, so that a lock of local servers keeps its bytes. */
function versionOf({ servers }: Lock): Lock['lockfileVersion'] {
  return [...servers.values()].some(needsVersion2) ? 2 : 1;
}

function needsVersion2(server: LockedServer): boolean {
  const { package: bound, publisher, attested } = server;
  return [bound, publisher, attested].some(member => member !== undefined) || hasViews(server);
}

function serverJson({ package: bound, tools, prompts, resources, templates, ...rest }: LockedServer): JsonObject {
  return {
    ...(rest as object as JsonObject),
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
