import { foldBoth, isForeign } from '../fold.ts';
import { namesSecretPlace } from './joined-fields.ts';
import type { Company } from './meaning/read-meaning.ts';
import { findSuspects, mayHide, type Readable, readPlain } from './scan-text.ts';

/** Engines tell longer texts apart by their length alone, so that a table of them could be made slow on purpose. */
const LONG_TEXT = 10_000;
const ENOUGH = 4_000;
const NONE: readonly number[] = [];
/** Ends sentences, and no code goes on across it: a text must not hide what follows. */
const BETWEEN = '\n#\n\n';

/**
 * Tells which texts of a server are to be looked at alone. Most have nothing in them, so many are looked at together
 * first, and each of them once, however often it stands there. What is long is looked at alone in any case.
 */
export class SuspectTexts {
  readonly #company: Company;
  /** Every text so far that is not long, and those in which something may be. */
  readonly #known = new Set<string>();
  readonly #suspects = new Set<string>();
  /** Those that name a place of secrets. */
  readonly #places = new Set<string>();
  #hasLong = false;
  #waiting: string[] = [];
  #length = 0;

  /** To a text of no tool in particular every tool is another one, so that it gives all the signals of its parts. */
  constructor(company: Company) {
    this.#company = company;
  }

  add(texts: readonly string[]): void {
    for (const text of texts) {
      if (text.length > LONG_TEXT) this.#hasLong = true;
      else if (this.#isNew(text)) {
        this.#waiting.push(text);
        this.#length += text.length;
        if (namesSecretPlace(text)) this.#places.add(text);
      }
    }
  }

  /** One look instead of two: a set that grew did not have it. */
  #isNew(text: string): boolean {
    const before = this.#known.size;
    return this.#known.add(text).size > before;
  }

  /** Whether so much is waiting that to look at more together saves nothing. */
  get hasEnough(): boolean {
    return this.#length >= ENOUGH;
  }

  /** Looks at all that is waiting: at what is plain and what is foreign apart, so that neither makes the other costly. */
  look(): void {
    const texts = this.#waiting;
    this.#waiting = [];
    this.#length = 0;
    if (texts.length === 0) return;
    const joined = put(texts);
    if (!isForeign(joined)) {
      this.#lookAt(texts, texts, readPlain(joined));
      return;
    }
    const plain: string[] = [];
    const foreign: string[] = [];
    for (const text of texts) (isForeign(text) ? foreign : plain).push(text);
    this.#lookAt(plain, plain, readPlain(put(plain)));
    this.#lookAtForeign(foreign);
  }

  #lookAtForeign(texts: readonly string[]): void {
    for (const text of texts) if (mayHide(text)) this.#suspects.add(text);
    const folded = texts.map(foldBoth);
    const asRead = folded.map(one => one.folded);
    const soft = put(folded.map(one => one.soft));
    this.#lookAt(texts, asRead, { text: put(texts), folded: put(asRead), soft, isInPlace: false });
  }

  /** Suspects the texts in which something may be found, by where they stand among those that were put together. */
  #lookAt(texts: readonly string[], asRead: readonly string[], together: Readable): void {
    if (texts.length === 0) return;
    let number = 0;
    let end = textEnd(0, asRead[0]);
    // Stretches come in the order of the text, and so do the texts: neither is gone through twice.
    for (const stretch of findSuspects(together, this.#company)) {
      while (number < texts.length && end <= stretch.start) end = textEnd(end, asRead[++number]);
      for (; number < texts.length; end = textEnd(end, asRead[++number])) {
        this.#suspects.add(texts[number] ?? '');
        if (end >= stretch.end) break;
      }
    }
  }

  /** The number of the first text that names a place of secrets, among those that were taken in; -1 where there is none. */
  placeAmong(texts: readonly string[]): number {
    return this.#places.size === 0 ? -1 : texts.findIndex(text => this.#places.has(text));
  }

  /** The numbers of the texts to look at alone, among those that were taken in and looked at. */
  among(texts: readonly string[]): readonly number[] {
    // Most servers have nothing to look at alone.
    if (!this.#hasLong && this.#suspects.size === 0) return NONE;
    const numbers: number[] = [];
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i] ?? '';
      if (text.length > LONG_TEXT || this.#suspects.has(text)) numbers.push(i);
    }
    return numbers;
  }
}

/** Texts put together. Joined in one go: what is added to a string later makes each of its letters slower to read. */
function put(texts: readonly string[]): string {
  return [...texts, ''].join(BETWEEN);
}

/** Where a text ends, with what parts it from the next. */
function textEnd(start: number, text = ''): number {
  return start + text.length + BETWEEN.length;
}
