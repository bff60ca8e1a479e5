import { type Finding, inert, type Json, quoteInert, sortFindings } from '../../base/index.ts';
import type { Snapshot, Waiver } from '../../describe/index.ts';
import { isForeign } from '../fold.ts';
import { applyWaivers } from '../waive.ts';
import { findCapabilityMismatch } from './capability-mismatch.ts';
import { SCAN_CODES } from './codes.ts';
import type { Found } from './found.ts';
import { gatherTexts } from './gather-texts.ts';
import { findJoinedFields, type Piece } from './joined-fields.ts';
import type { Company } from './meaning/read-meaning.ts';
import type { Tier } from './meaning/signal.ts';
import { findNearNames } from './near-names.ts';
import { makeOwnership } from './ownership.ts';
import { type RuleSetIdentity, ruleSet } from './rule-set.ts';
import { findSuspects, type Stretch, scanText, type TextFinding } from './scan-text.ts';
import { type Surface, surfaceOf, type Unit } from './surface.ts';

/** A server and all that it shows: a snapshot, a tool list, one tool, a tool document, or whatever passes for one. */
export interface ScannedServer {
  readonly server: string;
  readonly snapshot: Snapshot | Json;
}

export interface ScanOptions {
  readonly now: Date;
  /** Findings that a person has accepted, with a reason and a last day. */
  readonly suppressions?: readonly Waiver[];
}

export interface ScanFinding extends Finding {
  readonly tier: Tier;
  readonly server: string;
}

export interface ScanReport {
  /** Something was scanned, and nothing was found in either tier that nobody has suppressed. */
  readonly clean: boolean;
  readonly rules: RuleSetIdentity;
  readonly servers: readonly { readonly server: string; readonly findings: readonly ScanFinding[] }[];
  /** How many findings of the list are suppressed. */
  readonly suppressed: number;
}

/** A report nobody can read helps nobody, and a hostile server must not decide how large it gets. */
const MOST_FINDINGS = 2_000;

/** Looks for poisoned and hidden text in everything servers show, and for tools that reach into those of others. */
export function scan(servers: readonly ScannedServer[], { now, suppressions = [] }: ScanOptions): ScanReport {
  const shown = servers.map(({ server, snapshot }) => surfaceOf(server, snapshot as Json));
  const near = findNearNames(shown);
  const reports = shown.map((surface, index) => {
    const found = [...surface.malformed, ...scanSurface(surface, shown), ...(near[index] ?? [])];
    return { server: surface.server, findings: settle(found, surface.server, suppressions, now) };
  });
  const all = reports.flatMap(({ findings }) => findings);
  return {
    clean: shown.some(({ units }) => units.length > 0) && all.every(({ waived }) => waived !== undefined),
    rules: ruleSet(),
    servers: reports,
    suppressed: all.filter(({ waived }) => waived !== undefined).length,
  };
}

/** Suppressions applied, in an order that depends on content alone. */
function settle(found: readonly Found[], server: string, suppressions: readonly Waiver[], now: Date): ScanFinding[] {
  const findings = gravestFirst(found).map(one => toFinding(one, server));
  const judged: Finding[] = applyWaivers(findings, suppressions, now);
  return sortFindings(judged).map(finding => ({ tier: 'review', ...finding, server }));
}

function toFinding({ tier, evidence, ...rest }: Found, server: string): ScanFinding {
  return {
    ...rest,
    severity: tier === 'block' ? 'error' : 'warning',
    tier,
    server,
    ...(evidence === undefined ? {} : { evidence: shorten(evidence) }),
  };
}

const LONGEST_EVIDENCE = 300;

/** Inert, and short enough for a report. */
function shorten(evidence: string): string {
  const cut = evidence.length > LONGEST_EVIDENCE ? `${evidence.slice(0, LONGEST_EVIDENCE)}…` : evidence;
  return inert(cut.toWellFormed());
}

/** A flood of small findings must not push the grave ones out, and is itself no sign of good faith. */
function gravestFirst(found: readonly Found[]): Found[] {
  if (found.length <= MOST_FINDINGS) return [...found];
  const [block, review] = [found.filter(({ tier }) => tier === 'block'), found.filter(({ tier }) => tier !== 'block')];
  return [...[...block, ...review].slice(0, MOST_FINDINGS), tooMany()];
}

function scanSurface(surface: Surface, all: readonly Surface[]): Found[] {
  const ownerOf = makeOwnership(surface, all);
  const companyOf = (described: string | undefined): Company => ({
    ownerOf: tool => ownerOf(tool, described),
    hasOthers: all.length > 1,
  });
  const found: Found[] = [];
  for (const group of groupsOf(surface.units)) {
    // To a text of no tool in particular every tool is another one, so it gives all the signals of its parts.
    const stretches = findSuspects(group.map(({ plain }) => plain).join(BETWEEN), companyOf(undefined));
    let start = 0;
    for (const prepared of group) {
      const suspects = suspectsOf(prepared, start, stretches);
      start += prepared.plain.length + BETWEEN.length;
      for (const finding of scanUnit(prepared, suspects, companyOf(prepared.unit.tool))) {
        // Beyond the limit only what is grave is kept, and every text is still read.
        if (found.length <= MOST_FINDINGS || finding.tier === 'block') found.push(finding);
      }
    }
  }
  return found;
}

/** A unit with its texts: those that can be looked at together, and the others. */
interface Prepared {
  readonly unit: Unit;
  readonly pieces: readonly Piece[];
  readonly plain: string;
  readonly odd: readonly Piece[];
}

const LONG_TEXT = 20_000;
const GROUP = 4_000;
const MOST_TOGETHER = 100;
const BETWEEN = '\n\n';

/** Most texts have nothing in them, so those of several units are looked at together first. */
function* groupsOf(units: readonly Unit[]): Generator<Prepared[]> {
  let group: Prepared[] = [];
  let length = 0;
  for (const unit of units) {
    const pieces = gatherTexts(unit.value, unit.pointer);
    const { plain, odd } = part(pieces);
    group.push({ unit, pieces, plain, odd });
    length += plain.length;
    if (length < GROUP && group.length < MOST_TOGETHER) continue;
    yield group;
    group = [];
    length = 0;
  }
  yield group;
}

/** The texts of a unit to look at alone: those in which something may be found when the unit starts there, and the odd. */
function suspectsOf({ pieces, odd, plain }: Prepared, start: number, stretches: readonly Stretch[]): readonly Piece[] {
  const near = stretches.filter(stretch => stretch.start < start + plain.length && stretch.end > start);
  if (near.length === 0) return odd;
  const oddOnes = new Set(odd);
  let at = start;
  return pieces.filter(piece => {
    if (oddOnes.has(piece)) return true;
    const from = at;
    at += piece.text.length + BETWEEN.length;
    return near.some(stretch => stretch.start < at && stretch.end > from);
  });
}

function scanUnit({ unit, pieces }: Prepared, suspects: readonly Piece[], company: Company): Found[] {
  if (pieces.length === 0) return [];
  const { tool } = unit;
  const joined = [...findCapabilityMismatch(unit), ...findJoinedFields(pieces, tool)];
  return [...joined, ...suspects.flatMap(piece => scanPiece(piece, company, tool))];
}

/** What is long or not plain is looked at alone, so that it is looked at once and does not make its neighbours costly. */
function part(pieces: readonly Piece[]): { plain: string; odd: Piece[] } {
  const whole = pieces.map(({ text }) => text).join(BETWEEN);
  if (whole.length <= LONG_TEXT && !isForeign(whole)) return { plain: whole, odd: [] };
  const plain: string[] = [];
  const odd: Piece[] = [];
  for (const piece of pieces) {
    if (piece.text.length > LONG_TEXT || isForeign(piece.text)) odd.push(piece);
    else plain.push(piece.text);
  }
  return { plain: plain.join(BETWEEN), odd };
}

function scanPiece(piece: Piece, company: Company, tool: string | undefined): Found[] {
  return scanText(piece.text, company).map(one => place(one, piece.pointer(), tool));
}

function place({ code, tier, says, evidence }: TextFinding, pointer: string, tool: string | undefined): Found {
  const message = `${says}: ${quoteInert(evidence, 120)}. ${ADVICE.get(code) ?? ''}`.trimEnd();
  return { code, tier, pointer, message, evidence, ...(tool === undefined ? {} : { tool }) };
}

const ADVICE = new Map(SCAN_CODES.map(({ code, advice }) => [code, advice]));

function tooMany(): Found {
  const message = `There are more than ${MOST_FINDINGS} findings; the rest is not shown.`;
  return { code: 'scan.too-many-findings', tier: 'block', pointer: '', message };
}
