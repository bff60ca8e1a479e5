import { type Finding, inert, type Json, quoteInert, sortFindings } from '../../base/index.ts';
import type { Snapshot, Waiver } from '../../describe/index.ts';
import { isForeign } from '../fold.ts';
import { applyWaivers } from '../waive.ts';
import { findCapabilityMismatch } from './capability-mismatch.ts';
import { SCAN_CODES } from './codes.ts';
import type { Found } from './found.ts';
import { DEEPEST, gatherTexts } from './gather-texts.ts';
import { findJoinedFields, type Piece } from './joined-fields.ts';
import type { Company } from './meaning/read-meaning.ts';
import type { Tier } from './meaning/signal.ts';
import { findNearNames } from './near-names.ts';
import { makeIsOwnName, makeOwnership } from './ownership.ts';
import { type RuleSetIdentity, ruleSet } from './rule-set.ts';
import { findSuspects, type Stretch, scanText, type TextFinding } from './scan-text.ts';
import { type Surface, surfaceOf, type Unit } from './surface.ts';
import { MOST_FINDINGS, WorstFirst } from './worst-first.ts';

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

/** Looks for poisoned and hidden text in everything servers show, and for tools that reach into those of others. */
export function scan(servers: readonly ScannedServer[], { now, suppressions = [] }: ScanOptions): ScanReport {
  const shown = servers.map(({ server, snapshot }) => surfaceOf(server, snapshot as Json));
  const near = findNearNames(shown);
  const reports = shown.map((surface, index) => {
    const found = new WorstFirst();
    found.addFirst(near[index] ?? []);
    found.add(surface.malformed);
    for (const list of scanSurface(surface, shown)) found.add(list);
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
function settle(found: WorstFirst, server: string, suppressions: readonly Waiver[], now: Date): ScanFinding[] {
  const { findings: kept, isCut } = found.kept();
  const findings = [...kept, ...(isCut ? [tooMany()] : [])].map(one => toFinding(one, server));
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

/** The findings of each unit. Every unit is read, however much the others gave. */
function* scanSurface(surface: Surface, all: readonly Surface[]): Generator<Found[]> {
  const ownerOf = makeOwnership(surface, all);
  const isOwnName = makeIsOwnName(surface);
  const companyOf = (described: string | undefined): Company => ({
    ownerOf: tool => ownerOf(tool, described),
    isOwnName,
    hasOthers: all.length > 1,
  });
  for (const group of groupsOf(surface.units)) {
    // To a text of no tool in particular every tool is another one, so it gives all the signals of its parts.
    const stretches = findSuspects(group.map(({ plain }) => plain).join(BETWEEN), companyOf(undefined));
    let start = 0;
    for (const prepared of group) {
      const suspects = suspectsOf(prepared, start, stretches);
      start += prepared.plain.length + BETWEEN.length;
      yield scanUnit(prepared, suspects, companyOf(prepared.unit.tool));
    }
  }
}

/** A unit with its texts: those that can be looked at together, and the others. */
interface Prepared {
  readonly unit: Unit;
  readonly pieces: readonly Piece[];
  readonly plain: string;
  readonly odd: readonly Piece[];
  /** Whether it goes on below what was read. */
  readonly isCut: boolean;
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
    const { texts: pieces, isCut } = gatherTexts(unit.value, unit.pointer);
    const { plain, odd } = part(pieces);
    group.push({ unit, pieces, plain, odd, isCut });
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

function scanUnit({ unit, pieces, isCut }: Prepared, suspects: readonly Piece[], company: Company): Found[] {
  const unread = isCut ? [tooDeep(unit)] : [];
  if (pieces.length === 0) return unread;
  const { tool } = unit;
  const joined = [...unread, ...findCapabilityMismatch(unit), ...findJoinedFields(pieces, tool)];
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

function tooDeep({ pointer, tool }: Unit): Found {
  const message = `This is nested deeper than ${DEEPEST} levels, and what lies below cannot be read. Make it flatter.`;
  return { code: 'scan.malformed', tier: 'block', pointer, message, ...(tool === undefined ? {} : { tool }) };
}

function tooMany(): Found {
  const message = `There are more than ${MOST_FINDINGS} findings; the rest is not shown.`;
  return { code: 'scan.too-many-findings', tier: 'block', pointer: '', message };
}
