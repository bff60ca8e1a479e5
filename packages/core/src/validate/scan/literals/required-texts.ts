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

/** The texts of which a match of the pattern holds some; `undefined` where it can do without any. */
export function requiredTexts(pattern: string): Required | undefined {
  return requiredOf([parsePattern(pattern)]);
}

/** Stretches that can be spelled out are required as a whole; what lies between them, by itself. */
function requiredOf(sequence: Sequence): Required | undefined {
  const required: (Required | undefined)[] = [];
  let texts: readonly string[] = [''];
  const parts = sequence.filter(({ type }) => type !== 'look');
  for (const [i, part] of parts.entries()) {
    const more = spell(part);
    if (more !== undefined && isFew(texts, more)) {
      texts = join(texts, more);
      continue;
    }
    const isAfterEdge = texts.every(endsAtEdge);
    if (more === undefined) {
      required.push(oneOf(texts), requiredInside(part, isAfterEdge ? [WORD_EDGE] : [], edgeAt(parts[i + 1])));
      texts = [''];
    } else {
      required.push(oneOf(more.every(startsAtEdge) ? join(texts, [EDGE]) : texts));
      texts = isAfterEdge ? join([EDGE], more) : more;
    }
  }
  return combine(
    'all',
    [...required, oneOf(texts)].filter(one => one !== undefined),
  );
}

const WORD_EDGE: Part = { type: 'edge' };

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

/** The edge of a word beside a choice is one beside each of its branches. */
function edgeAt(part: Part | undefined): Sequence {
  return part?.type === 'edge' ? [part] : [];
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
  return a.length === 1 || b.length === 1 || a.length * b.length <= MOST;
}
