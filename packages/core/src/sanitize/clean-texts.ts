import { isJsonObject, type Json } from '../base/index.ts';
import { type Cleaner, type CleanMember, mapItems, mapMembers } from './cleaner.ts';

/** Cleans a member whose strings are all prose, at any depth. Members with hidden characters in their names are dropped. */
export function cleanTexts(key: string, value: Json, pointer: string, cleaner: Cleaner, level = 0): CleanMember {
  if (cleaner.hides(key)) {
    cleaner.note(pointer, 'dropped');
    return undefined;
  }
  if (typeof value === 'string') return cleanProse(key, value, pointer, cleaner);
  const cleaned = cleanInside(value, pointer, cleaner, level);
  return cleaned === undefined ? undefined : [key, cleaned];
}

/** Deeper than the strict reader allows. */
export const MOST_LEVELS = 256;

function cleanInside(value: Json, pointer: string, cleaner: Cleaner, level: number): Json | undefined {
  if (typeof value === 'string') return cleaner.prose(value, pointer);
  if (level > MOST_LEVELS)
    cleaner.refuse('sanitize.malformed', `a value is nested deeper than ${MOST_LEVELS} levels.`, pointer);
  if (Array.isArray(value)) return mapItems(value, pointer, (item, at) => cleanInside(item, at, cleaner, level + 1));
  if (!isJsonObject(value)) return value;
  return mapMembers(value, pointer, (key, item, at) => cleanTexts(key, item, at, cleaner, level + 1));
}

/** Texts that become empty are dropped. */
function cleanProse(key: string, value: string, pointer: string, cleaner: Cleaner): CleanMember {
  const text = cleaner.prose(value, pointer);
  return text === undefined || (text === '' && value !== '') ? undefined : [key, text];
}
