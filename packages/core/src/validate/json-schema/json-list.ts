import type { Json } from '../../base/index.ts';

/** `Array.isArray` loses the item type of readonly arrays. */
export function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
