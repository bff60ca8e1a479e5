import type { Sentence, Token, TokenKind } from './tokens.ts';

/** Common words of English and of tool descriptions, in addition to the words of the rules. */
const COMMON = new Set(
  `the and for to of in get from list with or all an by returns information specific on search if this using is
   current use available about content tool name including as data number be query url new id details that
   specified user not text file create you type args status code format their return optional default its
   detailed can given it are results multiple when api used string only retrieve context any first check time
   description will generate based message into each metadata update execute other date one your need page add
   parameters up matching state address include files version find access set image filter between more
   response provide key full existing total two path request error how containing single which maximum must
   provided recent should start note input summary most delete value location like required function before
   result source have output at different true without within json call process what after server convert where
   example through latest web structure perform no configuration account across settings options users count
   operation useful complete read analysis over than select but changes language save needed database level run
   send resource support prompt custom then system step features index examples email size logs usage via local
   field object both show issues specify found limit browser operations directory document do match has
   resources events end take links ask previous make category properties related next allows array valid top
   against instead they last them uses items whether images order tools standard common open a i we us our my
   who he she so such also more tools models agents assistant`.split(/\s+/),
);

/** The score from which a text counts as another language or a cipher. */
const UNREAD = 6;
/** The score from which a sentence is deciphered. */
const STRANGE = 3;

/**
 * Finds text that the rules cannot read: another script, or words that are not English. An unknown word adds one to the
 * score, and a known word subtracts two. The score is never below zero, so that a foreign sentence in an English text is
 * found, and single names are not.
 */
export class UnreadFinder {
  #shown: string | undefined;
  /** A few letters of another script. With an address they are enough: ten Chinese letters can be an instruction. */
  readonly #faint: string | undefined;
  #hasAddress = false;
  /** Sentences with several unknown words, which may be enciphered. */
  readonly strange: string[] = [];
  readonly #folded: string;
  readonly #isKnown: (word: string) => boolean;
  #sum = 0;
  #start = 0;
  #before: Token | undefined;

  constructor(text: string, folded: string, isKnown: (word: string) => boolean) {
    this.#shown = findForeign(text, FEWEST_LETTERS);
    this.#faint = findForeign(text, FEW_LETTERS);
    this.#folded = folded;
    this.#isKnown = isKnown;
  }

  /** The first text that the rules cannot read. */
  get shown(): string | undefined {
    return this.#shown ?? (this.#hasAddress ? this.#faint : undefined);
  }

  /** Reads the next sentence. Call it in the order of the text. */
  read(sentence: Sentence): void {
    let most = 0;
    for (const token of sentence) {
      if (this.#sum === 0) this.#start = token.start;
      this.#sum = Math.max(0, this.#sum + this.#weigh(token, token === sentence[0]));
      most = Math.max(most, this.#sum);
      if (this.#sum >= UNREAD) this.#shown ??= this.#folded.slice(this.#start, token.end);
      this.#hasAddress ||= ADDRESSES.has(token.kind);
      this.#before = token;
    }
    if (most >= STRANGE) this.strange.push(this.#folded.slice(sentence[0]?.start, sentence.at(-1)?.end));
  }

  /** The score of a word: positive if it is not English. */
  #weigh({ text, kind, start, isQuoted }: Token, isFirst: boolean): number {
    const before = this.#before;
    // A comma or a wider gap: a list, not prose.
    if (text === ',' || start - (before?.end ?? start) > 1) return -1;
    // Single letters are words in every language, and quoted words are often names.
    if (kind !== 'word' || isQuoted || !/^[a-z]{2,}$/.test(text)) return 0;
    if (COMMON.has(text) || this.#isKnown(text)) return -2;
    // The rest of a hyphenated word, or a word with an English ending.
    if (start === before?.start || ENGLISH_END.test(text)) return 0;
    // A capitalised word may be a name.
    return isFirst || !/[A-Z]/.test(this.#folded[start] ?? '') ? 1 : 0.25;
  }
}

const ENGLISH_END = /.{3}(?:ings?|tions?|ments?|ness|ity|ities|ly|ed|able|ous|ful|ive|ize|izer|izes|ized|ance|ics)$/;

/** Finds text mostly in another script, or a long run of it without a Latin letter. */
function findForeign(text: string, fewest: number): string | undefined {
  if (!BEYOND_ASCII.test(text)) return undefined;
  const foreign = lettersIn(text, FOREIGN);
  if (foreign >= fewest && 2 * foreign >= lettersIn(text, LATIN)) return text.slice(0, 200);
  if (foreign < LONG_STRETCH) return undefined;
  return text
    .match(STRETCH)
    ?.find(stretch => lettersIn(stretch, FOREIGN) >= LONG_STRETCH)
    ?.trim();
}

function lettersIn(text: string, letters: RegExp): number {
  let count = 0;
  for (const run of text.match(letters) ?? []) count += run.length;
  return count;
}

const BEYOND_ASCII = /[^\u0000-\u007f]/;
const FOREIGN = /[^\P{L}\p{Script=Latin}\p{Script=Common}]+/gu;
const LATIN = /\p{Script=Latin}+/gu;
const STRETCH = /[^\P{L}\p{Script=Latin}\p{Script=Common}]\P{Script=Latin}*/gu;
const FEWEST_LETTERS = 24;
const FEW_LETTERS = 8;
const ADDRESSES: ReadonlySet<TokenKind> = new Set(['url', 'mail', 'path', 'secret-path']);
const LONG_STRETCH = 20;
