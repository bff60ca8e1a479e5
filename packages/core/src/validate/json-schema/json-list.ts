import type { Json } from '../../base/index.ts';

/** `Array.isArray` alone forgets what a readonly list holds. */
export function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
