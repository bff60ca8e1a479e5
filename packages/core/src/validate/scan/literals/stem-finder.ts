import type { FindNext } from '../hiding/neighbourhoods.ts';

/** Stems in ASCII have at least so many letters. */
const BEGINNING = 4;
const BITS = 1 << 16;

/**
 * Finds the first of many stems. Patterns with many branches are slow on text that holds none: here one look at a table
 * for each character tells where a stem may start, and the pattern is tried there alone.
 */
export function makeStemFinder(stems: readonly string[]): FindNext {
  const isShort = (stem: string): boolean => stem.charCodeAt(0) > 127;
  const starts = bitsOf(stems.filter(isShort).map(stem => stem.charCodeAt(0)));
  const beginnings = bitsOf(stems.filter(stem => !isShort(stem)).map(stem => hashOf(stem.slice(0, BEGINNING))));
  const here = new RegExp(stems.join('|'), 'y');
  const isStem = (text: string, start: number): boolean => {
    here.lastIndex = start;
    return here.test(text);
  };
  return (text, from) => {
    let hash = 0;
    for (let i = from; i < text.length; i++) {
      const code = text.charCodeAt(i);
      hash = step(hash, code);
      if (has(beginnings, hash)) {
        const first = i - BEGINNING + 1;
        if (first >= from && isStem(text, first)) return first;
      }
      if (code > 127 && has(starts, code) && isStem(text, i)) return i;
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

function hashOf(beginning: string): number {
  let hash = 0;
  for (let i = 0; i < beginning.length; i++) hash = step(hash, beginning.charCodeAt(i));
  return hash;
}

/** What came four steps before has left the hash. */
function step(hash: number, code: number): number {
  return ((hash << 4) ^ code) & (BITS - 1);
}
