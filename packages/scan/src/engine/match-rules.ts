import { RULES } from '../rules/index.ts';
import type { Sentence } from '../text/tokens.ts';
import type { ScanContext } from './kinds.ts';
import type { Rule, Strength } from './rule.ts';
import { distancesOf, matchShape, parseShape, type Shape, type Span } from './shape.ts';
import { partsOfClass, Vocabulary } from './vocabulary.ts';

/** A rule that a sentence matches, and where. */
export interface Hit {
  readonly rule: Rule;
  readonly strength: Strength;
  /** Places in the folded text. */
  readonly start: number;
  readonly end: number;
  /** The first and the last token in the sentence. */
  readonly first: number;
  readonly last: number;
}

interface Candidate {
  readonly rule: Rule;
  readonly shape: Shape;
  readonly unless: readonly Shape[];
}

/** Rules made ready: which shapes to try when a class is present, each under its rarest class. */
interface Index {
  readonly vocabulary: Vocabulary;
  readonly shapesOf: ReadonlyMap<string, readonly Candidate[]>;
}

/** Every rule that the sentences of a text match, each once at its strongest. */
export function matchRules(sentences: readonly Sentence[], context: ScanContext): Hit[] {
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

function* matchSentence(sentence: Sentence, context: ScanContext): Generator<Hit> {
  const { vocabulary, shapesOf } = index();
  const found = vocabulary.find(sentence, context);
  if (found.size === 0) return;
  const spansOf = (name: string): readonly Span[] => found.get(name) ?? [];
  const distances = distancesOf(sentence);
  const match = (shape: Shape): Span | undefined => matchShape(shape, distances, spansOf);
  for (const name of found.keys()) {
    for (const { rule, shape, unless } of shapesOf.get(name) ?? []) {
      const span = shape.elements.every(({ className }) => found.has(className)) ? match(shape) : undefined;
      if (span === undefined || unless.some(exception => match(exception) !== undefined)) continue;
      const strength = strengthOf(rule, span, spansOf);
      if (strength === undefined) continue;
      yield { rule, strength, ...span, start: sentence[span.first]?.start ?? 0, end: sentence[span.last]?.end ?? 0 };
    }
  }
}

const LOWER: Readonly<Record<Strength, Strength | undefined>> = { block: 'review', review: 'hint', hint: undefined };
const NEAR = 6;

/** A denial before a match silences it, unless the denial is itself undone; a mention takes one step off. */
function strengthOf(rule: Rule, { first }: Span, spansOf: (name: string) => readonly Span[]): Strength | undefined {
  if (rule.isFirm) return rule.strength;
  const denial = spansOf(NOT).findLast(({ last }) => last < first && first - last <= NEAR);
  const isUndone = denial !== undefined && spansOf(UNDO).some(one => one.first > denial.last && one.first <= first);
  if (denial !== undefined && !isUndone) return undefined;
  return spansOf(MENTION).some(({ last }) => last < first) ? LOWER[rule.strength] : rule.strength;
}

const NOT = '{not}';
const UNDO = '{undo}';
const MENTION = '{mention}';

// The rules never change while a program runs, so they are made ready once, when first asked for.
let made: Index | undefined;

function index(): Index {
  made ??= makeIndex(RULES);
  return made;
}

function makeIndex(rules: readonly Rule[]): Index {
  const vocabulary = new Vocabulary();
  const shapesOf = new Map<string, Candidate[]>();
  for (const name of [NOT, UNDO, MENTION]) vocabulary.add(name);
  for (const rule of rules) {
    const unless = (rule.unless ?? []).map(parseShape);
    for (const shape of rule.shapes.map(parseShape)) {
      const key = rarestClass(shape);
      shapesOf.set(key, [...(shapesOf.get(key) ?? []), { rule, shape, unless }]);
      for (const { className } of shape.elements) vocabulary.add(className);
    }
    for (const { elements } of unless) for (const { className } of elements) vocabulary.add(className);
  }
  return { vocabulary, shapesOf };
}

/** The class with the fewest words: a sentence that lacks it is not looked at any further. */
function rarestClass({ elements }: Shape): string {
  const sizes = elements.map(({ className }) => ({ className, size: new Set(partsOfClass(className)).size }));
  return sizes.toSorted((a, b) => a.size - b.size)[0]?.className ?? '';
}
