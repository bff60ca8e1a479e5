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
  /** The numbers of the texts that stand in the sentence; as many as there are, and then old ones. */
  found = new Int32Array(0);

  /** The number of a text to look for. */
  add(text: string): number {
    const key = withEdges(text).slice(0, LONGEST);
    const id = this.#ids.get(key) ?? this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }

  /** How many texts stand in a sentence; from now on `found` and `has` speak of it. */
  read(sentence: string): number {
    if (this.#machine === undefined) {
      this.#machine = buildMachine([...this.#ids.keys()]);
      this.#seen = new Int32Array(this.#ids.size);
      this.found = new Int32Array(this.#ids.size);
    }
    this.#turn++;
    return mark(this.#machine, sentence, this.#seen, this.#turn, this.found);
  }

  has(id: number): boolean {
    return this.#seen[id] === this.#turn;
  }
}

/** The beginning tells enough, and keeps the machine small. */
const LONGEST = 10;
const ROW = 64;
const ENDS = 0x8000;
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
  /** The number of the next state, plus `ENDS` where texts end. */
  readonly next: Uint16Array;
  /** Where the numbers of a state start in the list; those of the next state start where they end. */
  readonly starts: Int32Array;
  readonly ids: Int32Array;
}

function buildMachine(texts: readonly string[]): Machine {
  const tree = buildTree(texts);
  // By breadth: a state falls back to a shorter one, whose row is complete by then, and those most used lie together.
  const queue = [{ node: tree, fallback: 0 }];
  let rows = new Uint16Array(4096 * ROW);
  const ends: number[][] = [];
  for (let state = 0; state < queue.length; state++) {
    const { node, fallback } = queue[state] ?? { node: tree, fallback: 0 };
    const row = state * ROW;
    if (row >= rows.length) rows = doubled(rows);
    rows.copyWithin(row, fallback * ROW, (fallback + 1) * ROW);
    ends.push(state === 0 ? node.ends : [...node.ends, ...(ends[fallback] ?? [])]);
    for (const [column, child] of node.children) {
      const shorter = state === 0 ? 0 : (rows[row + column] ?? 0);
      rows[row + column] = queue.push({ node: child, fallback: shorter }) - 1;
    }
  }
  const next = rows.slice(0, queue.length * ROW).map(state => (ends[state]?.length ? state + ENDS : state));
  return { next, ...flatten(ends) };
}

function doubled(rows: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(rows.length * 2);
  larger.set(rows);
  return larger;
}

function flatten(lists: readonly (readonly number[])[]): Pick<Machine, 'starts' | 'ids'> {
  const starts = new Int32Array(lists.length + 1);
  for (const [i, list] of lists.entries()) starts[i + 1] = (starts[i] ?? 0) + list.length;
  return { starts, ids: Int32Array.from(lists.flat()) };
}

interface Tree {
  readonly children: Map<number, Tree>;
  readonly ends: number[];
}

function buildTree(texts: readonly string[]): Tree {
  const root: Tree = { children: new Map(), ends: [] };
  for (const [id, text] of texts.entries()) {
    let node = root;
    for (let i = 0; i < text.length; i++) node = childOf(node, columnOf(text.charCodeAt(i)));
    node.ends.push(id);
  }
  return root;
}

function childOf({ children }: Tree, column: number): Tree {
  const child = children.get(column) ?? { children: new Map(), ends: [] };
  children.set(column, child);
  return child;
}

function columnOf(code: number): number {
  return code === EDGE.charCodeAt(0) ? AT_EDGE : (COLUMN[code] ?? REST);
}

/** Notes each text once, and says how many there are. */
function mark(
  { next, starts, ids }: Machine,
  sentence: string,
  seen: Int32Array,
  turn: number,
  found: Int32Array,
): number {
  let count = 0;
  let state = 0;
  let wasWord = false;
  const { length } = sentence;
  for (let i = 0; i <= length; i++) {
    const code = i < length ? sentence.charCodeAt(i) : 0;
    const column = code < 128 ? (COLUMN[code] ?? REST) : REST;
    const isWord = column <= WORD.length;
    let steps = isWord === wasWord ? 1 : 0;
    wasWord = isWord;
    for (; steps < 2; steps++) {
      state = next[state * ROW + (steps === 0 ? AT_EDGE : column)] ?? 0;
      if (state < ENDS) continue;
      state -= ENDS;
      const end = starts[state + 1] ?? 0;
      for (let at = starts[state] ?? 0; at < end; at++) {
        const id = ids[at] ?? 0;
        if (seen[id] === turn) continue;
        seen[id] = turn;
        found[count++] = id;
      }
    }
  }
  return count;
}
