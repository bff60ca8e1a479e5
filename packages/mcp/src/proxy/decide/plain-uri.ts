import { parseUrl } from '@toolmark/core';

/**
 * Whether a URL parser, a server that decodes once more and a file system all read a URI as the same place. Refuses everything that
 * one of them would fold: dot segments in any spelling, control characters, `\`, encoded separators.
 */
export function isPlainUri(uri: string): boolean {
  if (NOT_IN_URIS.test(uri) || BROKEN_ESCAPE.test(uri)) return false;
  const [path = ''] = uri.split(/[?#]/, 1);
  const [place, details] = [foldAll(path), foldAll(uri.slice(path.length))];
  if (place === undefined || details === undefined) return false;
  // A query may contain `.` but not `..`.
  if (hasDotSegment(place, '.') || hasDotSegment(details, '..')) return false;
  return separatorsIn(place) === separatorsIn(path) && !isAbsoluteInside(place) && isParsedAsWritten(uri);
}

/** Whether a value for a part of a URI contains no `..` segment, in any encoding. */
export function isPlainValue(value: string): boolean {
  const folded = foldAll(value);
  return folded !== undefined && !hasDotSegment(folded, '..');
}

/** Path joins treat `/etc` and `C:` inside a path as absolute. */
function isAbsoluteInside(place: string): boolean {
  const path = PARTS.exec(place)?.[3] ?? '';
  return path.includes('//') || /(?:^|\/)[A-Za-z]:(?:\/|$)/.test(path);
}

/** White space and invisible characters: URL parsers remove tabs and line ends, HFS+ ignores zero-width characters. */
const NOT_IN_URIS = /[\p{C}\p{Z}\\]/u;
/** The same after decoding, where a space is a character of a file name. */
const NOT_IN_VALUES = /[\p{C}\p{Zl}\p{Zp}\\]/u;
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;
const ESCAPE = /%[0-9a-f]{2}/i;
/** An escape of IIS and of old JavaScript. */
const WIDE_ESCAPE = /%u[0-9a-f]{4}/i;
const MAX_ROUNDS = 5;

/** The URI without escapes and compatibility characters (`%252e`, `．`, `‥`); undefined if it is not plain text. */
function foldAll(uri: string): string | undefined {
  let text = uri;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fold(text);
    if (next === undefined || NOT_IN_VALUES.test(next) || WIDE_ESCAPE.test(next)) return undefined;
    if (next === text) return text;
    text = next;
  }
  return undefined;
}

/** Undefined for escapes that are not UTF-8: overlong forms spell a dot too. */
function fold(text: string): string | undefined {
  try {
    return (ESCAPE.test(text) ? decodeURIComponent(text) : text).normalize('NFKC');
  } catch {
    return undefined;
  }
}

/** Separators, their look-alikes in Windows code pages, and marks of parameters and streams. */
const BETWEEN_NAMES = /[/\\?#&=;:,+|@¥₩\u2044\u2215\u2216\u29f5\u29f8\u29f9]/u;

/** Windows drops dots and spaces at the end of a name, so `...` and `.. ` are refused as well. */
function hasDotSegment(text: string, least: '.' | '..'): boolean {
  return text.split(BETWEEN_NAMES).some(name => /^[. ]+$/.test(name) && name.replaceAll(' ', '').startsWith(least));
}

/** Decoding must not add path segments. */
function separatorsIn(path: string): number {
  return path.split(/[/?#]/).length;
}

const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/;

/** Whether the URL parser of the platform finds the same path, and no user name. */
function isParsedAsWritten(uri: string): boolean {
  const [, scheme, authority, path] = PARTS.exec(uri) ?? [];
  const url = parseUrl(uri);
  if (scheme === undefined || path === undefined || url === undefined) return false;
  const isSamePath = decoded(url.pathname) === decoded(path) || (path === '' && url.pathname === '/');
  return (
    url.protocol === `${scheme.toLowerCase()}:` &&
    isSamePath &&
    url.username === '' &&
    url.password === '' &&
    hasHost(url, authority)
  );
}

/** `file:////host/share` and `https:example.org` are parsed with a host that was not written. */
function hasHost(url: URL, authority: string | undefined): boolean {
  return (url.host !== '') === (authority !== undefined && authority !== '');
}

function decoded(text: string): string {
  return fold(text) ?? text;
}
