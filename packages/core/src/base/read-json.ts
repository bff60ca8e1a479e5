import { decodeText } from './decode-text.ts';
import type { ExactJson } from './exact-json.ts';
import type { Json } from './json.ts';
import { DEFAULT_MAX_DEPTH, DEFAULT_MAX_VALUES, JsonReader, type ReadOptions } from './json-reader.ts';
import { readWritten } from './read-written.ts';

export const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

/** Shorter texts are read at once, however cold the engine is. */
const LONG = 8 * 1024;
/** Longer ones warm the engine up themselves, and a second copy of them would be missed elsewhere. */
const VERY_LONG = 4 * 1024 * 1024;

/**
 * The one reader for JSON from outside (docs/spec/intake.md). It refuses what readers disagree about: duplicate keys,
 * lone surrogates, invalid UTF-8, numbers that overflow, trailing data, nesting and size beyond the limits.
 */
export function readJson(bytes: Uint8Array, options: ReadOptions = {}): Json {
  const text = decodeText(bytes, options.maxBytes ?? DEFAULT_MAX_BYTES);
  return readLong(text, options) ?? (new JsonReader(text, options).read() as Json);
}

/** A long text that the engine's own reader can be trusted with; undefined for all others. */
function readLong(text: string, options: ReadOptions): Json | undefined {
  if (text.length < LONG || text.length > VERY_LONG) return undefined;
  return readWritten(text, options.maxDepth ?? DEFAULT_MAX_DEPTH, options.maxValues ?? DEFAULT_MAX_VALUES);
}

/** The same reader, keeping the difference between `1` and `1.0`. */
export function readExactJson(bytes: Uint8Array, options: ReadOptions = {}): ExactJson {
  const text = decodeText(bytes, options.maxBytes ?? DEFAULT_MAX_BYTES);
  return new JsonReader(text, options, { floats: true }).read();
}

/** A value, and how a member of it was written. */
export interface Kept {
  readonly value: Json;
  /** Undefined where there is no such member, where it takes more than a line, and where we would write just the same. */
  readonly text: string | undefined;
  /** Every number is written as we would write it: no other reader sees another one in it. */
  readonly isPlain: boolean;
}

/** The same reader, which also keeps the text of one member of the outermost object, for whoever passes it on. */
export function readKeeping(bytes: Uint8Array, name: string, options: ReadOptions = {}): Kept {
  const text = decodeText(bytes, options.maxBytes ?? DEFAULT_MAX_BYTES);
  const long = readLong(text, options);
  if (long !== undefined) return { value: long, text: undefined, isPlain: true };
  const reader = new JsonReader(text, options, { name });
  return { value: reader.read() as Json, text: reader.keptText(), isPlain: reader.isPlain };
}
