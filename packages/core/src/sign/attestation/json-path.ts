import { isJsonObject, type Json, member } from '../../base/index.ts';

/** The value that members lead to, or undefined where one of them is missing. */
export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((from, name) => (isJsonObject(from) ? member(from, name) : undefined), value);
}

/** The item of a list with exactly one. */
export function onlyItem(list: Json | undefined): Json | undefined {
  return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
}
