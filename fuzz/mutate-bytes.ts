import type { Material } from './mutate.ts';
import type { Random } from './random.ts';

/** The input with one change that knows nothing of its format. */
export function mutateBytes(input: Uint8Array, material: Material, random: Random): Uint8Array {
  const at = random.below(input.length + 1);
  const length = Math.min(1 + random.below(random.below(4) === 0 ? 200 : 8), input.length - at);
  const piece = input.subarray(at, at + length);
  switch (random.below(7)) {
    case 0:
      return splice(input, at, length, new Uint8Array());
    case 1:
      return splice(input, at, 0, piece);
    case 2:
      return splice(input, random.below(input.length + 1), 0, piece);
    case 3:
      return flipBit(input, random);
    case 4:
      return splice(input, at, Math.min(1, length), Uint8Array.of(random.below(256)));
    case 5:
      return splice(input, at, random.below(2) * length, Buffer.from(random.pick([...material.words, ...TOKENS])));
    default:
      return cross(input, at, random.pick(material.corpus), random);
  }
}

/** What means something to readers of text, certificates and terminals. */
const TOKENS = [
  ...['\n', '\r\n', '\0', '"', '\\', '\\u0000', '\\ud800', '{', '}', '[', ']', ',', ':', '#', '//', '/*', "'", '='],
  ...['\u200b', '\u202e', '\u{e0041}', '\x1b[2J', '\ufeff', '\u{1f468}\u200d\u{1f469}', '\xed\xa0\x80'],
  ...['-1', '1e400', '-0', '9007199254740993', '0.1', 'null', 'true', '__proto__', 'constructor', '../', '%2e%2e'],
  ...['\x30\x80', '\x30\x84\xff\xff\xff\xff', '\x02\x01\x00', '\x05\x00', '\x06\x03\x55\x1d\x13'],
];

function splice(input: Uint8Array, at: number, length: number, inserted: Uint8Array): Uint8Array {
  return Buffer.concat([input.subarray(0, at), inserted, input.subarray(at + length)]);
}

function flipBit(input: Uint8Array, random: Random): Uint8Array {
  const flipped = Uint8Array.from(input);
  const at = random.below(input.length);
  if (flipped.length > 0) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
  return flipped;
}

/** The start of one input and the end of another. */
function cross(input: Uint8Array, at: number, other: Uint8Array, random: Random): Uint8Array {
  return Buffer.concat([input.subarray(0, at), other.subarray(random.below(other.length + 1))]);
}
