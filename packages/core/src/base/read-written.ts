import type { Json, JsonObject } from './json.ts';

type Container = JsonObject | readonly Json[];

/**
 * The value of a text that is, letter for letter, what `JSON.stringify` writes for it, or undefined for any other text. In
 * such a text nothing can hide from the engine's own reader, which is many times as fast as ours before ours is warm: a
 * repeated key, another spelling of a letter or a number and trailing data would all be written otherwise.
 * docs/decisions/0028-what-stringify-wrote.md goes through them one by one.
 */
export function readWritten(text: string, maxDepth: number, maxValues: number): Json | undefined {
  const indent = indentOf(text);
  // Half a surrogate pair is the one thing that JSON.stringify writes and the strict reader refuses.
  if (indent === undefined || text.includes('\\ud')) return undefined;
  const value = parse(text);
  if (value === undefined || countValues(value, maxDepth) > maxValues) return undefined;
  return isWritten(text, JSON.stringify(value, undefined, indent)) ? value : undefined;
}

/** A guess from the first letters, so that most other texts are not read twice. */
function indentOf(text: string): number | undefined {
  if (text.startsWith('{\n  "') || text.startsWith('[\n  ')) return 2;
  const colon = text.indexOf('":');
  return (text.startsWith('{"') || text.startsWith('[{"')) && text[colon + 2] !== ' ' ? 0 : undefined;
}

/** What begins with a bracket is a container, or no JSON. */
function parse(text: string): Container | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // The strict reader says what is wrong, and where.
    return undefined;
  }
}

/** With the line feed at its end that files have, or without. */
function isWritten(text: string, written: string): boolean {
  return text.length === written.length ? text === written : text === `${written}\n`;
}

/**
 * How many values there are, as the strict reader counts them; too many where they are nested too deeply, and where it may
 * keep a number as a bigint. Written for an engine that has not warmed up.
 */
function countValues(container: Container, depthLeft: number): number {
  if (depthLeft === 0) return Number.POSITIVE_INFINITY;
  let count = 1;
  for (const key in container) {
    const value = (container as JsonObject)[key] as Json;
    if (typeof value === 'object' && value !== null) count += countValues(value, depthLeft - 1);
    else if (typeof value === 'number' && Math.abs(value) > 2 ** 53) return Number.POSITIVE_INFINITY;
    else count++;
  }
  return count;
}
