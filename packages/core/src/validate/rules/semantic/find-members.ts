import { child, type Json, type JsonObject } from '../../../base/index.ts';

/** The places of the members and items, at any depth, that a test accepts. */
export function findMembers(value: Json, pointer: string, accepts: (key: string, value: Json) => boolean): string[] {
  const found: string[] = [];
  collect(value, pointer);
  return found;

  function collect(parent: Json, at: string): void {
    if (typeof parent !== 'object' || parent === null) return;
    for (const key of Object.keys(parent)) {
      const member = (parent as JsonObject)[key] as Json;
      if (accepts(key, member)) found.push(child(at, key));
      if (typeof member === 'object') collect(member, child(at, key));
    }
  }
}
