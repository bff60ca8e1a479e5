import type { Json } from '@toolmark/core';

export const MAX_INPUT_BYTES = 64 * 1024;

/** A whole number below a bound. */
export type Random = (bound: number) => number;

/** Mulberry32: the same seed gives the same inputs. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return bound => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** One to four changes. Two in three change a JSON value where the input is JSON: random bytes rarely pass the reader. */
export function mutate(input: Uint8Array, words: readonly string[], random: Random): Uint8Array {
  let mutated = input;
  for (let left = 1 + random(4); left > 0; left--) {
    const json = random(3) > 0 ? tryParse(mutated) : undefined;
    mutated = json === undefined ? mutateBytes(mutated, words, random) : mutateJson(json, words, random);
  }
  return mutated.subarray(0, MAX_INPUT_BYTES);
}

/** Tokens with a meaning to readers of text, JSON, certificates and terminals. */
const TOKENS = [
  ...['\n', '\r\n', '\0', '"', '\\', '\\u0000', '\\ud800', '{', '}', '[', ']', ',', ':', '#', '//', '/*', "'", '='],
  ...['\u200b', '\u202e', '\u{e0041}', '\x1b[2J', '\ufeff', '\u{1f468}\u200d\u{1f469}', '\xed\xa0\x80'],
  ...['-1', '1e400', '-0', '9007199254740993', '0.1', 'null', 'true', '__proto__', 'constructor', '../', '%2e%2e'],
  ...['\x30\x80', '\x30\x84\xff\xff\xff\xff', '\x02\x01\x00', '\x05\x00', '\x06\x03\x55\x1d\x13'],
];

function mutateBytes(input: Uint8Array, words: readonly string[], random: Random): Uint8Array {
  const at = random(input.length + 1);
  const end = Math.min(at + 1 + random(random(4) === 0 ? 200 : 8), input.length);
  const inserted = [
    () => [],
    () => [...input.subarray(at, end), ...input.subarray(at, end)],
    () => [random(256)],
    () => [(input[at] ?? 0) ^ (1 << random(8)), ...input.subarray(at + 1, end)],
    () => Buffer.from(pick([...words, ...TOKENS], random)),
    () => [...Buffer.from(pick([...words, ...TOKENS], random)), ...input.subarray(at, end)],
  ];
  return Buffer.concat([input.subarray(0, at), Uint8Array.from(pick(inserted, random)()), input.subarray(end)]);
}

/** `JSON.parse` on purpose: inputs that the strict reader rejects are worth changing too. */
function tryParse(input: Uint8Array): Json | undefined {
  try {
    return JSON.parse(Buffer.from(input).toString());
  } catch {
    return undefined;
  }
}

type Container = Record<string, Json>;

/** Changes one value anywhere in the JSON. `root` wraps it so that the outermost value has a parent too. */
function mutateJson(json: Json, words: readonly string[], random: Random): Uint8Array {
  const root: Container = { value: json };
  const places = placesIn(root);
  const [parent, key] = pick(places, random);
  const other = pick(places, random);
  const value = parent[key] as Json;
  const text = pick([...words, ...TEXTS], random);
  const changes: (() => void)[] = [
    () => delete parent[key],
    () => (parent[key] = changedValue(value, text, random)),
    () => (parent[key] = pick<Json>([null, true, [], {}, '', 0, -0, 1e300, 5e-324, 2 ** 53, -1, 0.5, text], random)),
    () => (parent[key] = structuredClone(other[0][other[1]] as Json)),
    () => (parent[key] = nest(random(200))),
    // An assignment to __proto__ would add no member.
    () => Object.defineProperty(parent, text, { value: structuredClone(value), enumerable: true, configurable: true }),
  ];
  pick(changes, random)();
  return Buffer.from(JSON.stringify(root.value ?? null, undefined, pick([0, 0, 2], random)));
}

const TEXTS = [
  ...['', '__proto__', 'constructor', 'toString', 'toJSON', 'then', '0', '-1', 'a/b~c', '$ref', '#', '<script>'],
  ...['\u0000', '\u200b', '\u202e', '\ufeff', '\x1b]0;x\x07', '\u{e0049}\u{e0067}', 'e\u0301', '\uff41', '\u0430', 'ﬁ'],
  ...['a'.repeat(3000), '\u0301'.repeat(300), '(a+)+$', '^(?:a|a)*$', 'https://example.org/\u{1f600}', '\ud83d'],
];

function placesIn(container: Container): [Container, string][] {
  return Object.entries(container).flatMap(([key, value]) => [
    [container, key],
    ...(typeof value === 'object' && value !== null ? placesIn(value as Container) : []),
  ]);
}

function changedValue(value: Json, text: string, random: Random): Json {
  if (typeof value === 'string') {
    const at = random(value.length + 1);
    const [start, end] = [value.slice(0, at), value.slice(at)];
    return pick(
      [start + text + end, start + end.slice(1), value.toUpperCase(), `${start} `.repeat(random(20))],
      random,
    );
  }
  if (typeof value === 'number') return pick([value + 1, -value, value / 3, value * 1e15, Math.trunc(value)], random);
  if (Array.isArray(value)) {
    const item = value[random(value.length)] ?? null;
    return pick<Json>([value.toReversed(), [...value, item], new Array<Json>(random(40)).fill(item), [value]], random);
  }
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).toReversed());
  return pick<Json>([!value, [value], { [text]: value }], random);
}

function nest(depth: number): Json {
  let value: Json = null;
  for (let left = depth; left > 0; left--) value = left % 2 === 0 ? [value] : { properties: value };
  return value;
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[random(items.length)] as Item;
}
