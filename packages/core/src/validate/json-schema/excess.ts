import type { Json, JsonObject } from '../../base/index.ts';
import { isJsonList } from './json-list.ts';

interface Bounds {
  readonly maxBytes: number;
  readonly maxNesting: number;
}

/** Arithmetic on longer integers is expensive. */
const MAX_DIGITS = 1_000;
const TOO_LONG = 10n ** BigInt(MAX_DIGITS);

/** The limit that a value exceeds, or undefined. Safe for any depth and for cyclic values; recursion is safe afterwards. */
export function findExcess(value: Json, bounds: Bounds): string | undefined {
  const tally: Tally = { bytesLeft: bounds.maxBytes, bounds, excess: undefined };
  count(value, 0, tally);
  return tally.excess;
}

interface Tally {
  bytesLeft: number;
  readonly bounds: Bounds;
  excess: string | undefined;
}

function count(value: Json, depth: number, tally: Tally): void {
  if (typeof value === 'string') tally.bytesLeft -= value.length + 2;
  else if (typeof value === 'bigint') countInteger(value, tally);
  else if (typeof value !== 'object' || value === null) tally.bytesLeft -= 4;
  else countMembers(value, depth, tally);
  if (tally.bytesLeft < 0) tally.excess ??= `is larger than ${tally.bounds.maxBytes} bytes`;
}

function countInteger(value: bigint, tally: Tally): void {
  tally.bytesLeft -= 20;
  if (value >= TOO_LONG || value <= -TOO_LONG) tally.excess ??= `holds an integer of more than ${MAX_DIGITS} digits`;
}

function countMembers(value: readonly Json[] | JsonObject, depth: number, tally: Tally): void {
  tally.bytesLeft -= 2;
  if (depth >= tally.bounds.maxNesting) {
    tally.excess ??= `is nested more than ${tally.bounds.maxNesting} levels deep`;
  } else if (isJsonList(value)) {
    for (let i = 0; i < value.length && tally.excess === undefined; i++) count(value[i] ?? null, depth + 1, tally);
  } else {
    for (const name of Object.keys(value)) {
      if (tally.excess !== undefined) return;
      tally.bytesLeft -= name.length + 4;
      count(value[name] ?? null, depth + 1, tally);
    }
  }
}
