import { DOMAIN_BOOST, queryWords, RELEVANCE, RISK_LEVELS, type RiskLevel, searchWords } from '@toolmark/core';
import { type RawBuilder, sql } from 'kysely';
import { may, type Principal } from '../accounts/principal.ts';
import { isSqlite } from '../database/kind.ts';
import type { Reader } from '../database/tables.ts';
import type { Registry } from '../registry.ts';
import { readCursor, writeCursor } from './cursor.ts';

export interface ToolQuery {
  readonly q?: string | undefined;
  /** A part of the name, literally. */
  readonly name?: string | undefined;
  /** All of these. */
  readonly capabilities?: readonly string[] | undefined;
  /** Any of these. */
  readonly domains?: readonly string[] | undefined;
  readonly preferDomains?: readonly string[] | undefined;
  readonly maxRisk?: RiskLevel | undefined;
  readonly minReputation?: number | undefined;
  readonly readOnly?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface FoundTool {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  readonly publisher: string;
  readonly status: string;
  readonly riskLevel: RiskLevel;
  readonly readOnly: boolean;
  readonly score: number;
  readonly downloads: number;
  readonly digest: string;
  readonly toolDigest: string;
}

export interface FoundPage {
  readonly tools: readonly FoundTool[];
  readonly nextCursor?: string;
}

/** The best first: relevance times reputation. Popularity has no part in it. */
export async function search(
  { database: { reader } }: Registry,
  principal: Principal | undefined,
  query: ToolQuery,
): Promise<FoundPage> {
  const limit = query.limit ?? 20;
  const words = queryWords(query.q ?? '');
  // Words that hold nothing to search for find nothing, rather than everything.
  if (query.q !== undefined && query.q.trim() !== '' && words.length === 0) return { tools: [] };
  const rows = await select(reader, principal, query, words, limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const tools = rows.slice(0, limit).map(toFound);
  return last === undefined ? { tools } : { tools, nextCursor: writeCursor(last) };
}

interface Row extends Omit<FoundTool, 'riskLevel' | 'readOnly'> {
  readonly rank: number;
  readonly risk: number;
  readonly readOnly: never;
  readonly isReadOnly: number;
}

function toFound({ rank, risk, isReadOnly, ...row }: Row): FoundTool {
  return { ...row, riskLevel: RISK_LEVELS[risk] ?? 'critical', readOnly: isReadOnly === 1 };
}

async function select(
  db: Reader,
  principal: Principal | undefined,
  query: ToolQuery,
  words: readonly string[],
  limit: number,
): Promise<readonly Row[]> {
  const rank = rankOf(db, query, words);
  const conditions = [...conditionsOf(db, query, words), ...afterCursor(rank, query.cursor)];
  const pages = audiences(principal).map(
    audience => sql`select t.id, ${rank} as rank, t.name from tools t
      where ${sql.join([audience, ...conditions], sql` and `)} order by 2, 3 limit ${limit}`,
  );
  const page = sql.join(
    pages.map(one => sql`select * from (${one}) as one`),
    sql` union all `,
  );
  const { rows } = await sql<Row>`
    select found.rank as rank, t.name as name, v.version as version, t.summary as summary, t.owner as publisher,
      v.status as status, t.risk as risk, t.read_only as "isReadOnly", t.score as score, t.downloads as downloads,
      v.digest as digest, v.tool_digest as "toolDigest"
    from (select * from (${page}) as pages order by 2, 3 limit ${limit}) as found
    join tools t on t.id = found.id join versions v on v.id = t.shown_version
    order by found.rank, t.name`.execute(db);
  return rows;
}

/** Each has an index of its own; a tool is in at most one of them. */
function audiences(principal: Principal | undefined): RawBuilder<unknown>[] {
  const everyone = sql`t.listed = 1`;
  if (principal === undefined) return [everyone];
  const unlisted = sql`t.listed = 0 and t.shown_version is not null`;
  if (may(principal, 'admin')) return [everyone, unlisted];
  const granted = sql`t.id in (select tool from grants where publisher = ${principal.id}) and t.held = 0`;
  return [
    everyone,
    sql`${unlisted} and t.owner = ${principal.id}`,
    sql`${unlisted} and t.owner != ${principal.id} and ${granted}`,
  ];
}

function conditionsOf(db: Reader, query: ToolQuery, words: readonly string[]): RawBuilder<unknown>[] {
  const { name, capabilities = [], domains = [], maxRisk, minReputation, readOnly } = query;
  return [
    ...(words.length === 0 ? [] : [sql`t.id in (${matching(db, 'text', words)})`]),
    ...(name === undefined || name === '' ? [] : [namePart(db, name)]),
    ...capabilities.map(value => hasFacet('capability', [value])),
    ...(domains.length === 0 ? [] : [hasFacet('domain', domains)]),
    ...(maxRisk === undefined ? [] : [sql`t.risk <= ${RISK_LEVELS.indexOf(maxRisk)}`]),
    ...(minReputation === undefined ? [] : [sql`t.rank <= ${-minReputation}`]),
    ...(readOnly === undefined ? [] : [sql`t.read_only = ${readOnly ? 1 : 0}`]),
  ];
}

/** The rank goes up as tools get worse, like the column of that name. */
function rankOf(db: Reader, { q = '', preferDomains = [] }: ToolQuery, words: readonly string[]): RawBuilder<unknown> {
  const boost = sql`case when ${hasFacet('domain', preferDomains)} then ${sql.lit(DOMAIN_BOOST)} else 1.0 end`;
  const boosted = preferDomains.length === 0 ? sql`t.rank` : sql`t.rank * (${boost})`;
  if (words.length === 0) return boosted;
  const typed = searchWords(q).join(' ');
  return sql`${boosted} * (case when t.name_words = ${typed} then ${sql.lit(RELEVANCE.exactName)}
    when substr(t.name_words, 1, ${sql.lit(typed.length)}) = ${typed} then ${sql.lit(RELEVANCE.namePrefix)}
    when t.id in (${matching(db, 'name', words)}) then ${sql.lit(RELEVANCE.name)}
    when t.id in (${matching(db, 'labels', words)}) then ${sql.lit(RELEVANCE.labels)}
    else ${sql.lit(RELEVANCE.description)} end)`;
}

function afterCursor(rank: RawBuilder<unknown>, cursor: string | undefined): RawBuilder<unknown>[] {
  if (cursor === undefined) return [];
  const after = readCursor(cursor);
  return [sql`(${rank}, t.name) > (${after.rank}, ${after.name})`];
}

function hasFacet(kind: 'capability' | 'domain', values: readonly string[]): RawBuilder<unknown> {
  return sql`t.id in (select tool from facets where kind = ${sql.lit(kind)} and value in (${sql.join(values)}))`;
}

/** Tools that have every word, or a longer one that begins with it, in a column or a nearer one. */
function matching(db: Reader, column: 'name' | 'labels' | 'text', words: readonly string[]): RawBuilder<unknown> {
  if (isSqlite(db)) {
    const columns = { name: '{name} : ', labels: '{name labels} : ', text: '' }[column];
    const match = `${columns}(${words.map(word => `"${word}"*`).join(' AND ')})`;
    return sql`select rowid from tool_words where tool_words match ${match}`;
  }
  const match = words.map(word => `'${word}':*`).join(' & ');
  return sql`select tool from tool_words where ${sql.ref(column)} @@ to_tsquery('simple', ${match})`;
}

/** Parts of fewer than three letters have no index; they are looked for all the same. */
function namePart(db: Reader, part: string): RawBuilder<unknown> {
  const escaped = part.toLowerCase().replace(/[\\%_]/g, '\\$&');
  if (!isSqlite(db)) return sql`t.name ilike ${`%${escaped}%`}`;
  if (part.length < 3) return sql`t.name like ${`%${escaped}%`} escape '\\'`;
  return sql`t.id in (select rowid from tool_names where tool_names match ${`"${part.replaceAll('"', '""')}"`})`;
}
