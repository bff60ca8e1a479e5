import { isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '@toolmark/core';

type Kind = 'text' | 'number' | 'truth' | 'object' | 'list' | 'text or null' | 'text or nothing';

/** Required members of an answer. Others are allowed: a registry may be newer than its clients. */
export type Shape = Readonly<Record<string, Kind>>;

/** Checks that a value is an object with these members. Throws `registry.bad-answer`. */
export function shaped(value: Json | undefined, shape: Shape): JsonObject {
  if (value === undefined || !isJsonObject(value)) throw badAnswer('an object is missing');
  for (const [name, kind] of Object.entries(shape)) {
    if (!IS[kind](member(value, name))) throw badAnswer(`"${name}" is not as expected`);
  }
  return value;
}

/** Checks a list of such objects. */
export function shapedList(value: Json | undefined, shape: Shape): JsonObject[] {
  if (!Array.isArray(value)) throw badAnswer('a list is missing');
  return value.map((one: Json) => shaped(one, shape));
}

const IS: Readonly<Record<Kind, (value: Json | undefined) => boolean>> = {
  text: value => typeof value === 'string',
  number: value => typeof value === 'number',
  truth: value => typeof value === 'boolean',
  object: value => isJsonObject(value),
  list: value => Array.isArray(value),
  'text or null': value => typeof value === 'string' || value === null,
  'text or nothing': value => typeof value === 'string' || value === undefined,
};

export function badAnswer(reason: string): ToolmarkError {
  const message = `Unexpected answer from the registry: ${reason}. Check that the address is a Toolmark registry.`;
  return new ToolmarkError('registry.bad-answer', message);
}
