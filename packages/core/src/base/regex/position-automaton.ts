import type { AST } from '@eslint-community/regexpp';
import { ANY_CHARACTER, type CharSet, charSet, END_OF_TEXT } from './char-set.ts';

/** Glushkov's automaton: a state is "the place in the pattern that matched the last character"; 0 is the start. */
export interface PositionAutomaton {
  /** Per position an index into `sets`: the characters it matches. The entry of the start is never used. */
  readonly setOf: readonly number[];
  readonly sets: readonly CharSet[];
  /** Where each position can go next, and in how many ways without reading anything in between. */
  readonly follow: readonly ReadonlyMap<number, number>[];
}

export interface BuildOptions {
  /** Lookbehinds are matched from right to left. */
  readonly backward: boolean;
  /** A counted repetition up to this size is copied out; a larger one is widened to an endless loop. */
  readonly maxCopies: number;
}

/** Only copying can get here: without it there are no more positions than characters in the pattern. */
const MAX_POSITIONS = 400;
const MAX_EDGES = 5_000;
/** Ways are only ever compared with smaller limits, so they need not grow beyond this. */
const MANY = 1e9;

interface Port {
  readonly position: number;
  readonly ways: number;
}

/** A part of the pattern: how to enter it, how to leave it, and in how many ways it can match nothing at all. */
interface Fragment {
  readonly first: readonly Port[];
  readonly last: readonly Port[];
  readonly empties: number;
}

const NOTHING: Fragment = { first: [], last: [], empties: 1 };

/**
 * The automaton of a pattern, or undefined when it is too big. It has at least as many runs on any text as a
 * backtracking engine can try: assertions always hold, a backreference may be any text.
 */
export function buildAutomaton(
  alternatives: readonly AST.Alternative[],
  options: BuildOptions,
): PositionAutomaton | undefined {
  const draft: Draft = { ...options, setOf: [0], sets: [], setIndex: new Map(), follow: [new Map()], edges: 0 };
  // The end is a position too, else the ways to match nothing before it would go uncounted: ^(?:|){30}$
  const whole = sequence(
    draft,
    eitherOf(draft, alternatives),
    onePosition(draft, 'end', () => END_OF_TEXT),
  );
  connect(draft, [{ position: 0, ways: 1 }], whole.first, 1);
  return isTooBig(draft) ? undefined : draft;
}

interface Draft extends PositionAutomaton, BuildOptions {
  readonly setOf: number[];
  readonly sets: CharSet[];
  readonly setIndex: Map<string, number>;
  readonly follow: Map<number, number>[];
  edges: number;
}

function isTooBig(draft: Draft): boolean {
  return (draft.maxCopies > 1 && draft.setOf.length > MAX_POSITIONS) || draft.edges > MAX_EDGES;
}

function eitherOf(draft: Draft, alternatives: readonly AST.Alternative[]): Fragment {
  const branches = alternatives.map(alternative => allOf(draft, alternative.elements));
  return {
    first: branches.flatMap(branch => branch.first),
    last: branches.flatMap(branch => branch.last),
    empties: branches.reduce((sum, branch) => sum + branch.empties, 0),
  };
}

function allOf(draft: Draft, elements: readonly AST.Element[]): Fragment {
  const ordered = draft.backward ? elements.toReversed() : elements;
  return ordered.reduce((before, element) => sequence(draft, before, fragmentOf(draft, element)), NOTHING);
}

function fragmentOf(draft: Draft, element: AST.Element): Fragment {
  if (isTooBig(draft)) return NOTHING;
  switch (element.type) {
    case 'Assertion':
      return NOTHING;
    case 'Backreference':
      return loop(
        draft,
        onePosition(draft, 'any', () => ANY_CHARACTER),
        0,
      );
    case 'Group':
    case 'CapturingGroup':
      return eitherOf(draft, element.alternatives);
    case 'Quantifier':
      return repetition(draft, element);
    default:
      return onePosition(draft, element.raw, () => charSet(element));
  }
}

/** Without flag i the same source text is the same set, so the text can be the key under which sets are shared. */
function onePosition(draft: Draft, source: string, set: () => CharSet): Fragment {
  let index = draft.setIndex.get(source);
  if (index === undefined) {
    index = draft.sets.push(set()) - 1;
    draft.setIndex.set(source, index);
  }
  draft.follow.push(new Map());
  const ports = [{ position: draft.setOf.push(index) - 1, ways: 1 }];
  return { first: ports, last: ports, empties: 0 };
}

function repetition(draft: Draft, { element, min, max }: AST.Quantifier): Fragment {
  if (max === 0) return NOTHING;
  const body = fragmentOf(draft, element);
  // Also what keeps ((){9999}){9999} cheap: a copy is only ever made of something that adds positions.
  if (body.first.length === 0) return { ...NOTHING, empties: emptiesOf(body, min) };
  if (max === 1) return min === 1 ? body : { ...body, empties: emptiesOf(body, min) };
  const copies = max === Number.POSITIVE_INFINITY ? min : max;
  if (copies > draft.maxCopies || copies <= 1) return loop(draft, body, min);
  return max === copies ? counted(draft, body, element, min, max) : atLeast(draft, body, element, min);
}

/** The engines disagree whether an optional part may match nothing; counting both ways suits them all. */
function emptiesOf(body: Fragment, min: number): number {
  return min === 0 ? atMostMany(1 + body.empties) : atMostMany(body.empties ** min);
}

function loop(draft: Draft, body: Fragment, min: number): Fragment {
  // Demanded turns may match nothing, so with two or more of them it is open which turn read a character: (a?){30}.
  connect(draft, body.last, body.first, min > 1 && body.empties > 0 ? 2 : 1);
  const entries = min === 0 ? 1 : 1 + body.empties;
  return { first: times(body.first, entries), last: body.last, empties: emptiesOf(body, min) };
}

function atLeast(draft: Draft, body: Fragment, element: AST.Element, min: number): Fragment {
  let before = body;
  for (let made = 1; made < min - 1 && !isTooBig(draft); made += 1) {
    before = sequence(draft, before, fragmentOf(draft, element));
  }
  return sequence(draft, before, loop(draft, fragmentOf(draft, element), 1));
}

/** x{2,4} is xx(x(x)?)?, where the optional turns, unlike the demanded ones, must read something. */
function counted(draft: Draft, body: Fragment, element: AST.Element, min: number, max: number): Fragment {
  let demanded = min === 0 ? NOTHING : body;
  for (let made = 1; made < min && !isTooBig(draft); made += 1) {
    demanded = sequence(draft, demanded, fragmentOf(draft, element));
  }
  let optional = NOTHING;
  for (let made = min; made < max && !isTooBig(draft); made += 1) {
    const copy = min === 0 && made === 0 ? body : fragmentOf(draft, element);
    optional = { ...sequence(draft, { ...copy, empties: 0 }, optional), empties: 1 };
  }
  return { ...sequence(draft, demanded, optional), empties: emptiesOf(body, min) };
}

function sequence(draft: Draft, before: Fragment, after: Fragment): Fragment {
  connect(draft, before.last, after.first, 1);
  return {
    first: joined(before.first, times(after.first, before.empties)),
    last: joined(times(before.last, after.empties), after.last),
    empties: atMostMany(before.empties * after.empties),
  };
}

function connect(draft: Draft, from: readonly Port[], to: readonly Port[], ways: number): void {
  draft.edges += from.length * to.length;
  if (isTooBig(draft)) return;
  for (const source of from) {
    const edges = draft.follow[source.position];
    for (const { position, ways: entries } of to) {
      edges?.set(position, atMostMany((edges.get(position) ?? 0) + source.ways * entries * ways));
    }
  }
}

function times(ports: readonly Port[], factor: number): readonly Port[] {
  if (factor === 1) return ports;
  if (factor === 0) return [];
  return ports.map(({ position, ways }) => ({ position, ways: atMostMany(ways * factor) }));
}

function joined(a: readonly Port[], b: readonly Port[]): readonly Port[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}

function atMostMany(ways: number): number {
  return Math.min(ways, MANY);
}
