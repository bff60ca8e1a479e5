import { COMMANDS, decodeRuns, foldForeign, withoutHidden } from '@toolmark/core/text';
import { ALONE, type ScanContext } from './engine/kinds.ts';
import { type Hit, knowsWord, matchRules } from './engine/match-rules.ts';
import { judge } from './judge.ts';
import type { Signal } from './signal.ts';
import { findHiding, type TextFinding } from './text/hiding.ts';
import { decipher, readSpaced, respell } from './text/respell.ts';
import { revealHidden } from './text/reveal.ts';
import { type Sentence, sentencesOf, type Token } from './text/tokens.ts';
import { UnreadFinder } from './text/unread.ts';

/** The number of sentences of a text, and its first and last one, which may continue in another text. */
export interface Edges {
  readonly count: number;
  readonly first: Sentence;
  readonly last: Sentence;
}

/** The result of one text. Its signals are combined with those of the other texts of the tool. */
export interface TextReading {
  readonly findings: readonly TextFinding[];
  readonly signals: readonly Signal[];
  readonly edges: Edges;
  /** Text that the rules cannot read. */
  readonly unread: string | undefined;
}

/** Finds hidden text and instructions in a single text. */
export function scanText(text: string, context: ScanContext = ALONE): TextFinding[] {
  const { findings, signals } = readText(text, context);
  return strongest([...findings, ...judge(signals)]);
}

/** Scans a text for hidden characters, and for instructions before and after decoding. */
export function readText(text: string, context: ScanContext): TextReading {
  const hiding = findHiding(text);
  const seen = hiding.length > 0 ? withoutHidden(text) : text;
  const folded = foldForeign(seen);
  const finder = new UnreadFinder(seen, folded, knowsWord);
  let edges: Edges = { count: 0, first: [], last: [] };
  let secret: Token | undefined;
  const noteEach = function* (): Generator<Sentence> {
    for (const sentence of sentencesOf(folded)) {
      finder.read(sentence);
      edges = { count: edges.count + 1, first: edges.count === 0 ? sentence : edges.first, last: sentence };
      secret ??= sentence.find(({ kind }) => kind === 'secret-path');
      yield sentence;
    }
  };
  const signals = matchRules(noteEach(), context).map(hit => ({ hit, evidence: wordsOf(folded, hit) }));
  const { shown: unread, strange } = finder;
  // Also before folding, which turns some signs into letters: spaced letters next to them would not be found.
  const spaced = [...readSpaced(folded), ...(seen === folded ? [] : readSpaced(seen))];
  const known = new Set(signals.map(({ hit }) => hit.rule.id));
  const encoded = [
    ...revealHidden(text)
      .filter(part => signalsIn(part, context).length > 0)
      .map(part => payload('invisible characters', part)),
    ...decodeAgain(folded)
      .filter(part => COMMANDS.test(part.text.toLowerCase()) || signalsIn(part.text, context).length > 0)
      .map(({ how, text: part }) => payload(how, part)),
    ...[...respell(folded), ...spaced, ...decipher(strange)].flatMap(({ how, text: part, isMuch }) => {
      const hits = signalsIn(part, context).filter(
        ({ hit }) => !known.has(hit.rule.id) && (isMuch || hit.strength === 'block'),
      );
      return hits.length > 0 || (how === 'spaced letters' && GLUED.test(part.toLowerCase().replace(/\s/g, '')))
        ? [payload(how, hits[0]?.evidence ?? part)]
        : [];
    }),
  ];
  const foreign = unread === undefined || secret === undefined ? [] : [secretInUnread(secret.text)];
  return { findings: strongest([...hiding, ...encoded, ...foreign]), signals, edges, unread };
}

/** Decodes twice, because attackers nest encodings. */
function decodeAgain(text: string): ReturnType<typeof decodeRuns> {
  const once = decodeRuns(text);
  return [...once, ...once.flatMap(({ text: part }) => decodeRuns(part))];
}

function signalsIn(text: string, context: ScanContext): Signal[] {
  const folded = foldForeign(text);
  return matchRules(sentencesOf(folded), context)
    .filter(({ strength }) => strength !== 'hint')
    .map(hit => ({ hit, evidence: wordsOf(folded, hit) }));
}

/** The matched words, without the final punctuation. */
function wordsOf(folded: string, { start, end }: Hit): string {
  return folded.slice(start, end).replace(/[.,;:]$/, '');
}

/** Spaced letters lose the gaps between words, so the most common instructions are searched without gaps. */
const GLUED =
  /(?:ignore|disregard|forget)(?:all)?(?:your|the|any)?(?:previous|prior|above|earlier)|donottell|donotmention|donotinform|systemprompt|withouttellingtheuser|idrsa/;

/** In text that the rules cannot read, the path of a secret is enough. */
function secretInUnread(evidence: string): TextFinding {
  return {
    code: 'scan.exfiltration',
    tier: 'block',
    says: 'Place of secrets in a text the rules cannot read',
    evidence,
  };
}

function payload(how: string, evidence: string): TextFinding {
  return { code: 'scan.encoded-payload', tier: 'block', says: `Instructions hidden by ${how}`, evidence };
}

/** Keeps the strongest finding per code. */
export function strongest(findings: readonly TextFinding[]): TextFinding[] {
  const kept = new Map<string, TextFinding>();
  for (const finding of findings) {
    const before = kept.get(finding.code);
    if (before === undefined || (before.tier === 'review' && finding.tier === 'block')) kept.set(finding.code, finding);
  }
  return [...kept.values()];
}
