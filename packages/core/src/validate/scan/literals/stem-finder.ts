import { Narrow } from './narrow.ts';

/** Stems that start with a letter of ASCII have at least so many letters. */
const SHORTEST = 5;
/** Of so many letters, one group of three starts at every third place, wherever in a text they stand. */
const GROUP = 3;
const EVERY = SHORTEST - GROUP + 1;
const BEGINNING = 4;
const BITS = 1 << 16;

export interface StemFinder {
  /** Looks at a text, until it looks at another one: where, at or after a place, the first of the stems stands, or -1. */
  readonly look: (text: string) => (from: number) => number;
  /** The stem at a place where one stands; of two that start alike, either. */
  readonly at: (text: string, place: number) => string;
}

/**
 * Finds the first of many stems. Patterns with many branches are slow on text that holds none: here a look at a table for
 * every third place tells where around it a stem may start, and the pattern is tried there alone.
 */
export function makeStemFinder(stems: readonly string[]): StemFinder {
  const long = stems.filter(stem => stem.charCodeAt(0) < 128);
  const short = stems.filter(stem => stem.charCodeAt(0) > 127);
  if (long.some(({ length }) => length < SHORTEST)) throw new Error(`a stem has fewer than ${SHORTEST} letters`);
  const groups = placesOfGroups(long);
  // Far smaller than the table of places, and says no for nearly all groups.
  const anywhere = bitsOf(Array.from(groups.keys()).filter(group => groups[group] !== 0));
  const beginnings = bitsOf(long.map(stem => beginningHash(stem, 0)));
  const starts = bitsOf(short.map(stem => stem.charCodeAt(0)));
  const here = new RegExp(stems.join('|'), 'y');
  const isStem = (text: string, start: number): boolean => {
    if (!has(starts, text.charCodeAt(start)) && !has(beginnings, beginningHash(text, start))) return false;
    here.lastIndex = start;
    return here.test(text);
  };
  const narrow = new Narrow();
  const look = (text: string): ((from: number) => number) => {
    const bytes = narrow.bytesOf(text);
    return from => find(text, bytes, from);
  };
  const find = (text: string, bytes: Uint8Array, from: number): number => {
    const { length } = text;
    // The last two places have no group of their own: only a stem of other letters can start there.
    const last = length - GROUP;
    for (let i = from; i < length; i += EVERY) {
      if (i <= last) {
        // Bytes, and each of them once: this is asked of all text there is.
        const a = bytes[i] ?? 0;
        const b = bytes[i + 1] ?? 0;
        const c = bytes[i + 2] ?? 0;
        if ((a | b | c) < 128) {
          const group = groupOf(a, b, c);
          if (!has(anywhere, group)) continue;
          let places = groups[group] ?? 0;
          // The farthest place in a stem is the earliest start.
          for (let place = EVERY - 1; places !== 0; place--) {
            const bit = 1 << place;
            if ((places & bit) !== 0 && i - place >= from && isStem(text, i - place)) return i - place;
            places &= ~bit;
          }
          continue;
        }
      }
      const end = Math.min(i + EVERY, length);
      for (let start = Math.max(from, i - EVERY + 1); start < end; start++) if (isStem(text, start)) return start;
    }
    return -1;
  };
  return { look, at: (text, place) => matchAt(here, text, place) };
}

function matchAt(here: RegExp, text: string, place: number): string {
  here.lastIndex = place;
  return here.exec(text)?.[0] ?? '';
}

/** For each group of three letters at which of the first places of a stem it stands, a bit for each. */
function placesOfGroups(stems: readonly string[]): Uint8Array {
  const places = new Uint8Array(1 << 15);
  for (const stem of stems) {
    for (let at = 0; at < EVERY; at++) {
      const group = groupOf(stem.charCodeAt(at), stem.charCodeAt(at + 1), stem.charCodeAt(at + 2));
      places[group] = (places[group] ?? 0) | (1 << at);
    }
  }
  return places;
}

/** Five bits of each letter: signs share theirs with letters, which only costs time. */
function groupOf(a: number, b: number, c: number): number {
  return ((a & 31) << 10) | ((b & 31) << 5) | (c & 31);
}

/** One bit for each number: small, so that a look at it costs little. */
function bitsOf(numbers: readonly number[]): Int32Array {
  const bits = new Int32Array(BITS / 32);
  for (const number of numbers) bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
  return bits;
}

function has(bits: Int32Array, number: number): boolean {
  return (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) !== 0;
}

function beginningHash(text: string, start: number): number {
  // Asked for a place outside the text, an engine would have to be ready for what is no number, at every place.
  const end = Math.min(start + BEGINNING, text.length);
  let hash = 0;
  for (let i = start; i < end; i++) hash = ((hash << 4) ^ text.charCodeAt(i)) & (BITS - 1);
  return hash;
}
