import { howOften } from './rarity.ts';
import { type Required, requiredTexts } from './required-texts.ts';
import { TextFinder } from './text-finder.ts';

/** A pattern, and the kinds of words that a sentence must hold for it. */
interface Sought {
  readonly pattern: string;
  readonly mask: number;
}

/** What must stand in a sentence, by the numbers of the texts. */
type Needed =
  | { readonly type: 'one-of'; readonly ids: Int32Array }
  | { readonly type: 'all' | 'any'; readonly of: readonly Needed[] };

const NONE: readonly number[] = [];

/** Tells for each sentence which patterns can match in it at all, so that the others are not tried. */
export class PatternFinder {
  readonly #texts = new TextFinder();
  /** For each text the patterns to think of when it is seen: the rarest texts of a pattern are its keys. */
  readonly #byKey: number[][] = [];
  readonly #masks: Int32Array;
  readonly #needed: readonly (Needed | undefined)[];
  readonly #always: number[] = [];
  readonly #considered: Int32Array;
  #turn = 0;

  constructor(patterns: readonly Sought[]) {
    this.#considered = new Int32Array(patterns.length);
    this.#masks = Int32Array.from(patterns, ({ mask }) => mask);
    this.#needed = patterns.map(({ pattern }, i) => this.#add(requiredTexts(pattern), i));
  }

  /** The numbers of the patterns to try, in order. */
  find(sentence: string, mask: number): readonly number[] {
    const considered = this.#consider(sentence, mask);
    if (considered.length === 0) return this.#always;
    const found = considered.filter(pattern => this.#isMet(this.#needed[pattern]));
    return [...this.#always, ...found].sort((a, b) => a - b);
  }

  /** The patterns of which a key stands in the sentence. */
  #consider(sentence: string, mask: number): readonly number[] {
    const count = this.#texts.read(sentence);
    if (count === 0) return NONE;
    const considered: number[] = [];
    this.#turn++;
    for (let i = 0; i < count; i++)
      for (const pattern of this.#byKey[this.#texts.found[i] ?? 0] ?? NONE) {
        const wanted = this.#masks[pattern] ?? 0;
        if ((mask & wanted) !== wanted || this.#considered[pattern] === this.#turn) continue;
        this.#considered[pattern] = this.#turn;
        considered.push(pattern);
      }
    return considered;
  }

  #add(required: Required | undefined, pattern: number): Needed | undefined {
    if (required === undefined) {
      this.#always.push(pattern);
      return undefined;
    }
    const telling = mostTelling(required);
    for (const text of rarest(telling).texts) {
      const key = this.#texts.add(text);
      const patterns = this.#byKey[key] ?? [];
      this.#byKey[key] = patterns;
      if (patterns.at(-1) !== pattern) patterns.push(pattern);
    }
    return this.#toNeeded(telling);
  }

  #toNeeded(required: Required): Needed {
    if (required.type !== 'one-of') return { type: required.type, of: required.of.map(one => this.#toNeeded(one)) };
    return { type: 'one-of', ids: Int32Array.from(new Set(required.texts.map(text => this.#texts.add(text)))) };
  }

  #isMet(needed: Needed | undefined): boolean {
    switch (needed?.type) {
      case undefined:
        return true;
      case 'one-of':
        for (let i = 0; i < needed.ids.length; i++) if (this.#texts.has(needed.ids[i] ?? 0)) return true;
        return false;
      case 'all':
        for (const one of needed.of) if (!this.#isMet(one)) return false;
        return true;
      case 'any':
        for (const one of needed.of) if (this.#isMet(one)) return true;
        return false;
    }
  }
}

const MOST_NEEDED = 2;
const TOO_OFTEN = 1_000;

/** What many sentences hold tells little, and costs time to find: the rarest are enough. */
function mostTelling(required: Required): Required {
  if (required.type === 'one-of') return required;
  const of = required.of.map(mostTelling);
  if (required.type === 'any') return { type: 'any', of };
  const byRarity = of.map(one => ({ one, often: rarest(one).often })).sort((a, b) => a.often - b.often);
  const telling = byRarity.filter(({ often }, i) => i === 0 || (i < MOST_NEEDED && often < TOO_OFTEN));
  return { type: 'all', of: telling.map(({ one }) => one) };
}

/** The texts of which any match holds one, chosen so that few sentences do. */
function rarest(required: Required): { readonly texts: readonly string[]; readonly often: number } {
  if (required.type === 'one-of') return { texts: required.texts, often: howOften(required.texts) };
  const each = required.of.map(rarest);
  if (required.type === 'all') return each.reduce((least, one) => (one.often < least.often ? one : least));
  return { texts: each.flatMap(({ texts }) => texts), often: each.reduce((sum, { often }) => sum + often, 0) };
}
