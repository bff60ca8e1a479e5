import type { SingleCharacter } from './pattern-size.ts';

/** Enough for every letter of most texts, and a bound on the memory that one text can leave behind. */
const MAX_KNOWN = 4_096;

/**
 * Which of the character sets of one pattern a character belongs to. Characters that belong to the same sets share one
 * class. Membership is asked of the JavaScript engine, one character at a time, so that `\d`, `\s`, `.` and `\p{…}`
 * mean what ECMA-262 says.
 */
export class CharacterClasses {
  private readonly sets: ((character: string) => boolean)[] = [];
  private readonly setNumbers = new Map<string, number>();
  private readonly known = new Map<number, Uint8Array>();
  private readonly shared = new Map<string, Uint8Array>();

  /** The number of a set. Without flag i the same source text is the same set. */
  addSet(node: SingleCharacter): number {
    const number = this.setNumbers.get(node.raw);
    if (number !== undefined) return number;
    const test = characterTest(node);
    if (test === undefined) throw new Error(`${node.raw} was checked to be supported, and is not`);
    return this.add(node.raw, test);
  }

  /** The set of word characters, as `\b` knows it. */
  addWordSet(): number {
    const number = this.setNumbers.get(WORD);
    return number ?? this.add(WORD, character => /^\w$/u.test(character));
  }

  /** The class of each character of a text: `class[set]` is 1 for the sets that the character belongs to. */
  classify(text: string, spend: (units: number) => void): Uint8Array[] {
    spend(text.length >> 3);
    const classes: Uint8Array[] = [];
    for (let at = 0; at < text.length; at++) {
      const point = text.codePointAt(at) ?? 0;
      if (point > 0xffff) at++;
      classes.push(this.known.get(point) ?? this.learn(point, spend));
    }
    return classes;
  }

  private add(source: string, test: (character: string) => boolean): number {
    const number = this.sets.push(test) - 1;
    this.setNumbers.set(source, number);
    return number;
  }

  private learn(point: number, spend: (units: number) => void): Uint8Array {
    spend(1 + this.sets.length);
    const character = String.fromCodePoint(point);
    const members = Uint8Array.from(this.sets, test => (test(character) ? 1 : 0));
    const key = members.join('');
    const found = this.shared.get(key) ?? members;
    this.shared.set(key, found);
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(point, found);
    return found;
  }
}

const WORD = String.raw`\w`;

/** Tests one character, or undefined where this JavaScript engine does not know the set. */
export function characterTest(node: SingleCharacter): ((character: string) => boolean) | undefined {
  if (node.type === 'Character') return character => character.codePointAt(0) === node.value;
  try {
    // One character against one set: there is nothing to backtrack into.
    const regex = new RegExp(`^${node.raw}$`, 'u');
    return character => regex.test(character);
  } catch {
    return undefined;
  }
}
