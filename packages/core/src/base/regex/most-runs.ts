import type { PairGraph } from './pair-graph.ts';
import type { PositionAutomaton } from './position-automaton.ts';

/**
 * A loop that can be entered at any moment has as many runs as the text has characters. It is counted as ten: a limit
 * of 100,000 so tolerates growth with the fifth power of the length, or sixteen doublings written out as a?a?a?…
 */
const LATE_ENTRIES = 10;

/**
 * An upper bound, for an automaton without exponential ambiguity, on how many runs over one text reach one position.
 * The count may stop anywhere above the limit.
 */
export function mostRuns(
  automaton: PositionAutomaton,
  pairs: PairGraph,
  components: Int32Array,
  limit: number,
): number {
  const runs = new Float64Array(components.length);
  let most = 1;
  for (const { members, entries, isLoop } of sourcesFirst(automaton, components)) {
    // Inside one component two positions are joined by at most one run over a given text, else it were exponential.
    const entering = members.includes(0) ? 1 : simultaneous(entries, runs, pairs);
    const isEnteredLate = isLoop && [...entries.keys()].some(from => members.some(to => pairs.meet(from, to)));
    const count = isEnteredLate ? entering * LATE_ENTRIES : entering;
    for (const member of members) runs[member] = count;
    most = Math.max(most, count);
    if (most > limit) return most;
  }
  return most;
}

/** The most runs that enter by the same character: only from positions that can be occupied at the same time. */
function simultaneous(entries: ReadonlyMap<number, number>, runs: Float64Array, pairs: PairGraph): number {
  let most = 0;
  for (const from of entries.keys()) {
    let sum = 0;
    for (const [other, ways] of entries) if (pairs.meet(from, other)) sum += ways * (runs[other] ?? 0);
    most = Math.max(most, sum);
  }
  return most;
}

interface Component {
  readonly members: number[];
  /** Positions outside that lead in, with the number of ways in. */
  readonly entries: Map<number, number>;
  isLoop: boolean;
}

/** Relies on the numbering that stronglyConnected promises. */
function sourcesFirst({ follow }: PositionAutomaton, components: Int32Array): readonly Component[] {
  const list: Component[] = [];
  components.forEach((id, position) => {
    list[id] ??= { members: [], entries: new Map(), isLoop: false };
    list[id].members.push(position);
  });
  follow.forEach((edges, from) => {
    for (const [to, ways] of edges) {
      const target = list[components[to] ?? 0];
      if (target === undefined) continue;
      if (components[from] === components[to]) target.isLoop = true;
      else target.entries.set(from, (target.entries.get(from) ?? 0) + ways);
    }
  });
  return list.reverse();
}
