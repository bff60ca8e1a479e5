import { CONFUSABLES } from './confusables.gen.ts';
import { pointAt } from './point-at.ts';
import { has, IS, isMark } from './properties.ts';

/**
 * The skeleton of UTS #39: two texts that can be taken for each other have the same one. It is for comparing, never for
 * showing or for taking twice. Case counts. The engine decomposes, so a character newer than its Unicode keeps its accents.
 */
export function skeleton(text: string): string {
  return decompose(replace(decompose(text)));
}

/** What a code point looks like, as the text shared by all its look-alikes; undefined when that is itself. */
export function prototypeOf(point: number): string | undefined {
  table ??= makeTable();
  return point < 128 ? table.ascii[point] : table.all.get(point);
}

function replace(text: string): string {
  let result = '';
  for (const character of text) {
    const point = pointAt(character, 0);
    if (point > 127 && has(point, IS.defaultIgnorable)) continue;
    result += prototypeOf(point) ?? character;
  }
  return result;
}

/** More marks than any language puts on one letter; normalising sorts a run of them in time that grows with its square. */
const MOST_MARKS = 30;

/** NFD in linear time: a run of marks too long for any language is taken in pieces. */
export function decompose(text: string): string {
  if (isAscii(text)) return text;
  const pieces: string[] = [];
  let start = 0;
  let marks = 0;
  for (let i = 0; i < text.length; ) {
    const point = pointAt(text, i);
    marks = point > 127 && isMark(point) ? marks + 1 : 0;
    i += point > 0xffff ? 2 : 1;
    if (marks < MOST_MARKS) continue;
    pieces.push(text.slice(start, i).normalize('NFD'));
    start = i;
    marks = 0;
  }
  return pieces.join('') + text.slice(start).normalize('NFD');
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

interface Table {
  readonly ascii: readonly (string | undefined)[];
  readonly all: ReadonlyMap<number, string>;
}

let table: Table | undefined;

function makeTable(): Table {
  const all = new Map<number, string>();
  let source = 0;
  for (const entry of CONFUSABLES.split(' ')) {
    const [step = '', targets = ''] = entry.split(':');
    source += step === '' ? 1 : Number.parseInt(step, 36);
    const points = targets.split('.').map(point => Number.parseInt(point, 36));
    all.set(source, String.fromCodePoint(...points));
  }
  return { ascii: Array.from({ length: 128 }, (_, point) => all.get(point)), all };
}
