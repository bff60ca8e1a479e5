import { type Change, child, type Finding, quoteInert } from '@toolmark/core';
import { locate } from '@toolmark/core/json';
import { SEVERITY_TABLE } from '@toolmark/core/lock';
import { version } from '../version.ts';
import type { DriftReport, ServerDrift } from './drift-report.ts';
import { noteFor, wordsFor } from './drift-words.ts';
import { type PlacedFinding, type SarifRule, toSarif } from './sarif.ts';

/** SARIF: each change is located at its line in the lock file. */
export function driftSarif(report: DriftReport, lockfile: string, bytes: Uint8Array): object {
  const findings = report.servers.flatMap(findingsOf);
  const text = new TextDecoder().decode(bytes);
  const wanted = new Set(findings.flatMap(({ pointer }) => ancestors(pointer)));
  const places = locate(text, wanted);
  const placed = findings.map((finding): PlacedFinding => {
    const nearest = ancestors(finding.pointer).find(pointer => places.has(pointer)) ?? '';
    return { file: lockfile, finding, position: places.get(nearest) };
  });
  return toSarif(placed, version, RULES);
}

const LEVELS = { critical: 'error', info: 'warning', safe: 'info' } as const;

const RULES: readonly SarifRule[] = SEVERITY_TABLE.map(row => ({
  code: `drift.${row.id}`,
  severity: LEVELS[row.toolmark],
  title: row.change,
  advice: 'Review the change. If it is wanted, run "toolmark lock" and commit the lock file.',
}));

function findingsOf({ server, status, drift, error }: ServerDrift): Finding[] {
  const pointer = child('/servers', server);
  const whole = (code: string, message: string): Finding => ({ code, severity: 'error', pointer, message, server });
  return [
    // What the server wrote to its standard error stays out of what is uploaded.
    ...(error === undefined ? [] : [whole(error.code, error.message.split('\n')[0] ?? '')]),
    ...(status === 'unlocked' ? [whole('drift.unlocked', `${quoteInert(server)} is not in the lock.`)] : []),
    ...drift.map(change => toFinding(change, server, pointer)),
  ];
}

function toFinding(change: Change, server: string, base: string): Finding {
  const whose = change.tool ?? change.name;
  const said = whose === undefined ? '' : ` ${quoteInert(whose)}:`;
  const note = noteFor(change);
  return {
    code: `drift.${change.row}`,
    severity: LEVELS[change.severity],
    pointer: pointerOf(change, base),
    message: `${quoteInert(server)}${said} ${wordsFor(change)}.${note === undefined ? '' : ` ${note}`}`,
    server,
    ...(change.tool === undefined ? {} : { tool: change.tool }),
  };
}

function pointerOf({ type, tool, name, pointer }: Change, base: string): string {
  const [kind = ''] = type.split('_');
  const item = tool ?? name;
  if (item === undefined || pointer.startsWith('/package')) return base + pointer;
  const list = kind === 'risk' ? 'tools' : `${kind}s`;
  return `${child(child(base, list), item)}/definition${pointer}`;
}

/** The pointer and all that hold it, nearest first: what is new has no line of its own. */
function ancestors(pointer: string): string[] {
  const found = [pointer];
  for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
    found.push(pointer.slice(0, at));
    if (at === 0) break;
  }
  return found;
}
