import { type Finding, inert, type Json, quoteInert, sortFindings, ToolmarkError } from '../../base/index.ts';
import type { Snapshot, Waiver } from '../../describe/index.ts';
import { applyWaivers } from '../waive.ts';
import { findCapabilityMismatch } from './capability-mismatch.ts';
import { SCAN_CODES } from './codes.ts';
import type { Found } from './found.ts';
import { DEEPEST, type Gathered, gatherTexts, placesOfTexts } from './gather-texts.ts';
import { findJoinedFields } from './joined-fields.ts';
import type { Company } from './meaning/read-meaning.ts';
import type { Tier } from './meaning/signal.ts';
import { findNearNames } from './near-names.ts';
import { makeIsOwnName, makeNamesOfAll, makeOwnership } from './ownership.ts';
import { type RuleSetIdentity, ruleSet } from './rule-set.ts';
import { scanText, type TextFinding } from './scan-text.ts';
import { type Surface, surfaceOf, type Unit } from './surface.ts';
import { SuspectTexts } from './suspect-texts.ts';
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
  refuseNoServers(servers);
  const shown = servers.map(({ server, snapshot }) => surfaceOf(server, snapshot as Json));
  const near = findNearNames(shown);
  const namesOfAll = makeNamesOfAll(shown);
  const reports = shown.map((surface, index) => {
    const found = new WorstFirst();
    found.addFirst(near[index] ?? []);
    found.add(surface.malformed);
    for (const list of scanSurface(surface, namesOfAll, shown.length > 1)) found.add(list);
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

/** What a server shows may be anything; that it has a key is for the caller to see to. */
function refuseNoServers(servers: readonly ScannedServer[]): void {
  const isFit = (entry: ScannedServer | null): boolean => typeof entry?.server === 'string';
  if (Array.isArray(servers) && servers.every(isFit)) return;
  throw new ToolmarkError('scan.malformed', 'What is to be scanned must be a list of servers, each with a key.');
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
function* scanSurface(
  surface: Surface,
  namesOfAll: () => ReadonlySet<string>,
  hasOthers: boolean,
): Generator<readonly Found[]> {
  const ownerOf = makeOwnership(surface, namesOfAll);
  const isOwnName = makeIsOwnName(surface, namesOfAll);
  const companyOf = (described: string | undefined): Company => ({
    ownerOf: tool => ownerOf(tool, described),
    isOwnName,
    hasOthers,
  });
  const suspects = new SuspectTexts(companyOf(undefined));
  for (const group of groupsOf(surface.units, suspects)) {
    for (const read of group) yield scanUnit(read, suspects, companyOf);
  }
}

/** A unit with its texts. */
interface ReadUnit extends Gathered {
  readonly unit: Unit;
}

const MOST_TOGETHER = 100;

/** The units, some at a time, once their texts have been looked at together. */
function* groupsOf(units: readonly Unit[], suspects: SuspectTexts): Generator<readonly ReadUnit[]> {
  let group: ReadUnit[] = [];
  for (const unit of units) {
    const { texts, isCut } = gatherTexts(unit.value);
    group.push({ unit, texts, isCut });
    suspects.add(texts);
    if (!suspects.hasEnough && group.length < MOST_TOGETHER) continue;
    suspects.look();
    yield group;
    group = [];
  }
  suspects.look();
  yield group;
}

function scanUnit(
  { unit, texts, isCut }: ReadUnit,
  suspects: SuspectTexts,
  companyOf: (tool: string | undefined) => Company,
): readonly Found[] {
  const found: Found[] = isCut ? [tooDeep(unit)] : [];
  const mismatch = findCapabilityMismatch(unit);
  if (mismatch !== undefined) found.push(mismatch);
  const joined = findJoined(unit, texts, suspects.placeAmong(texts));
  if (joined !== undefined) found.push(joined);
  const numbers = suspects.among(texts);
  return numbers.length === 0 ? found : [...found, ...scanSuspects(unit, texts, numbers, companyOf(unit.tool))];
}

function findJoined({ value, pointer, tool }: Unit, texts: readonly string[], secret: number): Found | undefined {
  if (secret < 0) return undefined;
  const place = placesOfTexts(value, pointer, [secret]).get(secret) ?? pointer;
  return findJoinedFields(texts, secret, place, tool);
}

function scanSuspects(
  { value, pointer, tool }: Unit,
  texts: readonly string[],
  suspects: readonly number[],
  company: Company,
): Found[] {
  const found = new Map(suspects.map(number => [number, scanText(texts[number] ?? '', company)]));
  const numbers = suspects.filter(number => found.get(number)?.length);
  const places = placesOfTexts(value, pointer, numbers);
  return numbers.flatMap(number =>
    (found.get(number) ?? []).map(one => place(one, places.get(number) ?? pointer, tool)),
  );
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
