import { findHiddenCharacters, findMixedWord, type HiddenKind } from '@toolmark/core/text';
import type { Tier } from '@toolmark/core/validate';
import { revealHidden } from './reveal.ts';

/** A finding in one text. `evidence` is the decoded text and is not inert yet. */
export interface TextFinding {
  readonly code: string;
  readonly tier: Tier;
  readonly says: string;
  readonly evidence: string;
}

/** Finds hidden characters and markup in the raw text, independent of its meaning. */
export function findHiding(text: string): TextFinding[] {
  const findings = findHiddenMarkup(text).map(part => finding('hidden-markup', 'review', 'Hidden markup', part));
  const far = findFarText(text);
  if (far !== undefined) findings.push(finding('far-padding', 'review', 'Text far outside the visible part', far));
  return /[^\t\n\r -~]/.test(text) ? [...findings, ...findOddCharacters(text)] : findings;
}

function finding(name: string, tier: Tier, says: string, evidence: string): TextFinding {
  return { code: `scan.${name}`, tier, says, evidence };
}

function findOddCharacters(text: string): TextFinding[] {
  const { kinds, isFlood } = findHiddenCharacters(text);
  const revealed = kinds.size === 0 ? [] : revealHidden(text);
  const findings = Array.from(kinds, ([kind, at]) => describeHidden(kind, at, isFlood, text, revealed));
  const word = findMixedWord(text);
  if (word !== undefined) findings.push(finding('mixed-script', 'review', 'Word that mixes scripts', word));
  const marks = /\p{M}{9}/u.exec(text);
  if (marks !== null)
    findings.push(
      finding(
        'combining-flood',
        'review',
        'Piled-up marks',
        text.slice(Math.max(0, marks.index - 40), marks.index + 40),
      ),
    );
  return findings;
}

const HIDDEN: Readonly<Record<HiddenKind, readonly [name: string, says: string]>> = {
  control: ['terminal-control', 'Control characters'],
  bidi: ['bidi-control', 'Controls that reorder the text'],
  'direction-mark': ['bidi-control', 'Direction marks where no letter needs them'],
  invisible: ['invisible-characters', 'Invisible characters'],
  tag: ['tag-characters', 'Hidden text in tag characters'],
  'variation-selector': ['variation-selectors', 'Misplaced variation selectors'],
  'private-use': ['private-use', 'Private-use characters'],
  unassigned: ['invisible-characters', 'Unassigned characters'],
  joiner: ['invisible-characters', 'Joiners where no script needs them'],
};

function describeHidden(
  kind: HiddenKind,
  at: number,
  isFlood: boolean,
  text: string,
  revealed: readonly string[],
): TextFinding {
  const [name, says] = HIDDEN[kind];
  const evidence = revealed.length > 0 ? revealed.join(' ') : text.slice(Math.max(0, at - 40), at + 80);
  return finding(name, isDeliberate(kind, isFlood, text, revealed) ? 'block' : 'review', says, evidence);
}

function isDeliberate(kind: HiddenKind, isFlood: boolean, text: string, revealed: readonly string[]): boolean {
  if (kind === 'tag') return true;
  if (kind === 'control') return /[\u001b\u0080-\u0084\u0086-\u009f]/.test(text);
  if (kind === 'bidi') return !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
  if (kind === 'variation-selector') return revealed.length > 0;
  return (kind === 'invisible' || kind === 'joiner' || kind === 'unassigned') && isFlood;
}

const UNSEEN_STYLE =
  /<[a-z][^<>]{0,200}(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0(?![.\d])|color\s?:\s?(?:white|transparent|#fff)|\bhidden\b)[^<>]{0,200}>/i;
const LINK_COMMENT = /^ {0,3}\[(?:\/\/|comment)\]:\s{0,4}#\s{0,4}[("'](.{1,500})/gim;
const LONGEST = 4000;

/** Comments, and elements with a style that hides them. An unclosed comment runs to the end. */
function findHiddenMarkup(text: string): string[] {
  const found: string[] = [];
  for (let start = text.indexOf('<!--'); start >= 0; ) {
    const end = text.indexOf('-->', start + 4);
    found.push(text.slice(start + 4, end < 0 ? start + LONGEST : Math.min(end, start + LONGEST)).trim());
    start = end < 0 ? -1 : text.indexOf('<!--', end);
  }
  if (text.includes(']:')) for (const [, comment = ''] of text.matchAll(LINK_COMMENT)) found.push(comment.trim());
  const style = text.includes('<') ? UNSEEN_STYLE.exec(text) : null;
  return style === null ? found : [...found, text.slice(style.index, style.index + 300)];
}

/** So much white space that the text after it is out of view. */
const FAR_RIGHT = 160;
const FAR_DOWN = 30;

function findFarText(shown: string): string | undefined {
  const text = shown.includes('<') ? shown.replace(/<br ?\/?>/gi, '\n') : shown;
  for (const { 0: gap, index } of text.matchAll(/[\s\u2800]{30,}/g)) {
    const rest = text.slice(index + gap.length, index + gap.length + 300);
    const lines = gap.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
    if (rest !== '' && (lines.length > FAR_DOWN || (lines.at(-1) ?? '').length >= FAR_RIGHT)) return rest;
  }
  return undefined;
}
