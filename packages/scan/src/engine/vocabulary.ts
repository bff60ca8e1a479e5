import { CLASSES } from '../rules/words.ts';
import type { Sentence, Token } from '../text/tokens.ts';
import { isKind, type Kind, kindsOf, type ScanContext } from './kinds.ts';
import type { Span } from './shape.ts';

/** A word or phrase, and the numbers of the classes it belongs to. */
interface Entry {
  readonly words: readonly string[];
  readonly classes: number[];
}

/** A word, phrase or token of a sentence, and the classes it belongs to. */
export interface Sighting extends Span {
  readonly classes: readonly number[];
}

/** The classes of each word and each kind of token. All rules share one table, which is built from their shapes. */
export class Vocabulary {
  readonly #entries = new Map<string, Entry[]>();
  readonly #phrases = new Map<string, Entry>();
  readonly #kinds = new Map<Kind, number[]>();
  readonly #numbers = new Map<string, number>();
  readonly #sizes: number[] = [];

  /** The number of a class by the name it has in a shape: `{send}`, `(a|{b})` or a word. */
  numberOf(className: string): number {
    const known = this.#numbers.get(className);
    if (known !== undefined) return known;
    const number = this.size;
    const parts = new Set(partsOfClass(className));
    this.#numbers.set(className, number);
    this.#sizes.push(parts.size);
    for (const part of parts) {
      if (part.startsWith('{')) this.#kindNumbers(part.slice(1, -1), className).push(number);
      else this.#entry(part).classes.push(number);
    }
    return number;
  }

  /** How many classes there are. */
  get size(): number {
    return this.#sizes.length;
  }

  /** How many words a class has. */
  sizeOf(number: number): number {
    return this.#sizes[number] ?? 0;
  }

  #kindNumbers(kind: string, className: string): number[] {
    if (!isKind(kind)) throw new RangeError(`${className} names {${kind}}, which is neither a class nor a kind.`);
    const numbers = this.#kinds.get(kind) ?? [];
    this.#kinds.set(kind, numbers);
    return numbers;
  }

  #entry(phrase: string): Entry {
    const known = this.#phrases.get(phrase);
    if (known !== undefined) return known;
    const words = phrase.split('_');
    const made: Entry = { words, classes: [] };
    this.#phrases.set(phrase, made);
    const list = this.#entries.get(words[0] ?? '');
    if (list === undefined) this.#entries.set(words[0] ?? '', [made]);
    else list.push(made);
    return made;
  }

  /** Whether a word belongs to a class or starts a phrase that does. */
  knows(word: string): boolean {
    return this.#entries.has(word);
  }

  /** Finds everything that belongs to a class, in the order of the sentence. */
  find(sentence: Sentence, context: ScanContext): Sighting[] {
    const found: Sighting[] = [];
    let first = -1;
    for (const token of sentence) {
      first++;
      for (const { words, classes } of this.#entries.get(token.text) ?? NONE)
        if (matchesAt(sentence, first, words)) found.push({ first, last: first + words.length - 1, classes });
      for (const kind of kindsOf(token, sentence[first + 1], context))
        found.push({ first, last: first, classes: this.#kinds.get(kind) ?? [] });
    }
    return found;
  }
}

const NONE: readonly Entry[] = [];

function matchesAt(sentence: readonly Token[], first: number, words: readonly string[]): boolean {
  for (let i = 1; i < words.length; i++) if (sentence[first + i]?.text !== words[i]) return false;
  return true;
}

/** The words of a class with all verb forms, and its kinds of tokens as `{kind}`. */
function partsOfClass(className: string): readonly string[] {
  if (className.startsWith('(')) return className.slice(1, -1).split('|').flatMap(partsOfClass);
  if (!className.startsWith('{')) return formsOf(className);
  const words = CLASSES[className.slice(1, -1)];
  if (words === undefined) return [className];
  // Cached, because many shapes name the same classes.
  const parts = WRITTEN_OUT.get(className) ?? words.split(/\s+/).flatMap(partsOfClass);
  WRITTEN_OUT.set(className, parts);
  return parts;
}

const WRITTEN_OUT = new Map<string, readonly string[]>();

/** `send~` includes all regular forms: sends, sended, sending. Classes list irregular forms separately. */
function formsOf(word: string): string[] {
  const [verb = '', rest] = word.split('~');
  return rest === undefined ? [word] : regularForms(verb).map(form => form + rest);
}

function regularForms(verb: string): string[] {
  if (verb.endsWith('e')) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(verb)) return [verb, `${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`];
  const doubled = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb) ? verb + (verb.at(-1) ?? '') : verb;
  return [verb, `${verb}${/(?:s|x|ch|sh)$/.test(verb) ? 'es' : 's'}`, `${doubled}ed`, `${doubled}ing`];
}
