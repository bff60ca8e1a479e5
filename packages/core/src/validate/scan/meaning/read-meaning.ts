import { FINDER } from '../literals/finder.gen.ts';
import { Narrow } from '../literals/narrow.ts';
import { readFinder } from '../literals/pack-finder.ts';
import { PatternFinder } from '../literals/pattern-finder.ts';
import {
  isNameCode,
  kindsOf as kindsIn,
  Marks,
  makeVocabulary,
  markWords,
  type Vocabulary,
} from '../literals/vocabulary.ts';
import { type Reading, readSentences, type Sentence } from '../sentences.ts';
import { kindsByHash, maskOf } from '../words.ts';
import { isDenied, isInQuotation, isMention, isTheft } from './guards.ts';
import type { Hit } from './hit.ts';
import type { Signal, Tier } from './signal.ts';
import { SIGNALS } from './signals.ts';

/** Whether a tool named in a text is the one described, of the same server, of another one in the scan, or unknown. */
export type Ownership = 'self' | 'own' | 'other' | 'unlisted';

/** What is known about the tools a text may name. */
export interface Company {
  readonly ownerOf: (tool: string) => Ownership;
  /** Whether a word is a name of the same server as it stands. A quick look at most of them, before owners are asked for. */
  readonly isOwnName: (word: string) => boolean;
  /** Whether there are other servers whose tools it could name. */
  readonly hasOthers: boolean;
}

/** The signals of a text, and whether it is worth decoding. */
export interface Meaning {
  readonly hits: readonly Hit[];
  readonly reading: Reading;
}

/** Every signal in a folded text that keeps its line breaks. */
export function readMeaning(given: string, company: Company): Meaning {
  const rules = compile();
  const { signals, narrow, vocabulary, marks } = rules;
  const folded = narrow.of(given);
  const finder = company.hasOthers ? rules.amongOthers : rules.alone;
  const hits: Hit[] = [];
  let count = 0;
  const isWanted = (mask: number, isMarked: boolean): boolean => {
    if (isMarked) return true;
    count = finder.find(marks, mask);
    if (count > 0 && !hasOtherName(folded, marks, company.isOwnName)) count = dropAboutNames(finder, count, signals);
    return count > 0;
  };
  const hear = (sentence: Sentence): void => {
    const text = tidy(folded, sentence);
    if (sentence.isMarked) count = findAgain(text, sentence, rules, finder);
    let names: readonly number[] | undefined;
    for (let i = 0; i < count; i++) {
      const signal = signals[finder.found[i] ?? 0];
      if (signal === undefined) continue;
      if (signal.isAboutNames) names ??= otherNames(text, company.isOwnName);
      const match = findOne(signal, text, company, signal.isAboutNames ? names : undefined);
      const tier = match === undefined ? undefined : tierOf(signal, match, text);
      if (match === undefined || tier === undefined) continue;
      const hit = toHit(signal, tier, match, sentence, tidy(given, sentence));
      hits.push(inQuotation(hit, signal, folded));
    }
  };
  const reading = readSentences(folded, { vocabulary, marks, isWanted, hear });
  return { hits, reading };
}

/** Whether a sentence has a name with an underscore that no tool of the server has. */
function hasOtherName(folded: string, { names, nameCount }: Marks, isOwnName: (word: string) => boolean): boolean {
  for (let i = 0; i < nameCount; i++) if (!isOwnName(folded.slice(names[2 * i], names[2 * i + 1]))) return true;
  return false;
}

/** Leaves out the signals that such names give. */
function dropAboutNames({ found }: PatternFinder, count: number, signals: readonly Compiled[]): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const number = found[i] ?? 0;
    if (signals[number]?.isAboutNames === false) found[kept++] = number;
  }
  return kept;
}

/** Without the marks of emphasis other words may stand there. */
function findAgain(text: string, { mask }: Sentence, { vocabulary, marks }: Rules, finder: PatternFinder): number {
  marks.clear();
  markWords(text, 0, text.length, vocabulary, marks);
  return finder.find(marks, mask);
}

/** A quotation may hold several sentences: what introduced it stands before the first. */
function inQuotation(hit: Hit, { firm }: Compiled, folded: string): Hit {
  return hit.tier === 'block' && !firm && isInQuotation(folded, hit.start) ? { ...hit, tier: 'review' } : hit;
}

/** Where names with an underscore start that no tool of the server has. Most names are those of its tools. */
function otherNames(text: string, isOwnName: (word: string) => boolean): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('_'); at >= 0; ) {
    let start = at;
    let end = at + 1;
    while (start > 0 && isNameCode(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isNameCode(text.charCodeAt(end))) end++;
    if (!isOwnName(text.slice(start, end))) starts.push(start);
    at = text.indexOf('_', end);
  }
  return starts;
}

/** On one line, and without the marks of emphasis that would part "do not" from its verb. */
function tidy(folded: string, { start, end, isTidy, isMarked }: Sentence): string {
  const sentence = folded.slice(start, end);
  if (isTidy) return sentence.endsWith('\n') ? `${sentence.slice(0, -1)} ` : sentence;
  return (isMarked ? sentence.replace(EMPHASIS, '') : sentence).replace(WIDE_SPACE, ' ');
}

const EMPHASIS = /\*+|~~|(?<![a-z0-9])_+|_+(?![a-z0-9])/g;
const WIDE_SPACE = /[^\S ]\s*| \s+/g;

/** Where `places` are given, the signal is tried there and nowhere else. */
function findOne(
  signal: Compiled,
  text: string,
  { ownerOf }: Company,
  places?: readonly number[],
): RegExpExecArray | undefined {
  const match = places === undefined ? findMatch(signal, text, ownerOf) : findMatchAt(places, signal, text, ownerOf);
  return match === undefined || signal.unlessRegex?.test(text) ? undefined : match;
}

/** A mention lowers a tier and a denial silences, but never where a private file and an address stand together. */
function tierOf({ tier, code, deniable, firm }: Compiled, match: RegExpExecArray, text: string): Tier | undefined {
  const before = text.slice(0, match.index);
  if (deniable && isDenied(before, match[0]))
    return code === 'scan.exfiltration' && isTheft(text) ? 'review' : undefined;
  return !firm && isMention(before, match[0], text) ? lower(tier) : tier;
}

/** What is shown of a match stands in the sentence as it was given, at the same place. */
function toHit(
  { id, code }: Compiled,
  tier: Tier,
  match: RegExpExecArray,
  { start, end }: Sentence,
  shown: string,
): Hit {
  const named = namedIn(match);
  const evidence = shown.slice(match.index, match.index + match[0].length);
  return { id, code, tier, start, end, evidence, ...(named === undefined ? {} : { tool: named }) };
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

function findMatchAt(
  places: readonly number[],
  { regex, foreign = 'another' }: Compiled,
  text: string,
  ownerOf: (tool: string) => Ownership,
): RegExpExecArray | undefined {
  for (const place of places) {
    regex.lastIndex = place;
    const match = regex.exec(text);
    if (match !== null && isForeign(foreign, namedIn(match), ownerOf)) return match;
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

/** A signal as it is tried. All of them have all members, because an engine is slower with objects of many shapes. */
interface Compiled {
  readonly id: string;
  readonly code: string;
  readonly tier: Tier;
  readonly mask: number;
  readonly regex: RegExp;
  readonly unlessRegex: RegExp | undefined;
  readonly foreign: Signal['foreign'];
  /** Whether a match is a name with an underscore from edge to edge, of a tool that is not the server's. */
  readonly isAboutNames: boolean;
  readonly deniable: boolean;
  readonly firm: boolean;
}

interface Rules {
  readonly signals: readonly Compiled[];
  readonly narrow: Narrow;
  readonly vocabulary: Vocabulary;
  readonly marks: Marks;
  readonly amongOthers: PatternFinder;
  /** Without the signals that only other servers can cause. */
  readonly alone: PatternFinder;
}

// Made when first asked for: a run that scans nothing pays nothing.
let compiled: Rules | undefined;

function compile(): Rules {
  compiled ??= makeRules();
  return compiled;
}

/** Hardly a sentence lacks names, and these could start at any letter: they are tried where a name starts. */
const ABOUT_NAMES = new Set(['place.tool-of-nobody', 'place.acting-tool-of-nobody']);

function makeRules(): Rules {
  const signals = SIGNALS.map(compileSignal);
  const data = readFinder(FINDER);
  const masks = signals.map(({ mask }) => mask);
  return {
    signals,
    narrow: new Narrow(),
    vocabulary: makeVocabulary(kindsByHash(), data.words),
    marks: new Marks(data.words.length, data.byKey.length),
    amongOthers: new PatternFinder(data, masks),
    alone: new PatternFinder(
      data,
      signals.map(({ foreign, mask }) => (foreign === 'known' ? NEVER : mask)),
    ),
  };
}

function compileSignal(signal: Signal): Compiled {
  const { id, code, tier, needs, pattern, unless, foreign, deniable = false, firm = false } = signal;
  return {
    id,
    code,
    tier,
    mask: maskOf(needs),
    regex: new RegExp(pattern, flagsOf(signal)),
    unlessRegex: unless === undefined ? undefined : new RegExp(unless),
    foreign,
    isAboutNames: ABOUT_NAMES.has(id),
    deniable,
    firm,
  };
}

/** Words of every kind there is: no sentence holds them. */
const NEVER = -1;

function flagsOf({ id, foreign }: Signal): string {
  if (ABOUT_NAMES.has(id)) return 'y';
  return foreign === undefined ? '' : 'g';
}

/** The kinds of the word with this hash. */
export function kindsOf(hash: number): number {
  return kindsIn(compile().vocabulary, hash);
}

/** Whether a sentence with words of such kinds can give a signal with one of these codes. */
export function makeCanGive(codes: ReadonlySet<string>): (mask: number) => boolean {
  const { signals } = compile();
  return makeIsWanted(signals.filter(({ code }) => codes.has(code)).map(({ mask }) => mask));
}

function makeIsWanted(masks: readonly number[]): (mask: number) => boolean {
  const different = Int32Array.from(new Set(masks));
  return remembering(mask => different.some(wanted => (mask & wanted) === wanted));
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
