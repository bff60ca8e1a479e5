import { type Json, ToolmarkError } from '../base/index.ts';

/** How much there is to look at: values that can be iterated over, and all that can be read. */
export interface Weight {
  readonly values: number;
  readonly letters: number;
}

/** Arguments as conditions see them. */
export interface CelArguments extends Weight {
  readonly value: unknown;
}

const MAX_DEPTH = 128;
const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

/**
 * JSON as CEL values: whole numbers are `int`, other numbers `double`, objects maps. The library tells types by
 * `constructor`, which a hostile object can own; a Map cannot be made to look like anything else.
 */
export function toCelArguments(json: Json): CelArguments {
  const weight = { values: 0, letters: 0 };
  return { value: convert(json, 0, weight), ...weight };
}

function convert(json: Json, depth: number, weight: { values: number; letters: number }): unknown {
  if (depth > MAX_DEPTH) throw new ToolmarkError('guard.condition-error', 'The arguments are nested too deep.');
  weight.values++;
  if (typeof json === 'string') {
    weight.letters += json.length;
    return json;
  }
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (typeof json === 'bigint') return toInt(json);
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(item => convert(item, depth + 1, weight));
  return new Map(
    Object.entries(json).map(([key, value]) => {
      weight.letters += key.length;
      return [key, convert(value, depth + 1, weight)];
    }),
  );
}

function toInt(value: bigint): bigint {
  if (value <= MAX_INT && value >= MIN_INT) return value;
  throw new ToolmarkError('guard.condition-error', 'A whole number in the arguments has more than 64 bits.');
}
