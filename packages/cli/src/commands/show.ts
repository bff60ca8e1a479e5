import type { RegisteredTool, VersionFacts } from '@toolmark/client';
import { type Json, type JsonObject, member, type ReputationParts } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { splitTool } from '../split-tool.ts';
import { formatTable } from '../table.ts';

export interface ShowArguments extends ClientArguments {
  /** `NAME` or `NAME@VERSION`. */
  readonly tool: string;
  readonly versions: boolean;
  readonly format: 'text' | 'json';
}

/** What a registry knows of a tool: one version, or the list of them. */
export async function runShow(given: ShowArguments, io: Io): Promise<number> {
  const { name, version } = splitTool(given.tool);
  const client = openClient(given, io);
  try {
    if (given.versions) {
      const versions = await client.listVersions(name);
      io.out(given.format === 'json' ? formatJson({ name, versions }) : formatVersions(versions));
    } else {
      const tool = await client.getTool(name, version);
      io.out(given.format === 'json' ? formatJson(printable({ ...tool })) : formatTool(tool));
    }
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

/** A newer registry may name others, of a kind that is not known here. */
const PARTS = ['author', 'feedback', 'usage', 'security'] as const satisfies readonly (keyof ReputationParts)[];

function formatTool({ document = {}, definition = {}, registry }: RegisteredTool): string {
  const { score, parts } = registry.reputation;
  const made = PARTS.map(part => `${part} ${parts[part].toFixed(2)}`);
  const status = registry.reason === null ? registry.status : `${registry.status}: ${registry.reason}`;
  const rows = [
    ['name', registry.name],
    ['version', registry.version],
    ['publisher', registry.publisher],
    ['status', registry.held ? 'held until an admin has looked at the name' : status],
    ['signature', signatureOf(registry.verification)],
    ['reputation', `${score.toFixed(2)}  (${made.join(', ')})`],
    ['downloads', String(registry.downloads)],
    ['registered', registry.registeredAt],
    ['visibility', registry.visibility],
    ['digest', registry.digest],
    ['tool digest', registry.toolDigest],
    ['risk', textAt(document, 'tool', 'security', 'risk_level')],
    ['description', textAt(document, 'tool', 'description') || textAt(definition, 'description')],
  ];
  return formatTable(rows);
}

function signatureOf(verification: JsonObject): string {
  const outcome = textAt(verification, 'outcome');
  const subject = textAt(verification, 'signer', 'subject');
  return subject === '' ? outcome : `${outcome}, by ${subject}`;
}

function textAt(value: Json, ...path: readonly string[]): string {
  const found = path.reduce<Json | undefined>((at, name) => (isObject(at) ? member(at, name) : undefined), value);
  return typeof found === 'string' ? found : '';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function formatVersions(versions: readonly VersionFacts[]): string {
  const rows = versions.map(({ version, status, publishedAt, downloads, reason, digest }) => [
    ...[version, status, publishedAt, String(downloads), digest, reason ?? ''],
  ]);
  return formatTable([['VERSION', 'STATUS', 'PUBLISHED', 'DOWNLOADS', 'DIGEST', 'REASON'], ...rows], 80);
}

/** Whole numbers beyond 2^53 can only be printed as text. */
function printable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)));
}
