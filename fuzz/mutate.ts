import { mutateBytes } from './mutate-bytes.ts';
import { mutateJson } from './mutate-json.ts';
import type { Random } from './random.ts';

export const MAX_INPUT_BYTES = 64 * 1024;

export interface Material {
  /** Inputs that reached something new. */
  readonly corpus: readonly Uint8Array[];
  readonly words: readonly string[];
}

/** One to four changes of an input: most of them as JSON, where it is JSON, for those get further in. */
export function mutate(input: Uint8Array, material: Material, random: Random): Uint8Array {
  let mutated = input;
  for (let left = 1 + random.below(4); left > 0; left--) {
    const asJson = random.below(3) > 0 ? mutateJson(mutated, material, random) : undefined;
    mutated = asJson ?? mutateBytes(mutated, material, random);
  }
  return mutated.subarray(0, MAX_INPUT_BYTES);
}
