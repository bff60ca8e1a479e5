import { isJsonObject, type Json } from '../base/index.ts';

/**
 * Arguments as the server wants them: a choice that was cleaned goes back as the server spelled it. `values` is the table
 * that `cleanTool` made; a tool without hidden characters in its choices has an empty one.
 */
export function restoreValues(args: Json, values: ReadonlyMap<string, string>): Json {
  if (values.size === 0) return args;
  if (typeof args === 'string') return values.get(args) ?? args;
  if (Array.isArray(args)) return args.map(item => restoreValues(item, values));
  if (!isJsonObject(args)) return args;
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, restoreValues(value, values)]));
}
