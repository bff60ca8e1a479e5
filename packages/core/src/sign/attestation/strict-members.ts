import {
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import { decodeBase64 } from '../base64.ts';

/** A place in a structure, and the code under which that structure is refused. */
export interface Place {
  readonly code: string;
  readonly pointer: string;
}

/** An object with none but the known members: an unknown one may change what the structure means. */
export function objectAt(value: Json | undefined, place: Place, known: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw refusal(place, 'Expected an object here.');
  const unknown = Object.keys(value).find(name => !known.includes(name));
  if (unknown !== undefined) throw refusal(place, `The member ${quoteInert(unknown)} is not known here.`);
  return value;
}

/** A member and its place. The JSON form of protocol buffers writes an absent member as `null` too. */
export function memberAt(object: JsonObject, name: string, place: Place): [value: Json | undefined, place: Place] {
  return [member(object, name) ?? undefined, below(place, name)];
}

export function hasMember(object: JsonObject, name: string): boolean {
  return (member(object, name) ?? undefined) !== undefined;
}

export function below({ code, pointer }: Place, name: string | number): Place {
  return { code, pointer: child(pointer, name) };
}

export function textAt(value: Json | undefined, place: Place, maxLength = 4096): string {
  if (typeof value !== 'string') throw refusal(place, 'Expected a text here.');
  if (value.length > maxLength) throw refusal(place, `The text has more than ${maxLength} characters.`);
  return value;
}

/** The bytes of canonical base64: other spellings would give one bundle many texts. */
export function bytesAt(value: Json | undefined, place: Place, maxBytes: number): Uint8Array<ArrayBuffer> {
  if (typeof value !== 'string') throw refusal(place, 'Expected base64 here.');
  const bytes = decodeBase64(value);
  if (bytes === undefined) {
    throw refusal(place, 'Expected canonical base64: no line breaks, no other alphabet, full padding.');
  }
  if (bytes.length === 0) throw refusal(place, 'There are no bytes here.');
  if (bytes.length > maxBytes) throw refusal(place, `There are ${bytes.length} bytes here; the limit is ${maxBytes}.`);
  return bytes;
}

/** An absent list is an empty one, as in the JSON form of protocol buffers. */
export function listAt(value: Json | undefined, place: Place, maxItems: number): readonly Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw refusal(place, 'Expected a list here.');
  if (value.length > maxItems) throw refusal(place, `The list has ${value.length} items; the limit is ${maxItems}.`);
  return value;
}

/** An unsigned integer as its decimal text: one spelling, at most 64 bits. Zero may be absent. */
export function countAt(value: Json | undefined, place: Place): string {
  const text = value === undefined ? '0' : value;
  if (typeof text === 'string' && /^(0|[1-9]\d{0,18})$/.test(text)) return text;
  throw refusal(place, 'Expected a decimal number as text.');
}

export function refusal({ code, pointer }: Place, message: string): ToolmarkError {
  return new ToolmarkError(code, message, { pointer });
}
