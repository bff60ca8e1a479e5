import { inert, type LockedServer, quoteInert } from '@toolmark/core';
import pc from 'picocolors';
import { changeLines } from '../change-lines.ts';
import { reasonLines } from '../drift-text.ts';
import type { PlannedServer } from '../lock-plan.ts';
import { importLines } from './import-text.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** What is about to be locked: new servers with all their tools, changed ones with what changed, and what is forgotten. */
export function formatPlan(plan: readonly PlannedServer[], lost: readonly string[], hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  const gone = lost.map(server => `${color.bold(inert(server))}  ${color.red('forgotten: no source names it')}`);
  return `${[...plan.flatMap(server => serverLines(server, color)), ...gone].join('\n')}\n`;
}

function serverLines({ server, step, locked, changes, error, imported }: PlannedServer, color: Colors): string[] {
  const name = color.bold(inert(server));
  if (error !== undefined) return [`${name}  ${color.red('could not be locked')}`, ...reasonLines(error)];
  if (locked === undefined) return [];
  const head = `${name}  ${STEPS[step]}: ${contentOf(locked)}`;
  if (imported !== undefined) return [head, ...importLines(imported, color)];
  return [head, ...(step === 'new' ? toolLines(locked, color) : changes.flatMap(change => changeLines(change, color)))];
}

const STEPS = { new: 'new', changed: 'changed', unchanged: 'unchanged', failed: '' } as const;

function contentOf({ tools, prompts, resources, templates, instructions }: LockedServer): string {
  const lists = { tool: tools, prompt: prompts, resource: resources, template: templates };
  const counts = Object.entries(lists)
    .filter(([word, items]) => items.size > 0 || word === 'tool')
    .map(([word, items]) => `${items.size} ${word}${items.size === 1 ? '' : 's'}`);
  return [...counts, ...(instructions === undefined ? [] : ['instructions'])].join(', ');
}

function toolLines({ tools }: LockedServer, color: Colors): string[] {
  const paint = { low: color.dim, medium: color.yellow, high: color.red, critical: color.red };
  const sorted = [...tools].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, { riskLevel }]) => `  ${paint[riskLevel](riskLevel.padEnd(8))}  ${quoteInert(name)}`);
}
