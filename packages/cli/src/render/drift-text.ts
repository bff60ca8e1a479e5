import { type DriftSeverity, inert } from '@toolmark/core';
import pc from 'picocolors';
import { changeLines } from './change-lines.ts';
import { type DriftReport, fails, type ServerDrift } from './drift-report.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** One line per server, its changes below. */
export function formatDrift(report: DriftReport, hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  const lines = report.servers.flatMap(server => serverLines(server, report.failOn, color));
  for (const server of report.notAsked) lines.push(`${color.bold(inert(server))}  ${color.yellow('not checked')}`);
  return `${lines.join('\n')}\n`;
}

function serverLines(server: ServerDrift, failOn: DriftSeverity, color: Colors): string[] {
  const verdict = fails(server, failOn) ? color.red(sumOf(server)) : color.green(sumOf(server));
  const head = `${color.bold(inert(server.server))}  ${server.status === 'unchecked' ? color.red(sumOf(server)) : verdict}`;
  const reason = server.error === undefined ? [] : reasonLines(server.error);
  const note = server.note === undefined ? [] : [`  ${server.note}`];
  return [
    head,
    ...reason,
    ...note,
    ...server.drift.flatMap(change => changeLines(change, color)),
    ...coveredLines(server, color),
  ];
}

function coveredLines({ covered = [] }: ServerDrift, color: Colors): string[] {
  if (covered.length === 0) return [];
  return [
    '  covered by the signed update:',
    ...covered.flatMap(change => changeLines(change, color)).map(line => `  ${line}`),
  ];
}

export function reasonLines({ code, message }: { code: string; message: string }): string[] {
  return `${message} [${code}]`.split('\n').map(line => `  ${line}`);
}

export function sumOf({ status, drift, updates }: ServerDrift): string {
  if (status === 'signed_update') return updates === 'allow' ? 'signed update' : 'signed update, not accepted yet';
  if (status === 'match') return 'unchanged';
  if (status === 'unchecked') return 'could not be checked';
  const counts = (['critical', 'info', 'safe'] as const)
    .map(severity => [drift.filter(change => change.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}`);
  const sum = counts.length === 0 ? 'lists nothing' : counts.join(', ');
  return status === 'unlocked' ? `not in the lock: ${sum}` : sum;
}
