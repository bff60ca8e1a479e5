import { quoteInert, ToolmarkError } from '../base/index.ts';

/** A version as SemVer 2.0 reads it. Numbers stay digits, without leading zeros: they may be of any size. */
export interface Version {
  readonly numbers: readonly [major: string, minor: string, patch: string];
  /** Empty for a release. */
  readonly prerelease: readonly string[];
  /** The part after `+`; it does not affect the order. */
  readonly build: string | undefined;
}

/** As in schema 1.1. Schema 1.0 has no limit, so the limit is ours there. */
const LONGEST = 255;

const NUMBERS = /(\d+)\.(\d+)\.(\d+)/;
const IDENTIFIER = /(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)/;
const BUILD = /[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*/;
const VERSION = new RegExp(
  `^${NUMBERS.source}(?:-(${IDENTIFIER.source}(?:\\.${IDENTIFIER.source})*))?(?:\\+(${BUILD.source}))?$`,
);

/** Every version that a tool document may have; schema 1.0 also admits leading zeros. */
export function parseVersion(text: string): Version {
  const [, major, minor, patch, prerelease, build] = (text.length <= LONGEST && VERSION.exec(text)) || [];
  if (major === undefined || minor === undefined || patch === undefined) {
    throw new ToolmarkError(
      'version.malformed',
      `${quoteInert(text)} is not a version. Write it as in 1.2.3 or 1.2.3-beta.1, with at most ${LONGEST} characters.`,
    );
  }
  return {
    numbers: [withoutZeros(major), withoutZeros(minor), withoutZeros(patch)],
    prerelease: prerelease?.split('.') ?? [],
    build,
  };
}

/** Below, equal or above zero, by SemVer precedence: `1.0.0-rc.1` comes before `1.0.0`, and builds are equal. */
export function compareVersions(a: string, b: string): number {
  const one = parseVersion(a);
  const other = parseVersion(b);
  return compareLists(one.numbers, other.numbers) || comparePrereleases(one.prerelease, other.prerelease);
}

/** Whether an identifier counts as a number, by its value. */
export function isNumeric(identifier: string): boolean {
  return /^\d+$/.test(identifier);
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  return compareLists(a, b) || a.length - b.length;
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (const [index, one] of a.entries()) {
    const order = compareIdentifiers(one, b[index] ?? one);
    if (order !== 0) return order;
  }
  return 0;
}

function compareIdentifiers(a: string, b: string): number {
  if (isNumeric(a) !== isNumeric(b)) return isNumeric(a) ? -1 : 1;
  if (isNumeric(a) && a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

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
