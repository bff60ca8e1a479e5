import type { ServerEntry } from '@toolmark/client';
import { isJsonObject, type Json, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { advisoryCell, advisorySentence } from '../advisory-words.ts';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { type ServerToolFacts, serverToolFacts } from '../server-tool-facts.ts';
import { serverToolRows } from '../server-tools-table.ts';
import { formatTable } from '../table.ts';

export interface ListArguments extends ClientArguments {
  readonly words: readonly string[];
  readonly showTools: boolean;
  readonly limit: number;
  readonly format: 'text' | 'json';
}

/** The servers of a registry, the latest version of each; with their tools when asked. */
export async function runList(given: ListArguments, io: Io): Promise<number> {
  const search = given.words.length === 0 ? undefined : given.words.join(' ');
  const servers: ServerEntry[] = [];
  const limit = Math.min(given.limit, 100);
  for await (const entry of openClient(given, io).listServers({ search, version: 'latest', limit })) {
    if (servers.push(entry) >= given.limit) break;
  }
  if (given.format === 'json') io.out(formatJson({ servers }));
  else io.out(given.showTools ? servers.map(formatServer).join('\n') : formatServers(servers));
  if (servers.length === 0 && given.format === 'text') io.talk('There are no such servers.\n');
  return EXIT.yes;
}

export interface ShowServerArguments extends ClientArguments {
  /** `NAME` or `NAME@VERSION`. */
  readonly server: string;
  readonly format: 'text' | 'json';
}

/** One server of a registry with its tools. */
export async function runShowServer(given: ShowServerArguments, io: Io): Promise<number> {
  const at = given.server.lastIndexOf('@');
  const [name, version] = at < 1 ? [given.server] : [given.server.slice(0, at), given.server.slice(at + 1)];
  try {
    const entry = await openClient(given, io).getServer(name, version);
    io.out(given.format === 'json' ? formatJson(entry) : formatServer(entry));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

function formatServers(servers: readonly ServerEntry[]): string {
  if (servers.length === 0) return '';
  const rows = servers.map(entry => [
    ...[text(entry.server, 'name'), text(entry.server, 'version'), statusOf(entry), text(entry.server, 'description')],
  ]);
  return formatTable([['NAME', 'VERSION', 'STATUS', 'DESCRIPTION'], ...rows], 60);
}

function formatServer(entry: ServerEntry): string {
  const { server } = entry;
  const head = [text(server, 'name'), text(server, 'version'), statusOf(entry), text(server, 'description')];
  return `${formatTable([head], 200)}${formatTools(entry)}`;
}

/** An entry of another registry may be of a form that is not read here: it is listed, and said to be so. */
function formatTools(entry: ServerEntry): string {
  try {
    const rows = serverToolRows(entry);
    if (rows.length === 0) return '  no tools are described\n';
    const facts = serverToolFacts(entry);
    const judged = facts === undefined ? [] : JUDGED;
    const table = rows.map(([name = '', ...rest]) => [`  ${name}`, ...judgedCells(facts, name), ...rest]);
    return formatTable([['  TOOL', ...judged, 'HINTS', 'DESCRIPTION'], ...table], 60) + formatWarnings(facts);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return `  its tools cannot be read [${error.code}]\n`;
  }
}

const JUDGED = ['STATUS', 'SIGNATURE', 'ADVISORIES'];

/** A registry of another kind says nothing of tools, and has no such columns. */
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
  const official = member(_meta, OFFICIAL);
  return isObject(official) ? text(official, 'status') : '';
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value);
}

function text(value: JsonObject, key: string): string {
  const found = member(value, key);
  return typeof found === 'string' ? found : '';
}
