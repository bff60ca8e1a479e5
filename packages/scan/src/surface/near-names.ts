import { quoteInert, sha256 } from '@toolmark/core';
import { skeleton } from '@toolmark/core/text';
import type { Found } from '../found.ts';
import type { Surface } from './surface.ts';

/** Longer names and longer lists are not compared letter by letter: no client or model accepts them. */
const LONGEST = 128;
const MOST_COMPARED = 20_000;
/** In shorter names, a difference of one letter is obvious. */
const LONG_NAME = 8;
const PLAIN = /^[a-z0-9_.-]*$/;
const CONFUSABLE = /[01]|rn|vv/;
const PLURAL = /s(?=$|[_.-])/g;

interface Named {
  readonly name: string;
  /** The name and its skeleton, which look-alike names share. Digests for long names. */
  readonly key: string;
  readonly look: string;
  readonly pointer: string;
  readonly surface: number;
}

/** Finds names that resemble an earlier name. Returns the findings per server, at the later name. */
export function findNearNames(surfaces: readonly Surface[]): Found[][] {
  const found: Found[][] = surfaces.map(() => []);
  // A single server is only checked for look-alike letters and different case.
  const seen: Seen = { exact: new Map(), looks: new Map(), pieces: surfaces.length > 1 ? new Map() : undefined };
  let compared = 0;
  for (const [surface, { toolNames }] of surfaces.entries()) {
    let isCut = false;
    for (const { name, pointer } of toolNames) {
      const named = { name, key: short(name), look: short(lookOf(name)), pointer, surface };
      const isInPieces = seen.pieces !== undefined && ++compared <= MOST_COMPARED && name.length <= LONGEST;
      const finding = compare(named, seen, isInPieces, surfaces);
      if (finding !== undefined) found[surface]?.push(finding);
      else if (seen.pieces !== undefined && !isInPieces && !isCut) {
        found[surface]?.push(notCompared(named));
        isCut = true;
      }
    }
  }
  return found;
}

/** JavaScript engines hash long strings by length alone, so that an attacker could make a Map slow. */
function short(name: string): string {
  return name.length > LONGEST ? sha256(name) : name;
}

interface Seen {
  readonly exact: Map<string, Named>;
  readonly looks: Map<string, Named>;
  /** Names with one letter left out. Undefined for a single server. */
  readonly pieces: Map<string, Named> | undefined;
}

/** Compares a name with the earlier ones, and stores it. */
function compare(named: Named, seen: Seen, isInPieces: boolean, surfaces: readonly Surface[]): Found | undefined {
  const same = seen.exact.get(named.key);
  const twin = seen.looks.get(named.look);
  const near = isInPieces && same === undefined && twin === undefined ? nearOf(named, seen) : undefined;
  if (same === undefined) seen.exact.set(named.key, named);
  if (twin === undefined) seen.looks.set(named.look, named);
  if (isInPieces) rememberPieces(named, seen);
  if (same !== undefined) return report('same-name', named, same, surfaces);
  const other = twin ?? near;
  return other === undefined ? undefined : report('near-name', named, other, surfaces);
}

function rememberPieces(named: Named, { pieces }: Seen): void {
  for (const piece of piecesOf(named.name)) if (pieces?.has(piece) === false) pieces.set(piece, named);
}

/** Equal for names that look alike, case-insensitive. */
function lookOf(name: string): string {
  const lower = name.toLowerCase();
  if (!PLAIN.test(lower) || CONFUSABLE.test(lower)) return skeleton(lower);
  return lower.includes('m') ? lower.replaceAll('m', 'rn') : lower;
}

/** Finds a name with one letter added, removed or changed: both share a piece with one letter left out. */
function nearOf(named: Named, { pieces }: Seen): Named | undefined {
  if (pieces === undefined) return undefined;
  for (const piece of piecesOf(named.name)) {
    const other = pieces.get(piece);
    if (other !== undefined && other.surface !== named.surface && isSuspect(named.name, other.name)) return other;
  }
  return undefined;
}

function piecesOf(name: string): string[] {
  if (name.length < LONG_NAME) return [];
  return [name, ...Array.from(name, (_, i) => name.slice(0, i) + name.slice(i + 1))];
}

/** Honest names differ by a plural or a number. */
function isSuspect(a: string, b: string): boolean {
  const bare = (name: string): string => name.toLowerCase().replace(/\d+/g, '').replace(PLURAL, '');
  return bare(a) !== bare(b) && Math.abs(a.length - b.length) <= 1;
}

function report(kind: 'same-name' | 'near-name', named: Named, other: Named, surfaces: readonly Surface[]): Found {
  const name = quoteInert(named.name);
  const owner = quoteInert(surfaces[other.surface]?.server ?? '');
  const isOwn = other.surface === named.surface;
  if (kind === 'near-name') {
    const where = isOwn ? 'this server too' : `the server ${owner}`;
    return place(kind, named, `${name} resembles ${quoteInert(other.name)} of ${where}. Compare the two tools.`);
  }
  const message = isOwn
    ? `This server lists ${name} twice; a call may reach either.`
    : `The server ${owner} also has a tool ${name}. Give each server a prefix.`;
  return place(kind, named, message);
}

function notCompared(named: Named): Found {
  const message = `From ${quoteInert(named.name)} on, names of this server were not compared letter by letter: they are longer than ${LONGEST} characters, or there are more than ${MOST_COMPARED}. Scan fewer servers at a time.`;
  return place('names-not-compared', named, message);
}

function place(code: string, { pointer, name }: Named, message: string): Found {
  return { code: `scan.${code}`, tier: 'review', pointer, tool: name, message };
}
