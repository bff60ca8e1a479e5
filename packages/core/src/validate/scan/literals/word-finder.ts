import { howOften } from './rarity.ts';

/**
 * Finds which of many words stand in a sentence, in one pass however many there are. A word is what a pattern takes for
 * one: letters, digits and underscores. Two words with one hash count as the same, which only costs time.
 */
export class WordFinder {
  readonly #ids = new Map<number, number>();
  #table: Table | undefined;
  /** The turn in which each word was last seen. */
  #seen = new Int32Array(0);
  #turn = 0;
  /** The numbers of the words of the stretch; as many as `read` says, and then old ones. */
  found = new Int32Array(0);

  /** The numbers of what any sentence with the text holds: words, beginnings of words, or else signs; or none. */
  add(text: string): number[] {
    return hashesOf(text).map(hash => {
      const id = this.#ids.get(hash) ?? this.#ids.size;
      this.#ids.set(hash, id);
      return id;
    });
  }

  /** How many words stand in a stretch of text; from now on `found` and `has` speak of it. */
  read(text: string, start: number, end: number): number {
    this.#table ??= this.#build();
    this.#turn++;
    return mark(this.#table, text, start, end, this.#seen, this.#turn, this.found);
  }

  has(id: number): boolean {
    return this.#seen[id] === this.#turn;
  }

  #build(): Table {
    this.#seen = new Int32Array(this.#ids.size);
    this.found = new Int32Array(this.#ids.size);
    return buildTable(this.#ids);
  }
}

/** Words that go on differently are known by so many of their letters, and so are the parts of names. */
const BEGINNING = 4;
const PART = 3;
/** So that neither the beginning of a word nor a part is taken for a word. */
const BEGINS = 0x5bd1e995;
const IN_NAME = 0x27d4eb2f;
const FIRST = 7;

/** Words with both ends, beginnings of words without an end, and signs where there is neither; the rarest comes last. */
function hashesOf(text: string): number[] {
  const known: { hash: number; often: number }[] = [];
  for (const { index, 0: word } of text.matchAll(/[a-z0-9_]+/g)) {
    const often = howOften([` ${word} `]);
    if (index === 0) for (const hash of partsOf(word)) known.push({ hash, often });
    else if (index + word.length < text.length) known.push({ hash: hashOf(word), often });
    else if (word.length >= BEGINNING) known.push({ hash: hashOf(word.slice(0, BEGINNING)) ^ BEGINS, often });
  }
  if (known.length > 0) return known.toSorted((a, b) => b.often - a.often).map(({ hash }) => hash);
  return Array.from(text.replaceAll(/[a-z0-9 \u0001]/g, ''), sign => sign.charCodeAt(0) ^ BEGINS);
}

/** What follows an underscore in a name of which the start is not known. */
function partsOf(word: string): number[] {
  const [, ...parts] = word.split('_');
  return parts.filter(part => part.length >= PART).map(part => hashOf(part.slice(0, PART)) ^ IN_NAME);
}

function hashOf(word: string): number {
  let hash = FIRST;
  for (let i = 0; i < word.length; i++) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0;
  return hash;
}

/** From a hash to the number of a word. An empty slot has the number -1. */
interface Table {
  readonly hashes: Int32Array;
  readonly ids: Int32Array;
  /** The numbers of signs, by their codes. */
  readonly signs: Int32Array;
}

const SIZE = 8192;

function buildTable(ids: ReadonlyMap<number, number>): Table {
  const signs = Int32Array.from({ length: 128 }, (_, code) => ids.get(code ^ BEGINS) ?? -1);
  const table = { hashes: new Int32Array(SIZE), ids: new Int32Array(SIZE).fill(-1), signs };
  for (const [hash, id] of ids) {
    let slot = hash & (SIZE - 1);
    while (table.ids[slot] !== -1) slot = (slot + 1) & (SIZE - 1);
    table.hashes[slot] = hash;
    table.ids[slot] = id;
  }
  return table;
}

function idOf({ hashes, ids }: Table, hash: number): number {
  let slot = hash & (SIZE - 1);
  while (ids[slot] !== -1 && hashes[slot] !== hash) slot = (slot + 1) & (SIZE - 1);
  return ids[slot] ?? -1;
}

/** Notes each word once, and says how many there are. */
function mark(
  table: Table,
  text: string,
  start: number,
  end: number,
  seen: Int32Array,
  turn: number,
  found: Int32Array,
): number {
  let count = 0;
  let letters = 0;
  let hash = FIRST;
  let beginning = 0;
  for (let i = start; i <= end; i++) {
    const code = i < end ? text.charCodeAt(i) : SPACE;
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === UNDERSCORE) {
      hash = (Math.imul(hash, 31) + code) | 0;
      if (++letters === BEGINNING) beginning = hash ^ BEGINS;
      if (code !== UNDERSCORE) continue;
      const part = idOf(table, hashPart(text, i + 1) ^ IN_NAME);
      if (part >= 0 && seen[part] !== turn) {
        seen[part] = turn;
        found[count++] = part;
      }
    } else if (letters > 0) {
      const word = idOf(table, hash);
      if (word >= 0 && seen[word] !== turn) {
        seen[word] = turn;
        found[count++] = word;
      }
      const stem = letters >= BEGINNING ? idOf(table, beginning) : -1;
      if (stem >= 0 && seen[stem] !== turn) {
        seen[stem] = turn;
        found[count++] = stem;
      }
      hash = FIRST;
      letters = 0;
    }
    if (code === SPACE || code > 127) continue;
    const sign = table.signs[code] ?? -1;
    if (sign >= 0 && seen[sign] !== turn) {
      seen[sign] = turn;
      found[count++] = sign;
    }
  }
  return count;
}

function hashPart(text: string, start: number): number {
  let hash = FIRST;
  for (let i = start; i < start + PART; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

const SPACE = 32;
const UNDERSCORE = 95;
