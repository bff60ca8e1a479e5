import { howOften } from './rarity.ts';
import { type Required, requiredTexts } from './required-texts.ts';
import { signHashesOf, wordHashesOf } from './word-hashes.ts';

/** What tells which patterns can match in a sentence, as plain numbers: it takes long to derive and never changes. */
export interface FinderData {
  /** The hash of each word; words go by their place here. The first place is nobody's: 0 stands for no word. */
  readonly words: readonly number[];
  /** For each of the last words the patterns to think of when it is seen: each pattern has its rarest words as keys. */
  readonly byKey: readonly (readonly number[])[];
  /** The patterns to think of in every sentence. */
  readonly keyless: readonly number[];
  /** For each pattern the step to start with, or `MET`. */
  readonly starts: readonly number[];
  /**
   * Steps of three numbers: a word, and where to go on if it was seen, and if not: a step, `MET` or `MISSED`. Below 0 stands
   * a group for a word, counted from -1 downwards: one of its words must have been seen.
   */
  readonly steps: readonly number[];
  readonly groups: readonly (readonly number[])[];
}

export const MET = -1;
export const MISSED = -2;

/** What must stand in a sentence, by the numbers of words. */
type Needed =
  | { readonly type: 'word'; readonly word: number }
  | { readonly type: 'all' | 'any'; readonly of: readonly Needed[] };

interface Weighed {
  readonly needed: Needed;
  readonly keys: readonly number[];
  /** A guess at how many sentences hold one of the keys. */
  readonly often: number;
}

export function deriveFinder(patterns: readonly string[]): FinderData {
  const ids = new Map<number, number>();
  const weighed = patterns.map(pattern => {
    const required = requiredTexts(pattern);
    return required === undefined ? undefined : weigh(required, ids);
  });
  const plan: Plan = { steps: [], groups: [] };
  const starts = weighed.map(one => (one === undefined ? MET : addSteps(one.needed, MET, MISSED, plan)));
  const keys = [...new Set(weighed.flatMap(one => one?.keys ?? []))].toSorted((a, b) => a - b);
  // What no step asks for is too common to tell anything, and need not be known.
  const asked = plan.steps.filter((word, i) => i % 3 === 0 && word >= 0);
  const others = [...new Set([...asked, ...plan.groups.flat()])].filter(word => !keys.includes(word));
  const kept = [...others.toSorted((a, b) => a - b), ...keys];
  const hashes = [...ids.keys()];
  const places = new Map(kept.map((word, i) => [word, i + 1]));
  const placeOf = (word: number): number => places.get(word) ?? 0;
  if (Math.max(plan.steps.length / 3, kept.length) > MOST_NUMBERED)
    throw new Error('there are too many steps or words');
  return {
    words: [0, ...kept.map(word => hashes[word] ?? 0)],
    byKey: keys.map(word => patternsOf(word, weighed)),
    keyless: patterns.flatMap((_, i) => (weighed[i] === undefined ? [i] : [])),
    starts,
    steps: plan.steps.map((number, i) => (i % 3 === 0 && number >= 0 ? placeOf(number) : number)),
    groups: plan.groups.map(group => group.map(placeOf)),
  };
}

function patternsOf(word: number, weighed: readonly (Weighed | undefined)[]): number[] {
  return weighed.flatMap((one, i) => (one?.keys.includes(word) ? [i] : []));
}

/** Steps and groups as they are found, with words by their first numbers. */
interface Plan {
  readonly steps: number[];
  readonly groups: number[][];
}

/** Finders keep numbers in 16 bits, so that they stay at hand. */
const MOST_NUMBERED = 2 ** 15 - 1;

/** Fewer words are asked for one by one. */
const FEWEST = 3;

/** Steps that end at `yes` where the need is met and at `no` where it is not; the number of the first of them. */
function addSteps(needed: Needed, yes: number, no: number, plan: Plan): number {
  if (needed.type === 'word') return addStep(needed.word, yes, no, plan);
  if (needed.type === 'all') return needed.of.toReversed().reduce((next, one) => addSteps(one, next, no, plan), yes);
  const each = choicesOf(needed);
  const words = each.flatMap(one => (one.type === 'word' ? [one.word] : []));
  if (words.length < FEWEST) return each.toReversed().reduce((next, one) => addSteps(one, yes, next, plan), no);
  const others = each.filter(({ type }) => type !== 'word');
  const rest = others.toReversed().reduce((next, one) => addSteps(one, yes, next, plan), no);
  return addStep(addGroup([...new Set(words)], plan), yes, rest, plan);
}

function addStep(asked: number, yes: number, no: number, { steps }: Plan): number {
  return steps.push(asked, yes, no) / 3 - 1;
}

/** The number that stands for a group. Many patterns ask for the same words. */
function addGroup(words: readonly number[], { groups }: Plan): number {
  const group = words.toSorted((a, b) => a - b);
  const before = groups.findIndex(other => other.join() === group.join());
  return before < 0 ? -groups.push(group) : -before - 1;
}

/** What any of is needed, where choices between choices are choices like all others. */
function choicesOf(needed: Needed): readonly Needed[] {
  if (needed.type === 'word') return [needed];
  const [only, ...others] = needed.of;
  if (only !== undefined && others.length === 0) return choicesOf(only);
  return needed.type === 'any' ? needed.of.flatMap(choicesOf) : [needed];
}

/** What of all that is required can be told by words, with the rarest of these; `undefined` where none can. */
function weigh(required: Required, ids: Map<number, number>): Weighed | undefined {
  if (required.type === 'one-of') return weighTexts(required.texts, ids);
  const of = required.of.map(one => weigh(one, ids));
  const known = of.filter(one => one !== undefined);
  if (required.type === 'all') return mostTelling(known);
  return known.length === of.length ? either(known) : undefined;
}

function weighTexts(given: readonly string[], ids: Map<number, number>): Weighed | undefined {
  const texts = given.map(wordHashesOf).map(hashes => hashes.map(hash => numberOf(hash, ids)));
  if (texts.some(words => words.length === 0)) return undefined;
  const keys = texts.map(words => words.at(-1) ?? 0);
  const single = new Set(texts.filter(({ length }) => length === 1).flat());
  const several = texts.filter(words => words.length > 1 && !words.some(word => single.has(word)));
  const of = [...Array.from(single, word => [word]), ...several].map(words => allOf(words.map(toNeeded)));
  const signs = signsOfAll(given).map(hash => toNeeded(numberOf(hash, ids)));
  return { needed: { type: 'all', of: [...signs, { type: 'any', of }] }, keys, often: howOften(given) };
}

/** The hashes of the signs that each of the texts has. */
function signsOfAll([first = '', ...others]: readonly string[]): number[] {
  return signHashesOf(first).filter(sign => others.every(text => signHashesOf(text).includes(sign)));
}

function numberOf(hash: number, ids: Map<number, number>): number {
  const id = ids.get(hash) ?? ids.size;
  ids.set(hash, id);
  return id;
}

function toNeeded(word: number): Needed {
  return { type: 'word', word };
}

/** The rarest word of a text comes last, and is asked for first. */
function allOf(words: readonly Needed[]): Needed {
  return { type: 'all', of: words.toReversed() };
}

/** The rarest has the keys. That they were seen is known in most cases, so what goes with them comes last. */
function mostTelling(known: readonly Weighed[]): Weighed | undefined {
  const [rarest, ...others] = known.toSorted((a, b) => a.often - b.often);
  if (rarest === undefined) return undefined;
  return { ...rarest, needed: { type: 'all', of: [...others, rarest].map(({ needed }) => needed) } };
}

function either(known: readonly Weighed[]): Weighed {
  return {
    needed: { type: 'any', of: known.map(({ needed }) => needed) },
    keys: known.flatMap(({ keys }) => keys),
    often: known.reduce((sum, { often }) => sum + often, 0),
  };
}
