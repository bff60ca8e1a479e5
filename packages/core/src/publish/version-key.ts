import { isNumeric, parseVersion } from './version.ts';

/** Below every letter, digit and hyphen: a shorter list, or a shorter word, comes first. */
const END = '!';
/** Above them all: a release comes after its previews. */
const RELEASE = '~';

/**
 * ASCII text whose order, byte by byte, is the precedence of versions. For an index of a database, which must not
 * compare it by any language (`COLLATE "C"` in PostgreSQL). Versions that differ in their build alone share a key.
 */
export function versionKey(text: string): string {
  const { numbers, prerelease } = parseVersion(text);
  const core = numbers.map(numberKey).join('');
  return core + (prerelease.length === 0 ? RELEASE : prerelease.map(identifierKey).join('') + END);
}

/** Numbers come before words, as `0` comes before `a`. */
function identifierKey(identifier: string): string {
  return isNumeric(identifier) ? `0${numberKey(identifier)}` : `a${identifier}${END}`;
}

/** The count of digits, then the digits: so 9 comes before 10 whatever their size. */
function numberKey(digits: string): string {
  return String(digits.length).padStart(3, '0') + digits;
}
