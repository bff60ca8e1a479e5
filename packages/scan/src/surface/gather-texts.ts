import { child, isJsonObject, type Json } from '@toolmark/core';

/** A text of a unit, and its pointer. */
export interface PlacedText {
  readonly text: string;
  readonly pointer: string;
  /** Whether the text is the name of a member. */
  readonly isName: boolean;
}

export interface Gathered {
  readonly texts: readonly PlacedText[];
  /** Whether the value is deeper than what was read. */
  readonly isCut: boolean;
}

/** The strict reader refuses deeper values, so this cuts only values made in code. */
export const DEEPEST = 600;
/** Skipped: half of all strings are one of these. */
const TYPES = new Set(['string', 'object', 'number', 'integer', 'boolean', 'array', 'null']);
/** Skipped: keywords of JSON Schema and MCP. */
const COMMON = new Set(
  'type description title default properties items required enum name inputSchema outputSchema annotations $schema additionalProperties anyOf'.split(
    ' ',
  ),
);

/** Collects every string of a value, including the names of members. */
export function gatherTexts(value: Json, pointer: string): Gathered {
  const texts: PlacedText[] = [];
  let isCut = false;
  const walk = (item: Json, at: string, depth: number): void => {
    if (typeof item === 'string') texts.push({ text: item, pointer: at, isName: false });
    else if (depth > DEEPEST) isCut ||= typeof item === 'object' && item !== null;
    else if (Array.isArray(item)) for (const [i, one] of item.entries()) walk(one, `${at}/${i}`, depth + 1);
    else if (isJsonObject(item)) {
      for (const [key, one] of Object.entries(item)) {
        const place = child(at, key);
        if (!COMMON.has(key)) texts.push({ text: key, pointer: place, isName: true });
        if (key !== 'type' || typeof one !== 'string' || !TYPES.has(one)) walk(one, place, depth + 1);
      }
    }
  };
  walk(value, pointer, 0);
  return { texts, isCut };
}
