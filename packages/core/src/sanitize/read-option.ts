import { isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '../base/index.ts';

/** An object with known members only; throws `policy.malformed`. */
export function readOptions(value: Json | undefined, place: string, known: readonly string[]): JsonObject {
  const options = value === undefined ? {} : value;
  if (!isJsonObject(options)) throw malformed(place, 'an object');
  const isKnown = Object.keys(options).every(key => known.includes(key));
  if (!isKnown) throw malformed(place, `an object with no other members than ${known.join(', ')}`);
  return options;
}

/** One option or its default; throws `policy.malformed`. */
export function readOption<T extends Json>(
  options: JsonObject,
  key: string,
  otherwise: T,
  wanted: string,
  isFit: (value: Json) => value is T,
): T {
  const value = member(options, key);
  if (value === undefined) return otherwise;
  if (isFit(value)) return value;
  throw malformed(key, wanted);
}

export function malformed(place: string, wanted: string): ToolmarkError {
  return new ToolmarkError('policy.malformed', `Invalid metadata policy: ${place} must be ${wanted}.`);
}
