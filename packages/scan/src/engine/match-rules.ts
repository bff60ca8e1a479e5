import { RULES } from '../rules/index.ts';
import type { Sentence } from '../text/tokens.ts';
import type { ScanContext } from './kinds.ts';
import type { Rule, Strength } from './rule.ts';
import { distancesOf, matchShape, parseShape, type Shape, type Span, type SpansOf } from './shape.ts';
import { type Sighting, Vocabulary } from './vocabulary.ts';

/** A rule that a sentence matches, and where. */
export interface Hit {
  readonly rule: Rule;
  readonly strength: Strength;
  /** Offsets in the folded text. */
  readonly start: number;
  readonly end: number;
  /** Indexes of the first and the last token in the sentence. */
  readonly first: number;
  readonly last: number;
}

interface Candidate {
  readonly rule: Rule;
  readonly shape: Shape;
  readonly unless: readonly Shape[];
}

/** The parsed rules. Each shape is indexed by its rarest class. */
interface Index {
  readonly vocabulary: Vocabulary;
  readonly shapesOf: readonly (readonly Candidate[])[];
  readonly marks: Marks;
  readonly not: number;
  readonly undo: number;
  readonly mention: number;
}

/** Returns each rule that a text matches, once, with its strongest match. */
export function matchRules(sentences: Iterable<Sentence>, context: ScanContext): Hit[] {
  const hits = new Map<string, Hit>();
  for (const sentence of sentences) {
    for (const hit of matchSentence(sentence, context)) {
      const before = hits.get(hit.rule.id);
      if (before === undefined || RANK[hit.strength] > RANK[before.strength]) hits.set(hit.rule.id, hit);
    }
  }
  return [...hits.values()];
}

export const RANK: Readonly<Record<Strength, number>> = { hint: 1, review: 2, block: 3 };

function matchSentence(sentence: Sentence, context: ScanContext): Hit[] {
  const { vocabulary, shapesOf, marks } = index();
  const sightings = vocabulary.find(sentence, context);
  for (const { classes } of sightings) for (const name of classes) marks.note(name);
  const hits: Hit[] = [];
  const spansOf = makeSpansOf(sightings);
  let distances: Int32Array | undefined;
  const match = (shape: Shape): Span | undefined => {
    if (!shape.every(({ className }) => marks.has(className))) return undefined;
    distances ??= distancesOf(sentence);
    return matchShape(shape, distances, spansOf);
  };
  for (const name of marks.noted()) {
    for (const { rule, shape, unless } of shapesOf[name] ?? NONE) {
      const span = match(shape);
      if (span === undefined || unless.some(exception => match(exception) !== undefined)) continue;
      const strength = strengthOf(rule, span, spansOf);
      if (strength === undefined) continue;
      hits.push({
        rule,
        strength,
        ...span,
        start: sentence[span.first]?.start ?? 0,
        end: sentence[span.last]?.end ?? 0,
      });
    }
  }
  marks.clear();
  return hits;
}

const NONE: readonly Candidate[] = [];

/** The classes in a sentence. The table is reused, because allocating one per sentence takes as long as matching. */
class Marks {
  readonly #isNoted: Uint8Array;
  #noted: number[] = [];

  constructor(size: number) {
    this.#isNoted = new Uint8Array(size);
  }

  note(name: number): void {
    if (this.#isNoted[name] === 1) return;
    this.#isNoted[name] = 1;
    this.#noted.push(name);
  }

  has(name: number): boolean {
    return this.#isNoted[name] === 1;
  }

  /** In the order in which they were noted. */
  noted(): readonly number[] {
    return this.#noted;
  }

  clear(): void {
    for (const name of this.#noted) this.#isNoted[name] = 0;
    this.#noted = [];
  }
}

/** Collects the spans of a class on first use: most shapes never need them. */
function makeSpansOf(sightings: readonly Sighting[]): SpansOf {
  const known = new Map<number, readonly Span[]>();
  return name => {
    const spans = known.get(name) ?? sightings.filter(({ classes }) => classes.includes(name));
    known.set(name, spans);
    return spans;
  };
}

/** Whether a word belongs to a class of some rule. */
export function knowsWord(word: string): boolean {
  return index().vocabulary.knows(word);
}

const LOWER: Readonly<Record<Strength, Strength | undefined>> = { block: 'review', review: 'hint', hint: undefined };
const NEAR = 6;

/** A negation before a match suppresses it, unless the negation is undone. A mention lowers the strength by one. */
function strengthOf(rule: Rule, { first }: Span, spansOf: SpansOf): Strength | undefined {
  if (rule.ignoresNegation) return rule.strength;
  const { not, undo, mention } = index();
  const denial = spansOf(not).findLast(({ last }) => last < first && first - last <= NEAR);
  const isUndone = denial !== undefined && spansOf(undo).some(one => one.first > denial.last && one.first <= first);
  if (denial !== undefined && !isUndone) return undefined;
  return spansOf(mention).some(({ last }) => last < first) ? LOWER[rule.strength] : rule.strength;
}

// The rules are constant, so they are parsed once, on first use.
let made: Index | undefined;

function index(): Index {
  made ??= makeIndex(RULES);
  return made;
}

function makeIndex(rules: readonly Rule[]): Index {
  const vocabulary = new Vocabulary();
  const numberOf = (className: string): number => vocabulary.numberOf(className);
  const shapesOf: Candidate[][] = [];
  const [not, undo, mention] = [numberOf('{not}'), numberOf('{undo}'), numberOf('{mention}')];
  for (const rule of rules) {
    const unless = (rule.unless ?? []).map(source => parseShape(source, numberOf));
    for (const source of rule.shapes) {
      const shape = parseShape(source, numberOf);
      const key = rarestClass(shape, vocabulary);
      shapesOf[key] ??= [];
      shapesOf[key].push({ rule, shape, unless });
    }
  }
  return { vocabulary, shapesOf, marks: new Marks(vocabulary.size), not, undo, mention };
}

/** The class with the fewest words. Sentences without it are skipped. */
function rarestClass(shape: Shape, vocabulary: Vocabulary): number {
  const names = shape.map(({ className }) => className);
  return names.toSorted((a, b) => vocabulary.sizeOf(a) - vocabulary.sizeOf(b))[0] ?? 0;
}
