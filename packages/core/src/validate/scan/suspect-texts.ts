import { isForeign } from '../fold.ts';
import type { Company } from './meaning/read-meaning.ts';
import { findSuspects } from './scan-text.ts';

/** Engines tell longer texts apart by their length alone, so that a table of them could be made slow on purpose. */
const LONG_TEXT = 10_000;
const ENOUGH = 4_000;
const NONE: readonly number[] = [];
/** Ends sentences, and no code goes on across it: a text must not hide what follows. */
const BETWEEN = '\n#\n\n';

/**
 * Tells which texts of a server are to be looked at alone. Most have nothing in them, so many are looked at together
 * first, and each of them once, however often it stands there. What is long or not plain is looked at alone in any case,
 * so that it is looked at once and does not make its neighbours costly.
 */
export class SuspectTexts {
  readonly #company: Company;
  /** Every text so far that is not long, and whether something may be in it. */
  readonly #known = new Map<string, boolean>();
  /** Most servers have nothing to look at alone. */
  #hasAny = false;
  #waiting: string[] = [];
  #length = 0;

  /** To a text of no tool in particular every tool is another one, so that it gives all the signals of its parts. */
  constructor(company: Company) {
    this.#company = company;
  }

  add(texts: readonly string[]): void {
    for (const text of texts) {
      if (text.length > LONG_TEXT) this.#hasAny = true;
      if (text.length > LONG_TEXT || this.#known.has(text)) continue;
      this.#known.set(text, false);
      this.#waiting.push(text);
      this.#length += text.length;
    }
  }

  /** Whether so much is waiting that to look at more together saves nothing. */
  get hasEnough(): boolean {
    return this.#length >= ENOUGH;
  }

  /** Looks at all that is waiting. */
  look(): void {
    let texts: readonly string[] = this.#waiting;
    let joined = texts.join(BETWEEN);
    if (isForeign(joined)) {
      texts = texts.filter(text => !this.#suspectForeign(text));
      joined = texts.join(BETWEEN);
    }
    this.#waiting = [];
    this.#length = 0;
    if (texts.length === 0) return;
    let number = 0;
    let end = textEnd(0, texts[0]);
    // Stretches come in the order of the text, and so do the texts: neither is gone through twice.
    for (const stretch of findSuspects(joined + BETWEEN, this.#company)) {
      while (number < texts.length && end <= stretch.start) end = textEnd(end, texts[++number]);
      for (; number < texts.length; end = textEnd(end, texts[++number])) {
        this.#suspect(texts[number] ?? '');
        if (end >= stretch.end) break;
      }
    }
  }

  /** The numbers of the texts to look at alone, among those that were taken in and looked at. */
  among(texts: readonly string[]): readonly number[] {
    if (!this.#hasAny) return NONE;
    const numbers: number[] = [];
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i] ?? '';
      if (text.length > LONG_TEXT || this.#known.get(text) === true) numbers.push(i);
    }
    return numbers;
  }

  #suspectForeign(text: string): boolean {
    const isOdd = isForeign(text);
    if (isOdd) this.#suspect(text);
    return isOdd;
  }

  #suspect(text: string): void {
    this.#known.set(text, true);
    this.#hasAny = true;
  }
}

/** Where a text ends, with what parts it from the next. */
function textEnd(start: number, text = ''): number {
  return start + text.length + BETWEEN.length;
}
