import type { SearchQuery } from '@toolmark/client';
import { RISK_LEVELS } from '@toolmark/core';
import { type FoundPage, type FoundTool, queryWords } from '@toolmark/core/registry';
import type { Principal } from '../accounts/principal.ts';
import { advisoriesAgainst, type ReadAdvisories } from '../judging/advisories-against.ts';
import type { Registry } from '../registry.ts';
import { serverOfTool } from '../servers/server-tools.ts';
import { checkFacets } from './check-facets.ts';
import { writeCursor } from './cursor.ts';
import { searchStatement } from './search-statement.ts';

/** Best first, by relevance times reputation; tools under an advisory last. Popularity does not count. */
export async function search(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  query: SearchQuery,
): Promise<FoundPage> {
  const limit = query.limit ?? 20;
  await checkFacets(reader, query);
  const words = queryWords(query.q ?? '');
  // A query without any word finds nothing, not everything.
  if (query.q !== undefined && query.q.trim() !== '' && words.length === 0) return { tools: [] };
  const rows = await reader.all<Row>(searchStatement(reader, principal, query, words, limit + 1));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const page = rows.slice(0, limit);
  const advisories = await advisoriesAgainst(
    reader,
    page.filter(({ advised }) => advised === 1),
  );
  const tools = page.map(row => toFound(row, advisories));
  return last === undefined ? { tools } : { tools, nextCursor: writeCursor(last) };
}

interface Row
  extends Omit<FoundTool, 'riskLevel' | 'readOnly' | 'server' | 'verification' | 'advisories' | 'contradictions'> {
  readonly server: number | null;
  readonly advised: number;
  readonly rank: number;
  readonly verification: string;
  /** Codes separated by spaces. */
  readonly contradictions: string | null;
  readonly risk: number;
  readonly isReadOnly: number;
}

function toFound(row: Row, advisories: ReadAdvisories): FoundTool {
  const found = {
    name: row.name,
    version: row.version,
    summary: row.summary,
    publisher: row.publisher,
    status: row.status,
    riskLevel: RISK_LEVELS[row.risk] ?? 'critical',
    readOnly: row.isReadOnly === 1,
    score: row.score,
    downloads: row.downloads,
    digest: row.digest,
    toolDigest: row.toolDigest,
    verification: JSON.parse(row.verification),
    advisories: row.advised === 1 ? advisories(row) : [],
  };
  const marked =
    row.contradictions === null ? found : { ...found, contradictions: row.contradictions.split(' ').sort() };
  return row.server === null ? marked : { ...marked, server: serverOfTool(row.name).server };
}
