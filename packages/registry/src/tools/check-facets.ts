import { quoteInert, ToolmarkError } from '@toolmark/core';
import { CAPABILITIES, SERVICE_DOMAINS } from '@toolmark/core/formats';
import type { ToolQuery } from '@toolmark/core/registry';
import { closest } from '@toolmark/core/text';
import { isIn, type Reader } from '../database/connection.ts';
import { sql } from '../database/statement.ts';

/**
 * Refuses unknown capabilities and misspelt domains, because an empty page would look like an answer. Capabilities are a
 * closed list; a domain that is not listed is valid when a tool has it.
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
  const rows = await db.all<{ value: string }>(
    sql`select distinct f.value from facets f join tools t on t.id = f.tool
      where f.kind = 'domain' and ${isIn(db, 'f.value', words)} and t.listed = 1`,
  );
  return new Set(rows.map(({ value }) => value));
}

function unknownWord(what: string, word: string, known: readonly string[]): ToolmarkError {
  const near = closest(word, known);
  const hint = near.length === 0 ? `Known values: ${known.join(', ')}.` : `Did you mean ${near.join(' or ')}?`;
  return new ToolmarkError('request.unknown-facet', `${quoteInert(word)} is not a ${what}. ${hint}`);
}
