import type { FindNext } from '../hiding/neighbourhoods.ts';

/** Stems that start with a letter of ASCII have at least so many letters. */
const SHORTEST = 5;
/** Of so many letters, one group of three starts at every third place, wherever in a text they stand. */
const GROUP = 3;
const EVERY = SHORTEST - GROUP + 1;
const BEGINNING = 4;
const BITS = 1 << 16;

/**
 * Finds the first of many stems. Patterns with many branches are slow on text that holds none: here a look at a table for
 * every third place tells whether a stem may stand around it, and the pattern is tried there alone.
 */
export function makeStemFinder(stems: readonly string[]): FindNext {
  const long = stems.filter(stem => stem.charCodeAt(0) < 128);
  const short = stems.filter(stem => stem.charCodeAt(0) > 127);
  if (long.some(({ length }) => length < SHORTEST)) throw new Error(`a stem has fewer than ${SHORTEST} letters`);
  const groups = bitsOf(long.flatMap(groupHashesOf));
  const beginnings = bitsOf(long.map(stem => beginningHash(stem, 0)));
  const starts = bitsOf(short.map(stem => stem.charCodeAt(0)));
  const here = new RegExp(stems.join('|'), 'y');
  const isStem = (text: string, start: number): boolean => {
    if (!has(starts, text.charCodeAt(start)) && !has(beginnings, beginningHash(text, start))) return false;
    here.lastIndex = start;
    return here.test(text);
  };
  return (text, from) => {
    // The last two places have no group of their own: only a stem of other letters can start there.
    const last = text.length - GROUP;
    for (let i = from; i < text.length; i += EVERY) {
      if (i <= last) {
        // Each letter is read once: this is asked of all text there is.
        const a = text.charCodeAt(i);
        const b = text.charCodeAt(i + 1);
        const c = text.charCodeAt(i + 2);
        if ((a | b | c) < 128 && !has(groups, groupHash(a, b, c))) continue;
      }
      const end = Math.min(i + EVERY, text.length);
      for (let start = Math.max(from, i - EVERY + 1); start < end; start++) if (isStem(text, start)) return start;
    }
    return -1;
  };
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

/** Those at the first places, of which one is looked at. */
function groupHashesOf(stem: string): number[] {
  const codes = Array.from(stem, letter => letter.charCodeAt(0));
  return [0, 1, 2].map(at => groupHash(codes[at] ?? 0, codes[at + 1] ?? 0, codes[at + 2] ?? 0));
}

function groupHash(a: number, b: number, c: number): number {
  return ((a << 10) ^ (b << 5) ^ c) & (BITS - 1);
}

function beginningHash(text: string, start: number): number {
  let hash = 0;
  for (let i = start; i < start + BEGINNING; i++) hash = ((hash << 4) ^ text.charCodeAt(i)) & (BITS - 1);
  return hash;
}
