import type { Token } from '../text/tokens.ts';

/**
 * A shape is a line such as `{ignore} .. {earlier} {instructions}`: words and classes of words in their order. Between two
 * elements only filler words are allowed; `..` allows three other words and `…` twelve. `(a|b)` is a class written in place,
 * and `_` joins the words of a phrase.
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

/** The spans of a class in a sentence, in their order. */
export type SpansOf = (className: number) => readonly Span[];

/**
 * The first match of a shape. Each element is matched to the nearest element before it, so that the time grows with the
 * number of words and elements and with nothing else.
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

/** The spans that follow one of those before them closely enough, each with the start of the nearest. Both lists are in order. */
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
