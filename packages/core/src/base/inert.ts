import type { Json } from './json.ts';
import { pointAt } from './unicode/point-at.ts';

/** Characters that steer a terminal, reorder text or cannot be seen, as ranges of code points. */
const STEERING_RANGES = [
  '\\u{0}-\\u{1f}\\u{7f}-\\u{9f}', // C0, DEL, C1
  '\\u{ad}\\u{34f}\\u{61c}\\u{180b}-\\u{180f}', // soft hyphen, grapheme joiner, Arabic and Mongolian marks
  '\\u{115f}\\u{1160}\\u{17b4}\\u{17b5}\\u{3164}\\u{ffa0}', // fillers and vowels without a shape
  '\\u{200b}-\\u{200f}\\u{2028}-\\u{202e}\\u{2060}-\\u{206f}\\u{feff}', // zero width, separators, bidi
  '\\u{fe00}-\\u{fe0f}\\u{fff0}-\\u{ffff}', // variation selectors, interlinear marks, specials
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}', // shorthand and musical controls, tags
  '\\u{13430}-\\u{13440}', // Egyptian format controls
  '\\u{d800}-\\u{dfff}\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{10ffff}', // lone surrogates, private use
  '\\u{fdd0}-\\u{fdef}', // noncharacters, here and at the end of every plane
  ...Array.from({ length: 14 }, (_, i) => `\\u{${(i + 1).toString(16)}fffe}-\\u{${(i + 1).toString(16)}ffff}`),
];
const STEERING = new RegExp(`[${STEERING_RANGES.join('')}]`, 'gu');

/** Most texts are plain ASCII, which is quicker to see than that nothing steers. */
const PLAIN = /^[ -~]*$/;

/** Untrusted text made safe to show anywhere: what steers or hides is spelled out as a visible `\u{…}` escape. */
export function inert(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(STEERING, character => `\\u{${pointAt(character, 0).toString(16)}}`);
}

/** Inert, on one line, in double quotes, and cut so that a hostile name cannot flood a message. */
export function quoteInert(text: string, maxLength = 80): string {
  const points = [...text.slice(0, (maxLength + 1) * 2)];
  const cut = points.length > maxLength ? `${points.slice(0, maxLength).join('')}…` : text;
  return `"${inert(cut)}"`;
}

/** Inert text of at most so many characters; what was cut ends in `…`. */
export function cutInert(text: string, maxLength: number): string {
  // Cut first: a name of megabytes is not worth spelling out.
  const shown = inert(text.length > maxLength ? text.slice(0, maxLength + 1) : text);
  return shown.length > maxLength ? `${withoutHalf(shown.slice(0, maxLength - 1))}…` : shown;
}

/** The cut may leave the first half of a character. */
function withoutHalf(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/** A value whose texts and names are inert. Two names that become one stay two: the later gets a number. */
export function inertValue(value: Json): Json {
  if (typeof value === 'string') return inert(value);
  if (Array.isArray(value)) return value.map(inertValue);
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map<string, Json>();
  const counts = new Map<string, number>();
  for (const [name, item] of Object.entries(value))
    members.set(freeName(inert(name), members, counts), inertValue(item));
  return Object.fromEntries(members);
}

/** Counting goes on where it ended, so that a thousand names that become one cost a thousand steps. */
function freeName(name: string, taken: ReadonlyMap<string, Json>, counts: Map<string, number>): string {
  let free = name;
  let count = counts.get(name) ?? 1;
  while (taken.has(free)) free = `${name}_${++count}`;
  counts.set(name, count);
  return free;
}

/**
 * The same protection for JSON text, without changing its value: of these characters JSON has only line breaks and
 * tabs outside strings, and has those nowhere else.
 */
export function inertJson(json: string): string {
  return json.replace(STEERING, character => {
    if (character === '\n') return character;
    if (character === '\t' || character === '\r') return ' ';
    return [...Array(character.length).keys()]
      .map(i => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join('');
  });
}
