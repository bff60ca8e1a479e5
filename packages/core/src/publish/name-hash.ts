import { forEachSlip } from './near-name-keys.ts';

/** A key as 32 bits, none of them zero in all: for a filter of many names in little memory. */
export function nameHash(key: string): number {
  return finish(sumOf(key));
}

/** The hashes of a key and of all that are near it, some more than once, without writing out the keys. */
export function nearNameHashes(key: string): number[] {
  const hashes = [nameHash(key)];
  let known: Sums | undefined;
  forEachSlip(key, (text, start, middle, end) => {
    if (known?.text !== text) known = sumsOf(text);
    const { heads, tails } = known;
    const behind = text.length - end;
    const head = Math.imul(heads[start] ?? 0, power(middle.length + behind));
    hashes.push(finish(head + Math.imul(sumOf(middle), power(behind)) + (tails[end] ?? 0)));
  });
  return hashes;
}

/** A polynomial over the letters: the sum of a text follows from the sums of its parts. */
const BASE = 0x01000193;

function sumOf(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, BASE) + text.charCodeAt(i)) | 0;
  return sum;
}

interface Sums {
  readonly text: string;
  /** Of the letters before each place, and of those from it on. */
  readonly heads: Int32Array;
  readonly tails: Int32Array;
}

function sumsOf(text: string): Sums {
  const { length } = text;
  const heads = new Int32Array(length + 1);
  const tails = new Int32Array(length + 1);
  let [head, tail] = [0, 0];
  for (let i = 0; i < length; i++) {
    head = (Math.imul(head, BASE) + text.charCodeAt(i)) | 0;
    heads[i + 1] = head;
  }
  for (let i = length - 1; i >= 0; i--) {
    tail = (Math.imul(text.charCodeAt(i), power(length - 1 - i)) + tail) | 0;
    tails[i] = tail;
  }
  return { text, heads, tails };
}

const POWERS = [1];

function power(exponent: number): number {
  for (let i = POWERS.length; i <= exponent; i++) POWERS.push(Math.imul(POWERS[i - 1] ?? 1, BASE));
  return POWERS[exponent] ?? 1;
}

/** Spreads what differs over all bits, because tables use only some of them. */
function finish(sum: number): number {
  let hash = sum | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === 0 ? 1 : hash;
}
