import type { Json } from './json.ts';
import { readJson } from './read-json.ts';

/**
 * Untrusted bytes that are parsed at most once, on first use. Invalid bytes throw the same error each time. Do not change the
 * bytes after construction.
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
