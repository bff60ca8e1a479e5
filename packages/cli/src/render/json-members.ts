import { isJsonObject, type Json, type JsonObject, member } from '@toolmark/core';

/** Members of untrusted JSON for display; those of another type count as absent. */
export function objectAt(value: JsonObject | undefined, name: string): JsonObject | undefined {
  const found = value === undefined ? undefined : member(value, name);
  return found !== undefined && isJsonObject(found) ? found : undefined;
}

export function objectsAt(value: JsonObject, name: string): JsonObject[] {
  const found: Json | undefined = member(value, name);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

export function textAt(value: JsonObject | undefined, name: string): string {
  const found = value === undefined ? undefined : member(value, name);
  return typeof found === 'string' ? found : '';
}

export function textsAt(value: JsonObject | undefined, name: string): string[] {
  const found: Json | undefined = value === undefined ? undefined : member(value, name);
  return Array.isArray(found) ? found.filter(item => typeof item === 'string') : [];
}
