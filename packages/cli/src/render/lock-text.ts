import { inert, type LockedServer, quoteInert } from '@toolmark/core';
import pc from 'picocolors';
import type { PlannedServer } from '../commands/lock-plan.ts';
import type { WrittenLock } from '../commands/write-lock.ts';
import { changeLines } from './change-lines.ts';
import { reasonLines } from './drift-text.ts';
import { importLines } from './import-text.ts';
import { viewLines } from './locked-views.ts';
import { packageLines } from './package-text.ts';
import { publisherLines } from './publisher-words.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** What is about to be locked: new servers with all their tools, changed ones with what changed, and what is forgotten. */
export function formatPlan(plan: readonly PlannedServer[], lost: readonly string[], hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  const gone = lost.map(server => `${color.bold(inert(server))}  ${color.red('removed: not in any source')}`);
  return `${[...plan.flatMap(server => serverLines(server, color)), ...gone].join('\n')}\n`;
}

/** Says "up to date" only where every server was asked and the file already held all of it. */
export function formatWritten(file: string, { isChanged, lock }: WrittenLock, failed: number): string {
  if (isChanged) {
    const tools = [...lock.servers.values()].reduce((sum, server) => sum + server.tools.size, 0);
    return `Wrote ${inert(file)}: ${counted(lock.servers.size, 'server')}, ${counted(tools, 'tool')}.`;
  }
  if (failed === 0) return `${inert(file)} is up to date.`;
  return `${inert(file)} is unchanged. ${counted(failed, 'server')} could not be locked.`;
}

function serverLines(planned: PlannedServer, color: Colors): string[] {
  const { server, step, locked, changes, error, imported, found, isSigned, word } = planned;
  const name = color.bold(inert(server));
  if (error !== undefined) return [`${name}  ${color.red('could not be locked')}`, ...reasonLines(error)];
  if (locked === undefined) return [];
  const code = found === undefined ? [] : packageLines(found).map(line => `  ${line}`);
  const signed = isSigned === true && step === 'changed' ? ['all changes are attested by the publisher'] : [];
  const said = [...publisherLines(locked), ...signed, ...(word === undefined ? [] : [`attestation: ${inert(word)}`])];
  const head = [`${name}  ${STEPS[step]} ${contentOf(locked)}`, ...code, ...said.map(line => `  ${line}`)];
  if (imported !== undefined) return [...head, ...importLines(imported, color)];
  const content = step === 'new' ? toolLines(locked, color) : changes.flatMap(change => changeLines(change, color));
  return [...head, ...content, ...viewLines(locked).map(line => `  ${line}`)];
}

const STEPS = { new: 'new:', changed: 'changed, now', unchanged: 'unchanged:', failed: '' } as const;

function contentOf({ tools, prompts, resources, templates, instructions }: LockedServer): string {
  const lists = { tool: tools, prompt: prompts, resource: resources, template: templates };
  const counts = Object.entries(lists)
    .filter(([word, items]) => items.size > 0 || word === 'tool')
    .map(([word, items]) => counted(items.size, word));
  return [...counts, ...(instructions === undefined ? [] : ['instructions'])].join(', ');
}

function toolLines({ tools }: LockedServer, color: Colors): string[] {
  const paint = { low: color.dim, medium: color.yellow, high: color.red, critical: color.red };
  const sorted = [...tools].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, { riskLevel }]) => `  ${paint[riskLevel](riskLevel.padEnd(8))}  ${quoteInert(name)}`);
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
