import { isJsonObject, type Json, type JsonObject } from '@toolmark/core';
import type { Material } from './mutate.ts';
import type { Random } from './random.ts';

/** The input with one value or member of it changed; undefined where it is not JSON. */
export function mutateJson(input: Uint8Array, material: Material, random: Random): Uint8Array | undefined {
  const value = tryParse(input);
  if (value === undefined) return undefined;
  const place = random.below(countValues(value));
  const changed = changeAt(value, place, found => changeValue(found, material, random));
  const text = JSON.stringify(changed.value, undefined, random.pick([0, 0, 2]));
  return text === undefined ? undefined : Buffer.from(text);
}

/** As the engine reads it: what is to be mutated need not be strict. */
function tryParse(input: Uint8Array): Json | undefined {
  try {
    return JSON.parse(Buffer.from(input).toString('utf8'));
  } catch {
    return undefined;
  }
}

function countValues(value: Json): number {
  return childrenOf(value).reduce((count, [, item]) => count + countValues(item), 1);
}

function childrenOf(value: Json): [string, Json][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Counts values in the order they are written, and changes the one of this number. */
function changeAt(value: Json, place: number, change: (value: Json) => Json): { value: Json; used: number } {
  if (place === 0) return { value: change(value), used: 1 };
  let used = 1;
  const entries = childrenOf(value).map(([key, item]): [string, Json] => {
    if (used > place) return [key, item];
    const changed = changeAt(item, place - used, change);
    used += changed.used;
    return [key, changed.value];
  });
  return { value: Array.isArray(value) ? entries.map(([, item]) => item) : rebuild(value, entries), used };
}

function rebuild(value: Json, entries: [string, Json][]): Json {
  return isJsonObject(value) ? Object.fromEntries(entries) : value;
}

function changeValue(value: Json, material: Material, random: Random): Json {
  if (random.below(4) === 0) return strangeValue(material, random);
  if (Array.isArray(value)) return changeList(value, material, random);
  if (isJsonObject(value)) return changeMembers(value, material, random);
  if (typeof value === 'string') return changeText(value, material, random);
  if (typeof value === 'number') return random.pick([value + 1, -value, value / 3, value * 1e15, Math.trunc(value)]);
  return random.pick([!value, null, [value], { was: value }]);
}

function changeList(items: readonly Json[], material: Material, random: Random): Json {
  const at = random.below(items.length);
  const item = items[at] ?? null;
  return random.pick<() => Json>([
    () => items.toSpliced(at, 1),
    () => items.toSpliced(at, 0, item),
    () => items.toReversed(),
    () => [...items, strangeValue(material, random)],
    () => Array.from({ length: 1 + random.below(40) }, () => item),
    () => [items],
  ])();
}

function changeMembers(members: JsonObject, material: Material, random: Random): Json {
  const entries = Object.entries(members);
  const at = random.below(entries.length);
  const [key, item] = entries[at] ?? ['', null];
  return random.pick<() => Json>([
    () => Object.fromEntries(entries.toSpliced(at, 1)),
    () => Object.fromEntries(entries.toReversed()),
    () => Object.fromEntries(entries.toSpliced(at, 1, [changeText(key, material, random), item])),
    () => Object.fromEntries([...entries, [strangeText(material, random), item]]),
    () => Object.fromEntries([...entries, [strangeText(material, random), strangeValue(material, random)]]),
    () => Object.fromEntries([...entries, [key, members]]),
  ])();
}

function changeText(text: string, material: Material, random: Random): string {
  const at = random.below(text.length + 1);
  const other = strangeText(material, random);
  return random.pick([
    text.slice(0, at) + other + text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + String.fromCodePoint(32 + random.below(0xd000)) + text.slice(at + 1),
    text.toUpperCase(),
    text + text,
    `${text.slice(0, at)} `.repeat(1 + random.below(20)),
    other,
  ]);
}

function strangeText({ words }: Material, random: Random): string {
  return random.pick([...words, ...STRANGE_TEXTS]);
}

const STRANGE_TEXTS = [
  ...['', '__proto__', 'constructor', 'toString', 'toJSON', 'then', '0', '-1', 'a/b~c', '$ref', '#', '<script>'],
  ...['\u0000', '\u200b', '\u202e', '\ufeff', '\x1b]0;x\x07', '\u{e0049}\u{e0067}', 'e\u0301', '\uff41', '\u0430', 'ﬁ'],
  ...['a'.repeat(3000), '\u0301'.repeat(300), '(a+)+$', '^(?:a|a)*$', 'https://example.org/\u{1f600}', '\ud83d'],
];

/** A value of another kind, or one from elsewhere in the corpus. */
function strangeValue(material: Material, random: Random): Json {
  if (random.below(3) === 0) {
    const other = tryParse(random.pick(material.corpus));
    if (other !== undefined) return pickInside(other, random);
  }
  return random.pick<() => Json>([
    () => random.pick<Json>([null, true, false, [], {}, '', 0, -0, 1e300, 5e-324, 2 ** 53, -1, 0.5]),
    () => strangeText(material, random),
    () => nest(random.below(200)),
  ])();
}

function pickInside(value: Json, random: Random): Json {
  const children = childrenOf(value);
  if (children.length === 0 || random.below(4) === 0) return value;
  return pickInside(random.pick(children)[1], random);
}

function nest(depth: number): Json {
  let value: Json = null;
  for (let left = depth; left > 0; left--) value = left % 2 === 0 ? [value] : { properties: value };
  return value;
}
