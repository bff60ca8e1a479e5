import { BEGINNING, BEGINS, hashOf, IN_NAME, PART, STARTS_NAME } from './hashes.ts';
import { howOften } from './rarity.ts';

/**
 * The hashes of what any sentence with the text holds, the rarest last: words with both ends, beginnings of words without
 * an end, parts of names, and signs where there is none of these.
 */
export function wordHashesOf(text: string): number[] {
  const known: { hash: number; often: number }[] = [];
  for (const { index, 0: word } of text.matchAll(/[a-z0-9_]+/g)) {
    const often = howOften([` ${word} `]);
    if (index === 0) for (const hash of partsOf(word)) known.push({ hash, often });
    else if (index + word.length < text.length) known.push({ hash: hashOf(word), often });
    else for (const hash of beginningOf(word)) known.push({ hash, often });
  }
  return known.length > 0 ? known.toSorted((a, b) => b.often - a.often).map(({ hash }) => hash) : signHashesOf(text);
}

/** The hashes of the signs in a text, and of no words. */
export function signHashesOf(text: string): number[] {
  return Array.from(new Set(text.replaceAll(/[a-z0-9 \u0001]/g, '')), sign => sign.charCodeAt(0) ^ BEGINS);
}

/** A name is known by its first part, which is whole, and a word by some of its letters. */
function beginningOf(word: string): number[] {
  const [first = '', ...others] = word.split('_');
  if (others.length > 0 && first !== '') return [hashOf(first) ^ STARTS_NAME];
  return word.length >= BEGINNING ? [hashOf(word.slice(0, BEGINNING)) ^ BEGINS] : [];
}

/** What follows an underscore in a name of which the start is not known. */
function partsOf(word: string): number[] {
  const [, ...parts] = word.split('_');
  return parts.filter(part => part.length >= PART).map(part => hashOf(part.slice(0, PART)) ^ IN_NAME);
}
