import { mostRuns } from './most-runs.ts';
import { type PairGraph, pairGraph } from './pair-graph.ts';
import type { PositionAutomaton } from './position-automaton.ts';
import { stronglyConnected } from './strongly-connected.ts';

/** How badly the number of runs over one text can grow. */
export type Ambiguity = 'tame' | 'exponential' | 'too-many-runs' | 'too-big';

export const MAX_RUNS = 100_000;

/** Judges the automaton as if every text failed at its very end, which makes an engine try every run there is. */
export function ambiguity(automaton: PositionAutomaton): Ambiguity {
  const pairs = pairGraph(automaton);
  if (pairs === undefined) return 'too-big';
  if (isUnambiguous(automaton, pairs)) return 'tame';
  const components = stronglyConnected(automaton.follow.map(edges => [...edges.keys()]));
  if (hasDoubledEdgeOnCycle(automaton, pairs, components) || hasSplitOnCycle(pairs)) return 'exponential';
  return mostRuns(automaton, pairs, components, MAX_RUNS) > MAX_RUNS ? 'too-many-runs' : 'tame';
}

function isUnambiguous(automaton: PositionAutomaton, pairs: PairGraph): boolean {
  return pairs.isTwin.every(Boolean) && automaton.follow.every(edges => [...edges.values()].every(ways => ways === 1));
}

/** Nested loops such as (a+)+ add one edge twice: the runs differ although their positions are the same. */
function hasDoubledEdgeOnCycle({ follow }: PositionAutomaton, pairs: PairGraph, components: Int32Array): boolean {
  return follow.some((edges, from) =>
    [...edges].some(([to, ways]) => ways > 1 && components[from] === components[to] && pairs.meet(to, to)),
  );
}

/**
 * The criterion for exponential ambiguity (Weber and Seidl 1991; Allauzen, Mohri and Rastogi 2008): two runs leave
 * one position, stand at different ones, and come back to it over the same text. Each such round doubles the runs.
 */
function hasSplitOnCycle(pairs: PairGraph): boolean {
  const components = stronglyConnected(pairs.successors);
  const withTwin = new Set(components.filter((_, pair) => pairs.isTwin[pair]));
  return components.some((component, pair) => !pairs.isTwin[pair] && withTwin.has(component));
}
