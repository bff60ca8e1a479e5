import { LONG_WORD, LONG_WORD_SIGN } from './hashes.ts';
import { type Part, parsePattern, type Sequence } from './parse-pattern.ts';

/** What a text must hold before a pattern can match in it. */
export type Required =
  | { readonly type: 'one-of'; readonly texts: readonly string[] }
  | { readonly type: 'all' | 'any'; readonly of: readonly Required[] };

/** Stands for the edge of a word in the texts required. */
export const EDGE = '\u0001';
/** Where more texts are possible, the parts are required one by one. */
const MOST = 6;
/** So many words are spelled with and without an ending, because a word with both ends is told by more than its first letters. */
const MOST_WITH_ENDING = 64;

/** The texts of which a match of the pattern holds some; `undefined` where it can do without any. */
export function requiredTexts(pattern: string): Required | undefined {
  return requiredOf([parsePattern(pattern)]);
}

/** Stretches that can be spelled out are required as a whole; what lies between them, by itself. */
function requiredOf(sequence: Sequence): Required | undefined {
  const required: (Required | undefined)[] = [];
  let texts: readonly string[] = [''];
  for (const [i, part] of sequence.entries()) {
    const more = spell(part);
    if (more !== undefined && isFew(texts, more)) {
      texts = join(texts, more);
      continue;
    }
    const isAfterEdge = texts.every(endsAtEdge);
    required.push(oneOf(isEdgeBefore(sequence.slice(i)) ? join(texts, [EDGE]) : texts));
    if (more === undefined) {
      required.push(requiredInside(part, edgeIf(isAfterEdge), edgeIf(isEdgeBefore(sequence.slice(i + 1)))));
      texts = [leavesEdge(part, isAfterEdge) ? EDGE : ''];
    } else texts = isAfterEdge ? join([EDGE], more) : more;
  }
  return combine(
    'all',
    [...required, oneOf(texts)].filter(one => one !== undefined),
  );
}

function edgeIf(isEdge: boolean): Sequence {
  return isEdge ? [{ type: 'edge' }] : [];
}

/** Whether a word that stands before all this ends there. */
function isEdgeBefore(sequence: Sequence): boolean {
  return sequence.reduceRight((isEdge, part) => meetsEdge(part, isEdge), false);
}

/** Whether a word that stands before a part ends there, when `after` says so of what stands behind it. */
function meetsEdge(part: Part, after: boolean): boolean {
  return isEdgeOf(part, after, startsAtEdge, (one, isEdge) =>
    one.reduceRight((edge, inner) => meetsEdge(inner, edge), isEdge),
  );
}

/** Whether a word that stands behind a part starts there, when `before` says so of what stands before it. */
function leavesEdge(part: Part, before: boolean): boolean {
  return isEdgeOf(part, before, endsAtEdge, (one, isEdge) =>
    one.reduce((edge, inner) => leavesEdge(inner, edge), isEdge),
  );
}

/** Whether a part has an edge at one of its ends; where it can be empty, the edge is that of its neighbour. */
function isEdgeOf(
  part: Part,
  neighbour: boolean,
  isEdge: (text: string) => boolean,
  along: (sequence: Sequence, neighbour: boolean) => boolean,
): boolean {
  switch (part.type) {
    case 'texts':
      return part.texts.every(isEdge);
    case 'edge':
      return true;
    case 'look':
      return neighbour;
    case 'gap':
      return part.isSign === true;
    case 'choice':
      return part.of.every(one => along(one, neighbour));
    case 'repeat':
      return (part.least > 0 || neighbour) && along([part.part], neighbour);
  }
}

/** Whether a word that follows, or goes before, has its edge there. */
function endsAtEdge(text: string): boolean {
  return /[^a-z0-9_]$/.test(text);
}

function startsAtEdge(text: string): boolean {
  return /^[^a-z0-9_]/.test(text);
}

/** Stands for a word that is longer than words are. */
export const LONG = String.fromCharCode(LONG_WORD_SIGN);

function requiredInside(part: Part, before: Sequence, after: Sequence): Required | undefined {
  if (part.type === 'repeat') {
    if (part.least === 0) return undefined;
    if (part.least >= LONG_WORD && part.part.type === 'gap' && part.part.isLetter)
      return { type: 'one-of', texts: [LONG] };
    return part.most === 1 ? requiredInside(part.part, before, after) : requiredOf([part.part]);
  }
  if (part.type !== 'choice') return undefined;
  const [only, ...others] = part.of;
  if (only !== undefined && others.length === 0) return requiredOf([...before, ...only, ...after]);
  const each = part.of.map(one => requiredOf([...before, ...one, ...after]));
  const known = each.filter(one => one !== undefined);
  return known.length === each.length ? combine('any', known) : undefined;
}

/** Every text that a part can be, where they are few. */
function spell(part: Part): readonly string[] | undefined {
  switch (part.type) {
    case 'texts':
      return part.texts;
    case 'edge':
      return [EDGE];
    case 'look':
      return [''];
    case 'gap':
      return undefined;
    case 'choice':
      return spellChoice(part.of);
    case 'repeat':
      return spellRepeat(part.part, part.least, part.most);
  }
}

function spellChoice(of: readonly Sequence[]): readonly string[] | undefined {
  const all = new Set<string>();
  for (const sequence of of) {
    let texts: readonly string[] = [''];
    for (const part of sequence) {
      const more = spell(part);
      if (more === undefined || !isFew(texts, more)) return undefined;
      texts = join(texts, more);
    }
    for (const text of texts) all.add(text);
  }
  return all.size <= 256 ? [...all] : undefined;
}

function spellRepeat(part: Part, least: number, most: number): readonly string[] | undefined {
  if (most > 1) return undefined;
  const once = spell(part);
  return once === undefined || least === 1 ? once : ['', ...once];
}

function join(before: readonly string[], after: readonly string[]): string[] {
  return before.flatMap(start => after.map(end => start + end));
}

/** Nothing is required where nothing would do, or a space. */
function oneOf(texts: readonly string[]): Required | undefined {
  const isTold = texts.every(text => text.replaceAll(EDGE, '').trim() !== '');
  return isTold ? { type: 'one-of', texts } : undefined;
}

function combine(type: 'all' | 'any', of: readonly Required[]): Required | undefined {
  return of.length > 1 ? { type, of } : of[0];
}

function isFew(a: readonly string[], b: readonly string[]): boolean {
  const isEnding = b.length === 2 && a.length <= MOST_WITH_ENDING;
  return a.length === 1 || b.length === 1 || a.length * b.length <= MOST || isEnding;
}
