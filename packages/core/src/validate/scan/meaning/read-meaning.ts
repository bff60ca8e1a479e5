import { type FindNext, type Neighbourhood, neighbourhoodsOf } from '../hiding/neighbourhoods.ts';
import { PatternFinder, type Stretch } from '../literals/pattern-finder.ts';
import { makeStemFinder } from '../literals/stem-finder.ts';
import { type Reading, readSentences, type Sentence } from '../sentences.ts';
import { maskOf } from '../words.ts';
import { CALLS } from './calls.ts';
import { CONCEALMENT } from './concealment.ts';
import { EXFILTRATION } from './exfiltration.ts';
import { isDenied, isMention, isTheft } from './guards.ts';
import { HANDED_OVER } from './handed-over.ts';
import { HIJACKED_ARGUMENTS } from './hijacked-arguments.ts';
import { KEPT_ASIDE } from './kept-aside.ts';
import { LANGUAGES, type Phrase } from './languages.ts';
import { LEFT_UNSAID } from './left-unsaid.ts';
import { NULLIFIED } from './nullified.ts';
import { OUT_OF_PLACE } from './out-of-place.ts';
import { OVERRIDE } from './override.ts';
import { PERSUASION } from './persuasion.ts';
import { PREREQUISITES } from './prerequisites.ts';
import { REPLACEMENT } from './replacement.ts';
import type { Signal, Tier } from './signal.ts';
import { STANDING_RULES } from './standing-rules.ts';
import { TONE } from './tone.ts';
import { TONGUES } from './tongues.ts';

export const SIGNALS: readonly Signal[] = [
  ...OVERRIDE,
  ...CONCEALMENT,
  ...LEFT_UNSAID,
  ...EXFILTRATION,
  ...HANDED_OVER,
  ...KEPT_ASIDE,
  ...CALLS,
  ...PREREQUISITES,
  ...HIJACKED_ARGUMENTS,
  ...STANDING_RULES,
  ...PERSUASION,
  ...REPLACEMENT,
  ...TONGUES,
  ...NULLIFIED,
  ...OUT_OF_PLACE,
  ...TONE,
];

/** Whether a tool named in a text is the one described, of the same server, of another one in the scan, or unknown. */
export type Ownership = 'self' | 'own' | 'other' | 'unlisted';

/** What is known about the tools a text may name. */
export interface Company {
  readonly ownerOf: (tool: string) => Ownership;
  /** Whether there are other servers whose tools it could name. */
  readonly hasOthers: boolean;
}

/** A signal that a text gives, and where in the folded text. */
export interface Hit {
  readonly id: string;
  readonly code: string;
  readonly tier: Tier;
  readonly start: number;
  readonly end: number;
  readonly evidence: string;
  readonly tool?: string;
}

/** The signals of a text, and whether it is worth decoding. */
export interface Meaning extends Omit<Reading, 'sentences'> {
  readonly hits: Hit[];
}

/** Every signal in a folded text that keeps its line breaks. */
export function readMeaning(folded: string, company: Company): Meaning {
  const compiled = compile();
  const hits: Hit[] = [];
  const isWanted = company.hasOthers ? compiled.isWanted : compiled.isWantedAlone;
  const { sentences, mayHoldCode, mayBeRespelled } = readSentences(folded, isWanted);
  for (const sentence of sentences) {
    const tidied = sentence.isTidy ? undefined : tidy(folded, sentence);
    const found =
      tidied === undefined
        ? compiled.signalsFor(folded, sentence)
        : compiled.signalsFor(tidied, { start: 0, end: tidied.length, mask: sentence.mask });
    if (found.length === 0) continue;
    const text = tidied ?? tidy(folded, sentence);
    for (const signal of found) {
      if (signal.foreign === 'known' && !company.hasOthers) continue;
      const hit = tryOne(signal, text, sentence, company);
      if (hit !== undefined) hits.push(hit);
    }
  }
  return { hits, mayHoldCode, mayBeRespelled };
}

/** On one line, and without the marks of emphasis that would part "do not" from its verb. */
function tidy(folded: string, { start, end, isTidy }: Sentence): string {
  const sentence = folded.slice(start, end);
  if (isTidy) return sentence.endsWith('\n') ? `${sentence.slice(0, -1)} ` : sentence;
  return sentence.replace(EMPHASIS, '').replace(WIDE_SPACE, ' ');
}

const EMPHASIS = /\*+|~~|(?<![a-z0-9])_+|_+(?![a-z0-9])/g;
const WIDE_SPACE = /[^\S ]\s*| \s+/g;

/** Phrases of other languages, in a text that keeps its own letters. */
export function readPhrases(soft: string): Hit[] {
  const hits: Hit[] = [];
  const { phrases, findStem } = compile();
  const places = neighbourhoodsOf(soft, findStem, LONGEST_PHRASE);
  if (places.length === 0) return hits;
  for (const phrase of phrases) {
    const hit = findPhrase(phrase, places);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

const LONGEST_PHRASE = 400;

function findPhrase(
  { id, code, tier, stems, regex }: CompiledPhrase,
  places: readonly Neighbourhood[],
): Hit | undefined {
  for (const { start, text } of places) {
    const match = stems.some(stem => text.includes(stem)) ? regex.exec(text) : null;
    if (match === null) continue;
    const at = start + match.index;
    return { id, code, tier, start: at, end: at + match[0].length, evidence: match[0] };
  }
  return undefined;
}

function tryOne(signal: Compiled, text: string, { start, end }: Sentence, { ownerOf }: Company): Hit | undefined {
  const match = findMatch(signal, text, ownerOf);
  if (match === undefined || signal.unlessRegex?.test(text)) return undefined;
  const named = namedIn(match);
  const before = text.slice(0, match.index);
  const tier = tierOf(signal, before, match[0], text);
  if (tier === undefined) return undefined;
  const { id, code } = signal;
  return { id, code, tier, start, end, evidence: match[0], ...(named === undefined ? {} : { tool: named }) };
}

/** A mention lowers a tier and a denial silences, but never where a private file and an address stand together. */
function tierOf(
  { tier, code, deniable, firm }: Compiled,
  before: string,
  match: string,
  text: string,
): Tier | undefined {
  if (deniable && isDenied(before, match)) return code === 'scan.exfiltration' && isTheft(text) ? 'review' : undefined;
  return !firm && isMention(before, match, text) ? lower(tier) : tier;
}

/** The first match; where the tool must be another's, the first that names such a one. */
function findMatch(
  { regex, foreign }: Compiled,
  text: string,
  ownerOf: (tool: string) => Ownership,
): RegExpExecArray | undefined {
  if (foreign === undefined) return regex.exec(text) ?? undefined;
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    if (isForeign(foreign, namedIn(match), ownerOf)) return match;
    if (match[0] === '') regex.lastIndex++;
  }
  return undefined;
}

function namedIn({ groups }: RegExpExecArray): string | undefined {
  return groups?.tool ?? groups?.named;
}

function isForeign(
  wanted: NonNullable<Signal['foreign']>,
  named: string | undefined,
  ownerOf: (tool: string) => Ownership,
): boolean {
  if (named === undefined) return false;
  const owner = ownerOf(named);
  if (wanted === 'another') return owner !== 'self';
  return wanted === 'known' ? owner === 'other' : owner === 'other' || owner === 'unlisted';
}

function lower(tier: Tier): Tier | undefined {
  return tier === 'block' ? 'review' : undefined;
}

interface Compiled extends Signal {
  readonly mask: number;
  readonly regex: RegExp;
  readonly unlessRegex: RegExp | undefined;
}

type CompiledPhrase = Phrase & { readonly regex: RegExp };

interface Rules {
  /** The signals to try on a stretch of text with such a mask. */
  readonly signalsFor: (text: string, stretch: Stretch) => readonly Compiled[];
  readonly isWanted: (mask: number) => boolean;
  /** The same without the signals that only other servers can cause. */
  readonly isWantedAlone: (mask: number) => boolean;
  readonly phrases: readonly CompiledPhrase[];
  readonly findStem: FindNext;
}

// Made when first asked for: a run that scans nothing pays nothing.
let rules: Rules | undefined;

function compile(): Rules {
  rules ??= makeRules();
  return rules;
}

function makeRules(): Rules {
  const signals = SIGNALS.map(signal => ({
    ...signal,
    mask: maskOf(signal.needs),
    regex: new RegExp(signal.pattern, signal.foreign === undefined ? '' : 'g'),
    unlessRegex: signal.unless === undefined ? undefined : new RegExp(signal.unless),
  }));
  return {
    signalsFor: makeSignalsFor(signals),
    isWanted: makeIsWanted(signals),
    isWantedAlone: makeIsWanted(signals.filter(({ foreign }) => foreign !== 'known')),
    phrases: LANGUAGES.map(phrase => ({ ...phrase, regex: new RegExp(phrase.pattern, 'u') })),
    findStem: makeStemFinder(LANGUAGES.flatMap(({ stems }) => stems)),
  };
}

/** So many sentences are read sooner than the finder is made. */
const FEW = 500;
const NONE: readonly Compiled[] = [];

function makeSignalsFor(signals: readonly Compiled[]): Rules['signalsFor'] {
  let finder: PatternFinder | undefined;
  let read = 0;
  return (text, stretch) => {
    if (++read <= FEW) return signals.filter(({ mask }) => (stretch.mask & mask) === mask);
    finder ??= new PatternFinder(signals);
    const found = finder.find(text, stretch);
    return found.length === 0 ? NONE : found.flatMap(index => signals[index] ?? []);
  };
}

function makeIsWanted(signals: readonly Compiled[]): (mask: number) => boolean {
  const masks = Int32Array.from(new Set(signals.map(({ mask }) => mask)));
  return remembering(mask => masks.some(wanted => (mask & wanted) === wanted));
}

const SLOTS = 4096;

/** Sentences of a kind come again and again: the last answers are kept, in a table that never grows. */
function remembering(isWanted: (mask: number) => boolean): (mask: number) => boolean {
  const asked = new Int32Array(SLOTS);
  const answers = new Int8Array(SLOTS);
  return mask => {
    const slot = Math.imul(mask, 0x9e3779b1) >>> 20;
    if (asked[slot] !== mask) {
      asked[slot] = mask;
      answers[slot] = isWanted(mask) ? 1 : 0;
    }
    return answers[slot] === 1;
  };
}
