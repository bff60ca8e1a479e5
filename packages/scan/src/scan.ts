import { type Finding, inert, type Json, quoteInert, type Snapshot, ToolmarkError } from '@toolmark/core';
import { applyWaivers, SCAN_CODES, sortFindings, type Tier, type Waiver } from '@toolmark/core/validate';
import { CappedFindings, MOST_FINDINGS } from './capped-findings.ts';
import type { Found } from './found.ts';
import { type Fragment, findSplitOrders } from './joined-texts.ts';
import { type RuleSetIdentity, ruleSet } from './rule-set.ts';
import { scanUnit } from './scan-unit.ts';
import { findNearNames } from './surface/near-names.ts';
import { makeNamesOfAll, makeOwnership } from './surface/ownership.ts';
import { type Surface, surfaceOf } from './surface/surface.ts';

/** A server and its items: a snapshot, a tool list, one tool, a tool document, or any other JSON value. */
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
  /** Something was scanned, and every finding, if any, is suppressed by a waiver. */
  readonly clean: boolean;
  readonly rules: RuleSetIdentity;
  readonly servers: readonly { readonly server: string; readonly findings: readonly ScanFinding[] }[];
  /** How many findings of the list are suppressed. */
  readonly suppressed: number;
}

/** Scans everything servers show for tool poisoning, hidden text and shadowing. */
export function scan(servers: readonly ScannedServer[], { now, suppressions = [] }: ScanOptions): ScanReport {
  refuseNoServers(servers);
  const shown = servers.map(({ server, snapshot }) => surfaceOf(server, snapshot as Json));
  const near = findNearNames(shown);
  const namesOfAll = makeNamesOfAll(shown);
  const reports = shown.map((surface, index) => {
    const found = new CappedFindings();
    found.addFirst(near[index] ?? []);
    found.add(surface.malformed);
    scanSurface(surface, namesOfAll, shown.length > 1, found);
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

/** Validates only the keys. The snapshots are untrusted, and any value is scanned. */
function refuseNoServers(servers: readonly ScannedServer[]): void {
  const isFit = (entry: ScannedServer | null): boolean => typeof entry?.server === 'string';
  if (Array.isArray(servers) && servers.every(isFit)) return;
  throw new ToolmarkError('scan.malformed', 'What is to be scanned must be a list of servers, each with a key.');
}

/** Scans every unit, however many findings the others have. Unread text is reported once per server. */
function scanSurface(
  surface: Surface,
  namesOfAll: () => ReadonlySet<string>,
  hasOthers: boolean,
  found: CappedFindings,
): void {
  const ownerOf = makeOwnership(surface, namesOfAll);
  let unread: Found | undefined;
  let last: readonly Fragment[] = [];
  for (const unit of surface.units) {
    const context = { ownerOf: (tool: string) => ownerOf(tool, unit.tool), hasOthers };
    const reading = scanUnit(unit, context);
    found.add(reading.findings);
    found.add(findSplitOrders([...last, ...reading.fragments], context));
    last = reading.fragments.slice(-1);
    unread ??= reading.unread;
  }
  if (unread !== undefined) found.add([unread]);
}

/** Applies the suppressions, and sorts the findings by content. */
function settle(found: CappedFindings, server: string, suppressions: readonly Waiver[], now: Date): ScanFinding[] {
  const { findings: kept, isCut } = found.kept();
  const findings = [...kept, ...(isCut ? [tooMany()] : [])].map(one => toFinding(one, server));
  const judged: Finding[] = applyWaivers(findings, suppressions, now);
  return sortFindings(judged).map(finding => ({ tier: 'review', ...finding, server }));
}

function toFinding({ tier, evidence, message, ...rest }: Found, server: string): ScanFinding {
  const advice = evidence === undefined ? '' : ` ${ADVICE.get(rest.code) ?? ''}`;
  return {
    ...rest,
    message: evidence === undefined ? message : `${message}: ${quoteInert(evidence, 120)}.${advice}`,
    severity: tier === 'block' ? 'error' : 'warning',
    tier,
    server,
    ...(evidence === undefined ? {} : { evidence: shorten(evidence) }),
  };
}

const ADVICE = new Map(SCAN_CODES.map(({ code, advice }) => [code, advice]));
const LONGEST_EVIDENCE = 300;

/** Makes the evidence inert, and truncates it. */
function shorten(evidence: string): string {
  const cut = evidence.length > LONGEST_EVIDENCE ? `${evidence.slice(0, LONGEST_EVIDENCE)}…` : evidence;
  return inert(cut.toWellFormed());
}

function tooMany(): Found {
  const message = `More than ${MOST_FINDINGS} findings; the rest is not shown.`;
  return { code: 'scan.too-many-findings', tier: 'block', pointer: '', message };
}
