import { CAPABILITIES, closest, quoteInert, SERVICE_DOMAINS, ToolmarkError, type ToolQuery } from '@toolmark/core';
import { isIn } from '../database/is-in.ts';
import { select, sql } from '../database/statement.ts';
import type { Reader } from '../database/tables.ts';

/**
 * Refuses words that no tool can have, or that stand for a known one: an empty page would look like an answer. Capabilities
 * are a closed list. Domains of others are kept as they are, so an unknown one that a tool has is no mistake.
 */
export async function checkFacets(db: Reader, query: ToolQuery): Promise<void> {
  const { capabilities = [], domains = [], preferDomains = [] } = query;
  for (const word of capabilities) {
    if (!(CAPABILITIES as readonly string[]).includes(word)) throw unknownWord('capability', word, CAPABILITIES);
  }
  const unknown = [...domains, ...preferDomains].filter(word => !SERVICE_DOMAINS.includes(word));
  const misspelt = unknown.filter(word => closest(word, SERVICE_DOMAINS).length > 0);
  if (misspelt.length === 0) return;
  const used = await usedDomains(db, misspelt);
  const wrong = misspelt.find(word => !used.has(word));
  if (wrong !== undefined) throw unknownWord('service domain', wrong, SERVICE_DOMAINS);
}

async function usedDomains(db: Reader, words: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ value: string }>(
    db,
    sql`select distinct f.value as value from facets f join tools t on t.id = f.tool
      where f.kind = 'domain' and ${isIn(db, 'f.value', words)} and t.listed = 1`,
  );
  return new Set(rows.map(({ value }) => value));
}

function unknownWord(what: string, word: string, known: readonly string[]): ToolmarkError {
  const near = closest(word, known);
  const hint = near.length === 0 ? `Known are ${known.join(', ')}.` : `Did you mean ${near.join(' or ')}?`;
  return new ToolmarkError('request.unknown-facet', `${quoteInert(word)} is not a ${what}. ${hint}`);
}
