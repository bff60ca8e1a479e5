import { CLASSES } from '../rules/words.ts';
import type { Sentence, Token } from '../text/tokens.ts';
import { isKind, type Kind, kindsOf, type ScanContext } from './kinds.ts';
import type { Span } from './shape.ts';

/** A word or phrase, and the classes it belongs to. */
interface Entry {
  readonly words: readonly string[];
  readonly classes: string[];
}

/** Which classes each word and each kind of token belongs to: one table for all rules, made from the shapes themselves. */
export class Vocabulary {
  readonly #entries = new Map<string, Entry[]>();
  readonly #kinds = new Map<Kind, string[]>();
  readonly #known = new Set<string>();

  /** Adds a class by the name it has in a shape: `{send}`, `(a|{b})` or a word. */
  add(className: string): void {
    if (this.#known.has(className)) return;
    this.#known.add(className);
    for (const part of new Set(partsOfClass(className))) {
      if (part.startsWith('{')) this.#addKind(part.slice(1, -1), className);
      else this.#addPhrase(part, className);
    }
  }

  #addKind(kind: string, className: string): void {
    if (!isKind(kind)) throw new RangeError(`${className} names {${kind}}, which is neither a class nor a kind.`);
    this.#kinds.set(kind, [...(this.#kinds.get(kind) ?? []), className]);
  }

  #addPhrase(phrase: string, className: string): void {
    const words = phrase.split('_');
    const list = this.#entries.get(words[0] ?? '') ?? [];
    this.#entries.set(words[0] ?? '', list);
    const same = list.find(entry => entry.words.join('_') === phrase);
    if (same === undefined) list.push({ words, classes: [className] });
    else same.classes.push(className);
  }

  /** Where each class stands in a sentence, in order. */
  find(sentence: Sentence, context: ScanContext): Map<string, Span[]> {
    const found = new Map<string, Span[]>();
    for (const [first, token] of sentence.entries()) {
      for (const { words, classes } of this.#entries.get(token.text) ?? []) {
        if (!standsAt(sentence, first, words)) continue;
        const span = { first, last: first + words.length - 1 };
        for (const name of classes) addSpan(found, name, span);
      }
      for (const kind of kindsOf(token, sentence[first + 1], context))
        for (const name of this.#kinds.get(kind) ?? []) addSpan(found, name, { first, last: first });
    }
    return found;
  }
}

function addSpan(found: Map<string, Span[]>, name: string, span: Span): void {
  const spans = found.get(name);
  if (spans === undefined) found.set(name, [span]);
  else spans.push(span);
}

function standsAt(sentence: readonly Token[], first: number, words: readonly string[]): boolean {
  for (let i = 1; i < words.length; i++) if (sentence[first + i]?.text !== words[i]) return false;
  return true;
}

/** The words of a class, with the forms of verbs written out, and the kinds of tokens in it as `{kind}`. */
export function partsOfClass(className: string): string[] {
  if (className.startsWith('(')) return className.slice(1, -1).split('|').flatMap(partsOfClass);
  if (!className.startsWith('{')) return formsOf(className);
  const words = CLASSES[className.slice(1, -1)];
  return words === undefined ? [className] : words.split(/\s+/).flatMap(partsOfClass);
}

/** `send~` is also sends, sended and sending: all regular forms. Irregular ones are listed beside it. */
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
