import { howOften } from './rarity.ts';
import { type Required, requiredTexts } from './required-texts.ts';
import { WordFinder } from './word-finder.ts';

/** A pattern, and the kinds of words that a sentence must hold for it. */
interface Sought {
  readonly pattern: string;
  readonly mask: number;
}

/** A stretch of a text, and the kinds of words in it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly mask: number;
}

/** What must stand in a sentence, by the numbers of words: one of the words, or all the words of one of the texts. */
type Needed =
  | { readonly type: 'one-of'; readonly words: Int32Array; readonly texts: readonly (readonly number[])[] }
  | { readonly type: 'all' | 'any'; readonly of: readonly Needed[] };

/** Tells for each sentence which patterns can match in it at all, so that the others are not tried. */
export class PatternFinder {
  readonly #words = new WordFinder();
  /** For each word the patterns to think of when it is seen: each pattern has its rarest words as keys. */
  readonly #byKey: number[][] = [];
  readonly #masks: Int32Array;
  readonly #needed: readonly (Needed | undefined)[];
  readonly #keyless: number[] = [];
  readonly #considered: Int32Array;
  #turn = 0;

  constructor(patterns: readonly Sought[]) {
    this.#considered = new Int32Array(patterns.length);
    this.#masks = Int32Array.from(patterns, ({ mask }) => mask);
    this.#needed = patterns.map(({ pattern }, i) => this.#add(requiredTexts(pattern), i));
  }

  /** The numbers of the patterns to try on a stretch of text, in order. */
  find(text: string, { start, end, mask }: Stretch): readonly number[] {
    const count = this.#words.read(text, start, end);
    const found: number[] = [];
    this.#turn++;
    this.#consider(this.#keyless, mask, found);
    for (let i = 0; i < count; i++) {
      const patterns = this.#byKey[this.#words.found[i] ?? 0];
      if (patterns !== undefined) this.#consider(patterns, mask, found);
    }
    return found.length > 1 ? found.sort((a, b) => a - b) : found;
  }

  #consider(patterns: readonly number[], mask: number, found: number[]): void {
    for (const pattern of patterns) {
      const wanted = this.#masks[pattern] ?? 0;
      if ((mask & wanted) !== wanted || this.#considered[pattern] === this.#turn) continue;
      this.#considered[pattern] = this.#turn;
      if (this.#isMet(this.#needed[pattern])) found.push(pattern);
    }
  }

  #add(required: Required | undefined, pattern: number): Needed | undefined {
    const weighed = required === undefined ? undefined : this.#weigh(required);
    if (weighed === undefined) this.#keyless.push(pattern);
    for (const key of weighed?.keys ?? []) {
      const patterns = this.#byKey[key] ?? [];
      this.#byKey[key] = patterns;
      if (patterns.at(-1) !== pattern) patterns.push(pattern);
    }
    return weighed?.needed;
  }

  /** What of all that is required can be told by words, with the rarest of these; `undefined` where none can. */
  #weigh(required: Required): Weighed | undefined {
    if (required.type === 'one-of') return this.#weighTexts(required.texts);
    const of = required.of.map(one => this.#weigh(one));
    const known = of.filter(one => one !== undefined);
    if (required.type === 'all') return mostTelling(known);
    return known.length === of.length ? either(known) : undefined;
  }

  #weighTexts(given: readonly string[]): Weighed | undefined {
    const texts = given.map(text => this.#words.add(text));
    if (texts.some(words => words.length === 0)) return undefined;
    const keys = texts.map(words => words.at(-1) ?? 0);
    const words = Int32Array.from(new Set(texts.filter(({ length }) => length === 1).flat()));
    const several = texts.filter(({ length }) => length > 1);
    return { needed: { type: 'one-of', words, texts: several }, keys, often: howOften(given) };
  }

  #isMet(needed: Needed | undefined): boolean {
    switch (needed?.type) {
      case undefined:
        return true;
      case 'one-of':
        for (let i = 0; i < needed.words.length; i++) if (this.#words.has(needed.words[i] ?? 0)) return true;
        for (const words of needed.texts) if (this.#hasAll(words)) return true;
        return false;
      case 'all':
        for (const one of needed.of) if (!this.#isMet(one)) return false;
        return true;
      case 'any':
        for (const one of needed.of) if (this.#isMet(one)) return true;
        return false;
    }
  }

  #hasAll(words: readonly number[]): boolean {
    for (const word of words) if (!this.#words.has(word)) return false;
    return true;
  }
}

interface Weighed {
  readonly needed: Needed;
  readonly keys: readonly number[];
  /** A guess at how many sentences hold one of the keys. */
  readonly often: number;
}

const TOO_OFTEN = 4_000;

/** What many sentences hold tells little: beside the rarest, which has the keys, only what is rare enough is kept. */
function mostTelling(known: readonly Weighed[]): Weighed | undefined {
  const [rarest, ...others] = known.toSorted((a, b) => a.often - b.often);
  if (rarest === undefined) return undefined;
  // That the keys were seen is known in most cases, so what goes with them comes last.
  const of = [...others.filter(({ often }) => often < TOO_OFTEN), rarest].map(({ needed }) => needed);
  return { ...rarest, needed: { type: 'all', of } };
}

function either(known: readonly Weighed[]): Weighed {
  return {
    needed: { type: 'any', of: known.map(({ needed }) => needed) },
    keys: known.flatMap(({ keys }) => keys),
    often: known.reduce((sum, { often }) => sum + often, 0),
  };
}
