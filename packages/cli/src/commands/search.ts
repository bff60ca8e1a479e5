import type { FoundTool, SearchQuery } from '@toolmark/client';
import type { RiskLevel } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { advisoryCell, advisorySentence } from '../render/advisory-words.ts';
import { formatJson } from '../render/print-json.ts';
import { formatTable } from '../render/table.ts';
import { type ClientArguments, openClient } from '../sources/open-client.ts';

export interface SearchArguments extends ClientArguments {
  readonly words: readonly string[];
  readonly capability: readonly string[];
  readonly domain: readonly string[];
  readonly preferDomain: readonly string[];
  readonly maxRisk?: RiskLevel;
  readonly minReputation?: number;
  readonly readOnly: boolean;
  /** The signature of the document is trusted. */
  readonly signed: boolean;
  readonly name?: string;
  readonly limit: number;
}

/** The largest page a registry returns. */
const PAGE = 100;

/** Searches a registry, best match first. No match is still exit 0. */
export async function runSearch(given: SearchArguments, io: Io): Promise<number> {
  const tools: FoundTool[] = [];
  for await (const tool of openClient(given, io).searchAll(queryOf(given))) {
    if (tools.push(tool) >= given.limit) break;
  }
  io.out(given.format === 'json' ? formatJson({ tools }) : formatFound(tools));
  if (tools.length === 0 && given.format === 'text') io.stderr('No tools found.\n');
  return EXIT.yes;
}

function queryOf(given: SearchArguments): SearchQuery {
  const some = (list: readonly string[]) => (list.length === 0 ? undefined : list);
  return {
    ...{ q: given.words.length === 0 ? undefined : given.words.join(' '), name: given.name },
    ...{ capabilities: some(given.capability), domains: some(given.domain), preferDomains: some(given.preferDomain) },
    ...{ maxRisk: given.maxRisk, minReputation: given.minReputation, readOnly: given.readOnly ? true : undefined },
    ...{ signed: given.signed ? true : undefined, limit: Math.min(given.limit, PAGE) },
  };
}

function formatFound(tools: readonly FoundTool[]): string {
  if (tools.length === 0) return '';
  const rows = tools.map(({ name, version, publisher, riskLevel, readOnly, score, summary, ...judged }) => [
    ...[name, version, publisher, judged.status, judged.verification.outcome],
    ...[`${riskLevel}${readOnly ? ', reads' : ''}`, score.toFixed(2), advisoryCell(judged.advisories), summary],
  ]);
  const head = ['NAME', 'VERSION', 'PUBLISHER', 'STATUS', 'SIGNATURE', 'RISK', 'SCORE', 'ADVISORIES', 'SUMMARY'];
  return formatTable([head, ...rows]) + formatWarnings(tools);
}

/** Advisories in full, and tools whose declared metadata is contradictory. */
function formatWarnings(tools: readonly FoundTool[]): string {
  const rows = tools.flatMap(({ name, advisories, contradictions = [] }) => [
    ...advisories.map(one => [name, advisorySentence(one)]),
    ...(contradictions.length === 0 ? [] : [[name, `contradictory metadata [${contradictions.join(', ')}]`]]),
  ]);
  return rows.length === 0 ? '' : `\n${formatTable(rows)}`;
}
