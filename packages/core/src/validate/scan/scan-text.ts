import { type Folded, foldBoth, foldLetters, isForeign, type Texture, textureOf } from '../fold.ts';
import { findHiddenCharacters, type HiddenKind, withoutHidden } from './hiding/characters.ts';
import { COMMANDS } from './hiding/commands.ts';
import { base64RunsOf, type Decoded, decodeBase64Runs, decodeHexRuns } from './hiding/decode.ts';
import { findMixedWord } from './hiding/lookalikes.ts';
import { hasMarkFlood } from './hiding/marks.ts';
import { findHiddenMarkup } from './hiding/markup.ts';
import { findFarText } from './hiding/padding.ts';
import { CODES, decodeLeet, decodeSpaced, decodeSpelling, decodeTwice } from './hiding/respell.ts';
import { revealHidden } from './hiding/reveal.ts';
import { partsOf } from './long-text.ts';
import type { Hit } from './meaning/hit.ts';
import { type Company, type Meaning, readMeaning } from './meaning/read-meaning.ts';
import { readPhrases } from './meaning/read-phrases.ts';
import type { Tier } from './meaning/signal.ts';
import { findSpelledNames, nameRunsOf } from './spelled-names.ts';

/** One thing found in one text. `evidence` is the text as it reads once decoded; it is not inert yet. */
export interface TextFinding {
  readonly code: string;
  readonly tier: Tier;
  readonly says: string;
  readonly evidence: string;
}

/** A text of which nothing else is known. */
const ALONE: Company = { ownerOf: () => 'unlisted', isOwnName: () => false, hasOthers: false };

/** A text, or several put together, as they stand and as they are read. */
export interface Readable extends Folded {
  readonly text: string;
  /** Whether every letter of the folded text stands where it does in the text. */
  readonly isInPlace: boolean;
}

/** The same once it has been read. */
interface Part extends Readable {
  readonly meaning: Meaning;
}

/** Of printable ASCII: folding changes nothing but its case. */
export function readPlain(text: string): Readable {
  const folded = text.toLowerCase();
  return { text, folded, soft: folded, isInPlace: true };
}

/** Every sign of hiding and of instructions in one text, on its own. */
export function scanText(text: string, company: Company = ALONE): TextFinding[] {
  const texture = textureOf(text);
  const hiding = findHiding(text, texture);
  const parts = partsOf(text).map(part => readPart(part, company));
  const hits = parts.flatMap(({ meaning }) => meaning.hits);
  const phrases = readPhrases(parts.map(({ soft }) => soft).join(''));
  const encoded = findOrders(decode(text, parts), company);
  const unseen = texture === 'foreign' ? [...findUnseen(text, company), ...readCleaned(text, hiding, company)] : [];
  const named = parts.flatMap(part => findSpelled(part, company));
  return strongest([...hiding, ...[...hits, ...phrases].map(toFinding), ...encoded, ...unseen, ...named]);
}

function readPart(text: string, company: Company): Part {
  return partOf(isForeign(text) ? readForeign(text) : readPlain(text), company);
}

function readForeign(text: string): Readable {
  const { folded, soft } = foldBoth(text);
  return { text, folded, soft, isInPlace: false };
}

function partOf({ text, folded, soft, isInPlace }: Readable, company: Company): Part {
  return { text, folded, soft, isInPlace, meaning: readMeaning(folded, company) };
}

/** A stretch of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Where in a folded text something may be found, for texts put together that hardly ever hold anything. What cannot be
 * placed may be anywhere. What characters hide is asked of each text by itself.
 */
export function findSuspects(readable: Readable, company: Company): readonly Stretch[] {
  const part = partOf(readable, company);
  const { text, folded, soft, meaning } = part;
  const isOdd =
    findHiding(text, 'plain').length > 0 ||
    readPhrases(soft).length > 0 ||
    findSpelled(part, company).length > 0 ||
    findOrders(decode(text, [part]), company).length > 0;
  return isOdd ? [{ start: 0, end: folded.length }] : meaning.hits;
}

/** Whether the characters of a foreign text may hide anything. */
export function mayHide(text: string): boolean {
  return UNSEEN_LETTER.test(text) || findOddCharacters(text).length > 0;
}

/** What a text says once it is decoded. Folding leaves ASCII as it is but for its case, so that what it shows holds. */
function decode(text: string, parts: readonly Part[]): Decoded[] {
  const decoded: Decoded[] = [];
  const add = (more: readonly Decoded[]): void => {
    for (const one of more) decoded.push(one);
  };
  if (parts.some(({ meaning }) => meaning.reading.mayHoldHex)) add(decodeHexRuns(text));
  for (const part of parts) if (part.meaning.reading.runs.length > 0) add(decodeBase64Of(part));
  if (parts.some(({ meaning }) => meaning.reading.mayBeRespelled)) add(decodeSpelling(text));
  for (const part of parts) if (part.meaning.reading.mayBeLeet) add(decodeLeet(part.text));
  for (const part of parts) if (part.meaning.reading.mayBeSpaced) add(decodeSpacedOf(part));
  return decoded;
}

/** Letters of other scripts that stand apart are letters only once they are folded; others may lose their edges there. */
function decodeSpacedOf({ text, folded, isInPlace }: Part): Decoded[] {
  return isInPlace ? decodeSpaced(text) : [...decodeSpaced(text), ...decodeSpaced(folded)];
}

function decodeBase64Of({ text, isInPlace, meaning }: Part): Decoded[] {
  return decodeBase64Runs(text, isInPlace ? meaning.reading.runs : base64RunsOf(text));
}

function findSpelled({ text, isInPlace, meaning }: Part, company: Company): TextFinding[] {
  const { names } = meaning.reading;
  if (names.length === 0) return [];
  return findSpelledNames(text, isInPlace ? names : nameRunsOf(text), company);
}

/** The folded text that meaning is read from: line breaks stay, because they part sentences. */
function foldForMeaning(text: string, texture: Texture): string {
  return texture === 'foreign' ? foldLetters(text) : text.toLowerCase();
}

function toFinding({ code, tier, evidence, tool }: Hit): TextFinding {
  const says = tool === undefined ? SAYS[code] : `${SAYS[code]} (about the tool ${tool})`;
  return { code, tier, says: says ?? 'This text gives an order', evidence };
}

const SAYS: Readonly<Record<string, string>> = {
  'scan.override': 'This sets aside what others told the model',
  'scan.concealment': 'This keeps something from the user',
  'scan.covert-action': 'This does something unnoticed',
  'scan.exfiltration': 'This moves private things elsewhere',
  'scan.secret-requested': 'This asks for a secret',
  'scan.hidden-command': 'This carries a command',
  'scan.call-rewrite': 'This changes the calls of other tools',
  'scan.shadowing': 'This binds itself to a tool of another server',
  'scan.fake-prerequisite': 'This demands a step that the server does not offer',
  'scan.claims-every-call': 'This claims a place in every call',
  'scan.false-authority': 'This speaks with a voice it does not have',
  'scan.permission-bypass': 'This gets around checks',
  'scan.selection-hijack': 'This wants to be chosen over others',
  'scan.malicious-purpose': 'This names an attack as its purpose',
};

/** What is hidden in the raw text, whatever it means. */
function findHiding(text: string, texture: Texture): TextFinding[] {
  const findings: TextFinding[] = findHiddenMarkup(text).map(part => ({
    code: 'scan.hidden-markup',
    tier: 'review',
    says: 'Markup hides a part of this text',
    evidence: part,
  }));
  if (texture === 'tidy' && !text.includes('<br')) return findings;
  const far = findFarText(text);
  if (far !== undefined)
    findings.push({ code: 'scan.far-padding', tier: 'review', says: 'This stands far out of sight', evidence: far });
  return texture === 'foreign' ? [...findings, ...findOddCharacters(text)] : findings;
}

function findOddCharacters(text: string): TextFinding[] {
  const { kinds, isFlood } = findHiddenCharacters(text);
  const revealed = kinds.size === 0 ? [] : revealHidden(text);
  const findings = Array.from(kinds, ([kind, at]) => describeHidden(kind, at, isFlood, text, revealed));
  const word = findMixedWord(text);
  if (word !== undefined)
    findings.push({ code: 'scan.mixed-script', tier: 'review', says: 'This word mixes scripts', evidence: word });
  if (hasMarkFlood(text))
    findings.push({
      code: 'scan.combining-flood',
      tier: 'review',
      says: 'Marks are piled up here',
      evidence: text.slice(0, 80),
    });
  return findings;
}

const HIDDEN_CODES: Readonly<Record<HiddenKind, readonly [code: string, says: string]>> = {
  control: ['scan.terminal-control', 'Control characters stand in this text'],
  bidi: ['scan.bidi-control', 'Controls reorder this text'],
  'direction-mark': ['scan.bidi-control', 'Direction marks stand where no letter needs them'],
  invisible: ['scan.invisible-characters', 'Invisible characters stand in this text'],
  tag: ['scan.tag-characters', 'Tag characters spell a hidden text'],
  'variation-selector': ['scan.variation-selectors', 'Variation selectors stand where none belong'],
  'private-use': ['scan.private-use', 'Private-use characters stand in this text'],
  unassigned: ['scan.invisible-characters', 'Characters that mean nothing stand in this text'],
  joiner: ['scan.invisible-characters', 'Joiners stand where no script needs them'],
};

/** The codes of what cleaning takes away. */
const REMOVED: ReadonlySet<string> = new Set(Object.values(HIDDEN_CODES).map(([code]) => code));
const STEERING = /[\u001b\u0080-\u0084\u0086-\u009f]/;

function describeHidden(
  kind: HiddenKind,
  at: number,
  isFlood: boolean,
  text: string,
  revealed: readonly string[],
): TextFinding {
  const [code, says] = HIDDEN_CODES[kind];
  const evidence = revealed.length > 0 ? revealed.join(' ') : text.slice(Math.max(0, at - 40), at + 80);
  return { code, tier: isDeliberate(kind, isFlood, text, revealed) ? 'block' : 'review', says, evidence };
}

function isDeliberate(kind: HiddenKind, isFlood: boolean, text: string, revealed: readonly string[]): boolean {
  if (kind === 'tag') return true;
  if (kind === 'control') return STEERING.test(text);
  if (kind === 'bidi') return !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
  if (kind === 'variation-selector') return revealed.length > 0;
  return (kind === 'invisible' || kind === 'joiner' || kind === 'unassigned') && isFlood;
}

/** Tags and supplementary selectors are written as two units each, which are cheaper to look for than characters. */
const UNSEEN_LETTER = /\udb40[\udc20-\udc7e\udd00-\uddef]|[\u200b\ufe00]/;

/** What reads as an order once it is decoded. That it was encoded at all settles the matter. */
function findOrders(decoded: readonly Decoded[], company: Company): TextFinding[] {
  if (decoded.length === 0) return [];
  return [...decoded, ...decodeTwice(decoded)]
    .filter(part => givesOrders(part, company))
    .map(({ how, text }) => encodedPayload(`This was hidden by ${how}`, text));
}

function findUnseen(text: string, company: Company): TextFinding[] {
  const revealed = UNSEEN_LETTER.test(text) ? revealHidden(text) : [];
  return revealed
    .filter(part => readMeaning(part.toLowerCase(), company).hits.length > 0)
    .map(part => encodedPayload('This was spelled in characters that cannot be seen', part));
}

/** What a model reads once cleaning has taken away what hides. */
function readCleaned(text: string, hiding: readonly TextFinding[], company: Company): TextFinding[] {
  const hides = hiding.some(({ code }) => REMOVED.has(code));
  return hides ? scanText(withoutHidden(text), company) : [];
}

function encodedPayload(says: string, evidence: string): TextFinding {
  return { code: 'scan.encoded-payload', tier: 'block', says, evidence };
}

function givesOrders({ how, text, isMuch }: Decoded, company: Company): boolean {
  const folded = foldForMeaning(text, textureOf(text));
  if (how === 'spaced letters') return GLUED.test(folded);
  const { hits } = readMeaning(folded, company);
  if (CODES.has(how)) return COMMANDS.test(folded) || hits.length > 0;
  return isMuch || PARTED.has(how) ? hits.length > 0 : hits.some(({ tier }) => tier === 'block');
}

/** Nobody parts letters or words without a reason. */
const PARTED: ReadonlySet<Decoded['how']> = new Set(['split words', 'spaced words']);

/** Letters set apart lose the gaps between words, so the orders are looked for without them. */
const GLUED =
  /(?:ignore|disregard|forget)(?:all)?(?:your|the|any)?(?:previous|prior|above|earlier)|donottell|donotmention|donotinform|systemprompt|withouttellingtheuser|idrsa/;

/** One finding of each code, the strongest. */
function strongest(findings: readonly TextFinding[]): TextFinding[] {
  const kept = new Map<string, TextFinding>();
  for (const finding of findings) {
    const before = kept.get(finding.code);
    if (before === undefined || (before.tier === 'review' && finding.tier === 'block')) kept.set(finding.code, finding);
  }
  return [...kept.values()];
}

/** What the digest of the rule set covers of this page. */
export const TEXT_SOURCES: readonly string[] = [STEERING.source, GLUED.source];
