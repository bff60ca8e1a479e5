import { isJsonObject, type Json } from '../base/index.ts';
import { type Cleaner, type CleanMember, mapItems, mapMembers } from './cleaner.ts';

/**
 * A member that is there to be read: every text in it is prose, at any depth, whatever the members are called. A name
 * that hides something takes its member along, because nobody asks for it by that name.
 */
export function cleanTexts(key: string, value: Json, pointer: string, cleaner: Cleaner, level = 0): CleanMember {
  if (cleaner.hides(key)) {
    cleaner.note(pointer, 'dropped');
    return undefined;
  }
  if (typeof value === 'string') return cleanProse(key, value, pointer, cleaner);
  const cleaned = cleanInside(value, pointer, cleaner, level);
  return cleaned === undefined ? undefined : [key, cleaned];
}

/** Deeper than anything honest, and than the strict reader lets through. */
export const MOST_LEVELS = 256;

function cleanInside(value: Json, pointer: string, cleaner: Cleaner, level: number): Json | undefined {
  if (typeof value === 'string') return cleaner.prose(value, pointer);
  if (level > MOST_LEVELS)
    cleaner.refuse('sanitize.malformed', `a value is nested deeper than ${MOST_LEVELS} levels.`, pointer);
  if (Array.isArray(value)) return mapItems(value, pointer, (item, at) => cleanInside(item, at, cleaner, level + 1));
  if (!isJsonObject(value)) return value;
  return mapMembers(value, pointer, (key, item, at) => cleanTexts(key, item, at, cleaner, level + 1));
}

/** A text of which nothing remains is left out. */
function cleanProse(key: string, value: string, pointer: string, cleaner: Cleaner): CleanMember {
  const text = cleaner.prose(value, pointer);
  return text === undefined || (text === '' && value !== '') ? undefined : [key, text];
}
