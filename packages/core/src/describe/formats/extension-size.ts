import type { JsonObject } from '../../base/index.ts';
import { hasLargeInteger } from './large-integers.ts';

/** The bytes of publisher-provided data as a registry counts them: its JSON text without spaces, in UTF-8. */
export function extensionBytes(provided: JsonObject | undefined): number {
  if (provided === undefined) return 0;
  return new TextEncoder().encode(hasLargeInteger(provided) ? asText(provided) : JSON.stringify(provided)).length;
}

/** An integer beyond 2^53 is refused elsewhere; here it only must not stop the count. */
function asText(provided: JsonObject): string {
  return JSON.stringify(provided, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}
