import { overlaps } from './char-set.ts';
import type { PositionAutomaton } from './position-automaton.ts';

/** Which two positions two runs over one text can be at together, and where they can go together from there. */
export interface PairGraph {
  readonly isTwin: readonly boolean[];
  readonly successors: readonly (readonly number[])[];
  /** True when some text brings one run to `p` and another, or the same, to `r`. */
  meet(p: number, r: number): boolean;
}

const MAX_PAIRS = 10_000;
const MAX_STEPS = 150_000;

/** The pairs reachable from the start, each stored once as (smaller, larger); undefined when there are too many. */
export function pairGraph(automaton: PositionAutomaton): PairGraph | undefined {
  const size = automaton.setOf.length;
  const index = new Map<number, number>([[0, 0]]);
  const pairs: [number, number][] = [[0, 0]];
  const successors: number[][] = [];
  const isTwin: boolean[] = [];
  const targets = automaton.follow.map(edges => [...edges.keys()]);
  const canMatchTogether = overlapTable(automaton);
  let steps = 0;

  const add = (p: number, r: number): number => {
    const key = p < r ? p * size + r : r * size + p;
    const known = index.get(key);
    if (known !== undefined) return known;
    index.set(key, pairs.length);
    return pairs.push([p, r]) - 1;
  };

  for (const [p, r] of pairs) {
    const found: number[] = [];
    const left = targets[p] ?? [];
    const right = targets[r] ?? [];
    steps += left.length * right.length;
    if (steps > MAX_STEPS || pairs.length > MAX_PAIRS) return undefined;
    for (const a of left) {
      for (const b of right) {
        // From a twin pair (a, b) and (b, a) are the same step.
        if ((p !== r || a <= b) && canMatchTogether(a, b)) found.push(add(a, b));
      }
    }
    successors.push(found);
    isTwin.push(p === r);
  }
  return { isTwin, successors, meet: (p, r) => index.has(p < r ? p * size + r : r * size + p) };
}

/** Compares each two sets at most once: classes can be long, and a copied-out repetition asks often. */
function overlapTable({ sets, setOf }: PositionAutomaton): (a: number, b: number) => boolean {
  const known = new Int8Array(sets.length * sets.length);
  return (a, b) => {
    const i = setOf[a] ?? 0;
    const j = setOf[b] ?? 0;
    const cell = i * sets.length + j;
    if (known[cell] === 0) known[cell] = overlaps(sets[i] ?? [], sets[j] ?? []) ? 1 : -1;
    return known[cell] === 1;
  };
}
