import { type Change, type DriftSeverity, inert } from '@toolmark/core';
import pc from 'picocolors';
import { type DriftReport, fails, type ServerDrift } from './drift-report.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** The report for people: every server in a line, what changed below it with both texts, and what to do at the end. */
export async function formatDrift(report: DriftReport, hasColor: boolean): Promise<string> {
  const color = pc.createColors(hasColor);
  const tell = await teller(report, color);
  const lines = report.servers.flatMap(server => serverLines(server, report.failOn, color, tell));
  for (const server of report.notAsked) lines.push(`${color.bold(inert(server))}  ${color.yellow('not asked')}`);
  return `${lines.join('\n')}\n`;
}

type Tell = (change: Change) => string[];

/** What tells of changes is loaded when there is one. */
async function teller({ servers }: DriftReport, color: Colors): Promise<Tell> {
  if (servers.every(({ drift }) => drift.length === 0)) return () => [];
  const { changeLines } = await import('./change-lines.ts');
  return change => changeLines(change, color);
}

function serverLines(server: ServerDrift, failOn: DriftSeverity, color: Colors, tell: Tell): string[] {
  const verdict = fails(server, failOn) ? color.red(sumOf(server)) : color.green(sumOf(server));
  const head = `${color.bold(inert(server.server))}  ${server.status === 'unchecked' ? color.red(sumOf(server)) : verdict}`;
  const reason = server.error === undefined ? [] : reasonLines(server.error);
  const note = server.note === undefined ? [] : [`  ${server.note}`];
  return [head, ...reason, ...note, ...server.drift.flatMap(tell)];
}

/** Why a server could not be asked. */
export function reasonLines({ code, message }: { code: string; message: string }): string[] {
  return `${message} [${code}]`.split('\n').map(line => `  ${line}`);
}

/** What became of a server, in a few words. */
export function sumOf({ status, drift }: ServerDrift): string {
  if (status === 'match') return 'unchanged';
  if (status === 'unchecked') return 'could not be checked';
  const counts = (['critical', 'info', 'safe'] as const)
    .map(severity => [drift.filter(change => change.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}`);
  const sum = counts.length === 0 ? 'shows nothing' : counts.join(', ');
  return status === 'unlocked' ? `not in the lock: ${sum}` : sum;
}
