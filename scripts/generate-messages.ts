import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MESSAGES, type Message } from '../packages/mcp/src/proxy/decide/messages.ts';

export const GUARD_PAGE = path.resolve(import.meta.dirname, '../docs/spec/guard.md');

const REVISIONS = { '2025': 'to 2025-11-25', '2026': '2026-07-28' } as const;
const ORDER = ['client request', 'client notification', 'server request', 'server input', 'server notification'];

const BEGIN = '<!-- Generated from packages/mcp/src/proxy/decide/messages.ts by "npm run generate". -->\n';
const END = '<!-- End of the generated table. -->';

/** The page on the guard with its table of messages, made from the one that decides. */
export function guardPage(): string {
  const page = readFileSync(GUARD_PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error(`${GUARD_PAGE} has no place for the table.`);
  return `${before}${BEGIN}\n${messageTable()}\n\n${END}${after}`;
}

export function generateMessages(): void {
  writeFileSync(GUARD_PAGE, guardPage());
}

function messageTable(): string {
  const rows = ORDER.flatMap(group => MESSAGES.filter(({ from, kind }) => `${from} ${kind}` === group).map(rowOf));
  return [
    '| from | kind | method | revisions | the guard | params | result |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function rowOf({ from, kind, method, revisions, treatment, params, result }: Message): string {
  const when = revisions.length === 2 ? 'all' : revisions.map(revision => REVISIONS[revision]).join();
  return `| ${from} | ${kind} | \`${method}\` | ${when} | ${treatment} | ${codes(params)} | ${codes(result)} |`;
}

function codes(names: readonly string[]): string {
  return names.map(name => `\`${name}\``).join(' ');
}
