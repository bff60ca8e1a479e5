import type { Token } from '../text/tokens.ts';

/**
 * A sequence of words and classes of words, such as `{ignore} .. {earlier} {instructions}`. Between two elements, only
 * filler words are allowed; `..` allows three other words and `…` twelve. `(a|b)` is an inline class, and `_` joins the
 * words of a phrase.
 */
export type Shape = readonly Element[];

interface Element {
  /** The number of a class (vocabulary.ts). */
  readonly className: number;
  /** How many words may precede it, fillers not counted. */
  readonly gap: number;
}

/** The first and last token of a match in a sentence. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

const GAPS: Readonly<Record<string, number>> = { '..': 3, '…': 12 };

export function parseShape(source: string, numberOf: (className: string) => number): Shape {
  const elements: Element[] = [];
  let gap = 0;
  for (const part of source.trim().split(' ')) {
    const wider = GAPS[part];
    if (wider !== undefined) gap = wider;
    else {
      elements.push({ className: numberOf(part), gap });
      gap = 0;
    }
  }
  return elements;
}

/** Returns the spans of a class in a sentence, in order. */
export type SpansOf = (className: number) => readonly Span[];

/**
 * Returns the first match of a shape. Each element is matched to the nearest one before it, so the time is linear in the
 * number of words and elements.
 */
export function matchShape(elements: Shape, distances: Int32Array, spansOf: SpansOf): Span | undefined {
  let reached: readonly Span[] | undefined;
  for (const { className, gap } of elements) {
    const spans = spansOf(className);
    reached = reached === undefined ? spans : follow(reached, spans, gap, distances);
    if (reached.length === 0) return undefined;
  }
  return reached?.[0];
}

/** Extends matches by the spans that follow them within the gap. Both lists are in order. */
function follow(before: readonly Span[], spans: readonly Span[], gap: number, distances: Int32Array): Span[] {
  const found: Span[] = [];
  let next = 0;
  let nearest: Span | undefined;
  for (const span of spans) {
    for (let one = before[next]; one !== undefined && one.last < span.first; one = before[++next]) nearest = one;
    if (nearest === undefined) continue;
    const between = (distances[span.first] ?? 0) - (distances[nearest.last + 1] ?? 0);
    if (between <= gap) found.push({ first: nearest.first, last: span.last });
  }
  return found;
}

/** Counts the words before each token, fillers excluded. */
export function distancesOf(sentence: readonly Token[]): Int32Array {
  const distances = new Int32Array(sentence.length + 1);
  for (const [i, { isFiller }] of sentence.entries()) distances[i + 1] = (distances[i] ?? 0) + (isFiller ? 0 : 1);
  return distances;
}
