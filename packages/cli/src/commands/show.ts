import type { RegisteredTool, VersionFacts } from '@toolmark/client';
import { assessRisk } from '@toolmark/core';
import type { Io } from '../io.ts';
import { formatAttestations } from '../render/attestation-text.ts';
import { formatTool, type ShownTool } from '../render/show-text.ts';
import { formatTable } from '../render/table.ts';
import { askRegistry, type ClientArguments, splitVersion } from '../sources/open-client.ts';
import { formatServer } from './list.ts';

export interface ShowArguments extends ClientArguments {
  /** `NAME` or `NAME@VERSION`. */
  readonly tool: string;
  readonly versions: boolean;
  /** The name is that of a server. */
  readonly tools: boolean;
}

/** Shows one version of a tool, the list of its versions, or a server with its tools and attestations. */
export async function runShow(given: ShowArguments, io: Io): Promise<number> {
  const { name, version } = splitVersion(given.tool);
  return askRegistry(given, io, async client => {
    if (given.tools) {
      const entry = await client.getServer(name, version);
      return { json: entry, text: formatServer(entry) + formatAttestations(entry) };
    }
    if (given.versions) {
      const versions = await client.listVersions(name);
      return { json: { name, versions }, text: formatVersions(versions) };
    }
    const tool = shownTool(await client.getTool(name, version), await client.listVersions(name));
    return { json: printable(tool), text: formatTool(tool) };
  });
}

/** The risk is assessed locally: the assessment of the registry is not trusted. */
function shownTool(tool: RegisteredTool, versions: readonly VersionFacts[]): ShownTool {
  return { ...tool, risk: assessRisk(tool.document ?? tool.definition ?? {}), versions };
}

function formatVersions(versions: readonly VersionFacts[]): string {
  const rows = versions.map(({ version, status, publishedAt, downloads, reason, digest }) => [
    ...[version, status, publishedAt, String(downloads), digest, reason ?? ''],
  ]);
  return formatTable([['VERSION', 'STATUS', 'PUBLISHED', 'DOWNLOADS', 'DIGEST', 'REASON'], ...rows], 80);
}

/** Integers beyond 2^53 are printed as strings. */
function printable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)));
}
