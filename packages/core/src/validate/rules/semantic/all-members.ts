import { child, type Json, type JsonObject } from '../../../base/index.ts';

interface Member {
  readonly key: string;
  readonly value: Json;
  readonly pointer: string;
}

/** Every member and item of a value, at any depth. */
export function allMembers(value: Json, pointer: string): Member[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap(key => {
    const member = { key, value: (value as JsonObject)[key] as Json, pointer: child(pointer, key) };
    return [member, ...allMembers(member.value, member.pointer)];
  });
}
