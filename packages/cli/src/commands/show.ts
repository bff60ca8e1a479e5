import type { RegisteredTool, VersionFacts } from '@toolmark/client';
import { assessRisk } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { splitTool } from '../split-tool.ts';
import { formatTable } from '../table.ts';
import { formatTool, type ShownTool } from './show-text.ts';

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
      const tool = shownTool(await client.getTool(name, version), await client.listVersions(name));
      io.out(given.format === 'json' ? formatJson(printable(tool)) : formatTool(tool));
    }
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

/** The risk is assessed here, from what the registry sent: it needs nobody's word. */
function shownTool(tool: RegisteredTool, versions: readonly VersionFacts[]): ShownTool {
  return { ...tool, risk: assessRisk(tool.document ?? tool.definition ?? {}), versions };
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
