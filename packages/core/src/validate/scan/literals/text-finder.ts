import { EDGE } from './required-texts.ts';

/**
 * Finds which of many texts stand in a sentence, in one pass however many there are (Aho and Corasick, 1975). Texts may
 * hold the sign for the edge of a word.
 */
export class TextFinder {
  readonly #ids = new Map<string, number>();
  #machine: Machine | undefined;
  /** The turn in which each text was last seen. */
  #seen = new Int32Array(0);
  #turn = 0;

  /** The number of a text to look for. */
  add(text: string): number {
    const key = withEdges(text).slice(0, LONGEST);
    const id = this.#ids.get(key) ?? this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }

  /** From now on `has` speaks of this sentence. */
  read(sentence: string): void {
    if (this.#machine === undefined) {
      this.#machine = buildMachine([...this.#ids.keys()]);
      this.#seen = new Int32Array(this.#ids.size);
    }
    this.#turn++;
    mark(this.#machine, sentence, this.#seen, this.#turn);
  }

  has(id: number): boolean {
    return this.#seen[id] === this.#turn;
  }
}

/** The beginning tells enough, and keeps the machine small. */
const LONGEST = 10;
const ROW = 64;
const WORD = 'abcdefghijklmnopqrstuvwxyz0123456789_';
const OTHERS = ` -./~'"\`@:,$(=|&#+?!<>[`;
/** The columns of characters: the edge of a word, letters, others; all that no column is left for share the last. */
const AT_EDGE = 0;
const REST = WORD.length + OTHERS.length + 1;
const COLUMN = new Uint8Array(128).fill(REST);
for (const [i, character] of [...WORD, ...OTHERS].entries()) COLUMN[character.charCodeAt(0)] = i + 1;

/** With a sign at every edge of a word inside. */
function withEdges(text: string): string {
  let whole = '';
  for (const character of text.replaceAll(/(?<=.)\u0001(?=.)/g, '')) {
    const last = whole.at(-1) ?? EDGE;
    if (last !== EDGE && character !== EDGE && WORD.includes(last) !== WORD.includes(character)) whole += EDGE;
    whole += character;
  }
  return whole;
}

/** States in rows of a table: what follows on each character, and the numbers of the texts that end here. */
interface Machine {
  readonly next: Uint16Array;
  /** Where the numbers of a state start in the list; those of the next state start where they end. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
}

function buildMachine(texts: readonly string[]): Machine {
  const { children, own } = buildTree(texts);
  const next = new Uint16Array(children.length * ROW);
  const fallback = new Uint16Array(children.length);
  // By breadth: a state falls back to a shorter one, whose row is complete by then.
  const queue = [0];
  for (let at = 0; at < queue.length; at++) {
    const state = queue[at] ?? 0;
    const shorter = fallback[state] ?? 0;
    if (state !== 0) {
      next.copyWithin(state * ROW, shorter * ROW, (shorter + 1) * ROW);
      own[state] = [...(own[state] ?? []), ...(own[shorter] ?? [])];
    }
    for (const [column, child] of children[state] ?? []) {
      fallback[child] = state === 0 ? 0 : (next[state * ROW + column] ?? 0);
      next[state * ROW + column] = child;
      queue.push(child);
    }
  }
  return { next, ...flatten(own) };
}

function flatten(lists: readonly (readonly number[])[]): Pick<Machine, 'starts' | 'ids'> {
  const starts = new Int32Array(lists.length + 1);
  for (const [i, list] of lists.entries()) starts[i + 1] = (starts[i] ?? 0) + list.length;
  return { starts, ids: Int32Array.from(lists.flat()) };
}

interface Tree {
  readonly children: Map<number, number>[];
  readonly own: number[][];
}

function buildTree(texts: readonly string[]): Tree {
  const tree: Tree = { children: [new Map()], own: [[]] };
  for (const [id, text] of texts.entries()) {
    let state = 0;
    for (let i = 0; i < text.length; i++) state = childOf(tree, state, columnOf(text.charCodeAt(i)));
    tree.own[state]?.push(id);
  }
  return tree;
}

function childOf({ children, own }: Tree, state: number, column: number): number {
  const known = children[state]?.get(column);
  if (known !== undefined) return known;
  own.push([]);
  const child = children.push(new Map()) - 1;
  children[state]?.set(column, child);
  return child;
}

function columnOf(code: number): number {
  return code === EDGE.charCodeAt(0) ? AT_EDGE : (COLUMN[code] ?? REST);
}

function mark({ next, starts, ids }: Machine, sentence: string, seen: Int32Array, turn: number): void {
  let state = 0;
  let wasWord = false;
  for (let i = 0; i <= sentence.length; i++) {
    const code = i < sentence.length ? sentence.charCodeAt(i) : 0;
    const column = code < 128 ? (COLUMN[code] ?? REST) : REST;
    const isWord = column <= WORD.length;
    if (isWord !== wasWord) {
      wasWord = isWord;
      state = next[state * ROW] ?? 0;
      for (let at = starts[state] ?? 0; at < (starts[state + 1] ?? 0); at++) seen[ids[at] ?? 0] = turn;
    }
    state = next[state * ROW + column] ?? 0;
    for (let at = starts[state] ?? 0; at < (starts[state + 1] ?? 0); at++) seen[ids[at] ?? 0] = turn;
  }
}
