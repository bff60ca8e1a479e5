import type { ServerEntry } from '@toolmark/client';
import { ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { advisoryCell, advisorySentence } from '../render/advisory-words.ts';
import { isAttested } from '../render/attestation-text.ts';
import { objectAt, textAt } from '../render/json-members.ts';
import { formatJson } from '../render/print-json.ts';
import { type ServerToolFacts, serverToolFacts, serverToolRows } from '../render/server-tools-table.ts';
import { formatTable } from '../render/table.ts';
import { type ClientArguments, openClient } from '../sources/open-client.ts';

export interface ListArguments extends ClientArguments {
  readonly words: readonly string[];
  readonly showTools: boolean;
  /** An attestation is trusted. */
  readonly signed: boolean;
  readonly limit: number;
}

/** Lists the latest version of each server of a registry. */
export async function runList(given: ListArguments, io: Io): Promise<number> {
  const search = given.words.length === 0 ? undefined : given.words.join(' ');
  const servers: ServerEntry[] = [];
  const limit = Math.min(given.limit, 100);
  const signed = given.signed ? true : undefined;
  for await (const entry of openClient(given, io).listServers({ search, version: 'latest', signed, limit })) {
    if (given.signed) requireVerdict(entry);
    if (servers.push(entry) >= given.limit) break;
  }
  if (given.format === 'json') io.out(formatJson({ servers }));
  else io.out(given.showTools ? servers.map(formatServer).join('\n') : formatServers(servers));
  if (servers.length === 0 && given.format === 'text') io.stderr('No servers found.\n');
  return EXIT.yes;
}

/** Other registries ignore the question, and would seem to have signed servers only. */
function requireVerdict(entry: ServerEntry): void {
  if (isAttested(entry)) return;
  const message = 'This registry does not say which servers have a trusted attestation. List them without --signed.';
  throw new ToolmarkError('list.unknown-signatures', message);
}

function formatServers(servers: readonly ServerEntry[]): string {
  if (servers.length === 0) return '';
  const rows = servers.map(entry => [
    ...[
      textAt(entry.server, 'name'),
      textAt(entry.server, 'version'),
      statusOf(entry),
      textAt(entry.server, 'description'),
    ],
  ]);
  return formatTable([['NAME', 'VERSION', 'STATUS', 'DESCRIPTION'], ...rows], 60);
}

export function formatServer(entry: ServerEntry): string {
  const { server } = entry;
  const head = [textAt(server, 'name'), textAt(server, 'version'), statusOf(entry), textAt(server, 'description')];
  return `${formatTable([head], 200)}${formatTools(entry)}`;
}

/** Entries of other registries may have a format that cannot be read here. */
function formatTools(entry: ServerEntry): string {
  try {
    const rows = serverToolRows(entry);
    if (rows.length === 0) return '  (no tools)\n';
    const facts = serverToolFacts(entry);
    const judged = facts === undefined ? [] : JUDGED;
    const table = rows.map(([name = '', ...rest]) => [`  ${name}`, ...judgedCells(facts, name), ...rest]);
    return formatTable([['  TOOL', ...judged, 'HINTS', 'DESCRIPTION'], ...table], 60) + formatWarnings(facts);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return `  (unreadable tools) [${error.code}]\n`;
  }
}

const JUDGED = ['STATUS', 'SIGNATURE', 'ADVISORIES'];

/** Other registries do not provide these columns. */
function judgedCells(facts: ReadonlyMap<string, ServerToolFacts> | undefined, name: string): string[] {
  if (facts === undefined) return [];
  const known = facts.get(name);
  return known === undefined ? ['-', '-', '-'] : [known.status, known.signature, advisoryCell(known.advisories)];
}

function formatWarnings(facts: ReadonlyMap<string, ServerToolFacts> = new Map()): string {
  const rows = [...facts].flatMap(([name, { advisories }]) =>
    advisories.map(one => [`  ${name}`, advisorySentence(one)]),
  );
  return rows.length === 0 ? '' : formatTable(rows, 60);
}

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

function statusOf({ _meta }: ServerEntry): string {
  return textAt(objectAt(_meta, OFFICIAL), 'status');
}
