import type { Json } from './json.ts';
import { readJson } from './read-json.ts';

/**
 * Bytes from outside, for whoever has several questions about them: they are read once, when the first one is asked, and
 * refused alike each time. Nobody may change the bytes meanwhile.
 */
export class ReadOnce {
  readonly bytes: Uint8Array;
  #value: Json | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Throws as `readJson` does. */
  value(): Json {
    if (this.#value === undefined) this.#value = readJson(this.bytes);
    return this.#value;
  }
}

/** The value of bytes, whether they were read before or not. */
export function valueIn(input: Uint8Array | ReadOnce): Json {
  return input instanceof ReadOnce ? input.value() : readJson(input);
}

export function bytesIn(input: Uint8Array | ReadOnce): Uint8Array {
  return input instanceof ReadOnce ? input.bytes : input;
}
