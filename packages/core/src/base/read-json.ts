import { decodeText } from './decode-text.ts';
import type { ExactJson } from './exact-json.ts';
import type { Json } from './json.ts';
import { JsonReader, type ReadOptions } from './json-reader.ts';

export const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

/**
 * The one reader for JSON from outside (docs/spec/intake.md). It refuses what readers disagree about: duplicate keys,
 * lone surrogates, invalid UTF-8, numbers that overflow, trailing data, nesting and size beyond the limits.
 */
export function readJson(bytes: Uint8Array, options: ReadOptions = {}): Json {
  const text = decodeText(bytes, options.maxBytes ?? DEFAULT_MAX_BYTES);
  return new JsonReader(text, options).read() as Json;
}

/** The same reader; distinguishes `1` from `1.0`. */
export function readExactJson(bytes: Uint8Array, options: ReadOptions = {}): ExactJson {
  const text = decodeText(bytes, options.maxBytes ?? DEFAULT_MAX_BYTES);
  return new JsonReader(text, options, { floats: true }).read();
}

/** A value and the text of one of its members. */
export interface Kept {
  readonly value: Json;
  /** Undefined if the member is absent, spans lines, or equals what `writeJson` writes. */
  readonly text: string | undefined;
  /** Every number is written as `writeJson` writes it, so all readers agree on its value. */
  readonly isPlain: boolean;
}

/** The same reader; also keeps the text of one top-level member, so that a proxy can forward it unchanged. */
export function readKeeping(bytes: Uint8Array, name: string, options: ReadOptions = {}): Kept {
  const text = decodeText(bytes, options.maxBytes ?? DEFAULT_MAX_BYTES);
  const reader = new JsonReader(text, options, { name });
  return { value: reader.read() as Json, text: reader.keptText(), isPlain: reader.isPlain };
}
