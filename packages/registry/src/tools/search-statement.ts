import { DOMAIN_BOOST, RELEVANCE, RISK_LEVELS, searchWords, type ToolQuery } from '@toolmark/core';
import { isBound, may, type Principal } from '../accounts/principal.ts';
import { isSqlite } from '../database/kind.ts';
import { join, type Statement, sql } from '../database/statement.ts';
import type { Reader } from '../database/tables.ts';
import { readCursor } from './cursor.ts';
import { escapeLike, type NamePattern, namePattern } from './name-pattern.ts';

/** First the few rows of the page, by what ranks them; then all that is shown of these. */
export function searchStatement(
  db: Reader,
  principal: Principal | undefined,
  query: ToolQuery,
  words: readonly string[],
  limit: number,
): Statement {
  const rank = rankOf(db, query, words);
  const conditions = [...conditionsOf(db, query, words), ...afterCursor(rank, query.cursor)];
  const pages = audiences(principal).map(
    audience => sql`select t.id as id, t.advised as advised, ${rank} as rank, t.name as name from tools t
      where ${join([audience, ...conditions], ' and ')} order by 2, 3, 4 limit ${count(limit)}`,
  );
  return sql`select found.advised as advised, found.rank as rank, t.name as name, v.version as version, t.summary as summary,
      t.owner as publisher, v.status as status, t.risk as risk, t.read_only as "isReadOnly", t.score as score,
      t.downloads as downloads, v.digest as digest, v.tool_digest as "toolDigest", t.server as server,
      v.verification as verification,
      (select ${isSqlite(db) ? sql`group_concat` : sql`string_agg`}(f.value, ' ') from facets f
        where f.tool = t.id and f.kind = 'contradiction') as contradictions
    from (${mergePages(pages, limit)}) as found
    join tools t on t.id = found.id join versions v on v.id = t.shown_version
    order by found.advised, found.rank, found.name`;
}

function mergePages(pages: readonly Statement[], limit: number): Statement {
  const [only, another] = pages;
  if (only !== undefined && another === undefined) return only;
  const all = join(
    pages.map(page => sql`select * from (${page}) as one`),
    ' union all ',
  );
  return sql`select * from (${all}) as pages order by 2, 3, 4 limit ${count(limit)}`;
}

/** Each has an index of its own; a tool is in at most one of them. */
function audiences(principal: Principal | undefined): Statement[] {
  const everyone = sql`t.listed = 1`;
  if (principal === undefined || isBound(principal)) return [everyone];
  const unlisted = sql`t.listed = 0 and t.shown_version is not null`;
  if (may(principal, 'admin')) return [everyone, unlisted];
  const granted = sql`t.id in (select tool from grants where publisher = ${principal.id}) and t.held = 0`;
  return [
    everyone,
    sql`${unlisted} and t.owner = ${principal.id}`,
    sql`${unlisted} and t.owner != ${principal.id} and ${granted}`,
  ];
}

function conditionsOf(db: Reader, query: ToolQuery, words: readonly string[]): Statement[] {
  const { name, capabilities = [], domains = [], maxRisk, minReputation, readOnly } = query;
  return [
    ...(words.length === 0 ? [] : [hasWords(db, words)]),
    ...(name === undefined || name === '' ? [] : [hasName(db, name)]),
    ...capabilities.map(value => hasFacet('capability', [value])),
    ...(domains.length === 0 ? [] : [hasFacet('domain', domains)]),
    ...(maxRisk === undefined ? [] : [sql`t.risk <= ${RISK_LEVELS.indexOf(maxRisk)}`]),
    ...(minReputation === undefined ? [] : [sql`t.rank <= ${-minReputation}`]),
    ...(readOnly === undefined ? [] : [sql`t.read_only = ${readOnly ? 1 : 0}`]),
  ];
}

/** The rank goes up as tools get worse, like the column of that name (docs/spec/reputation.md, section 7). */
function rankOf(db: Reader, { q = '', preferDomains = [] }: ToolQuery, words: readonly string[]): Statement {
  const preferred = () =>
    sql`case when ${hasFacet('domain', preferDomains)} then ${constant(DOMAIN_BOOST)} else 1.0 end`;
  // In the order of `rankOf` of core: another one rounds otherwise, and equal ranks would not be equal.
  const rank = words.length === 0 ? sql`t.rank` : sql`t.rank * (${relevanceOf(db, searchWords(q).join(' '), words)})`;
  return preferDomains.length === 0 ? rank : sql`${rank} * (${preferred()})`;
}

/** `relevance` of core, for the database to reckon with; that all words are found somewhere is certain already. */
function relevanceOf(db: Reader, typed: string, words: readonly string[]): Statement {
  const labels = sql`t.name_words || ' ' || t.label_words`;
  return sql`case when t.name_words = ${typed} then ${constant(RELEVANCE.exactName)}
    when ${startsWord(db, sql`t.name_words`, typed, 1)} then ${constant(RELEVANCE.namePrefix)}
    when ${join(
      words.map(word => startsWord(db, sql`t.name_words`, word)),
      ' and ',
    )} then ${constant(RELEVANCE.name)}
    when ${join(
      words.map(word => startsWord(db, labels, word)),
      ' and ',
    )} then ${constant(RELEVANCE.labels)}
    else ${constant(RELEVANCE.description)} end`;
}

/** Whether some word begins with these letters; with a place, whether the text does. Words are parted by one space. */
function startsWord(db: Reader, text: Statement, letters: string, place?: number): Statement {
  const spaced = sql`' ' || ${text}`;
  const found = isSqlite(db) ? sql`instr(${spaced}, ${` ${letters}`})` : sql`strpos(${spaced}, ${` ${letters}`})`;
  return place === undefined ? sql`${found} > 0` : sql`${found} = 1`;
}

function afterCursor(rank: Statement, cursor: string | undefined): Statement[] {
  if (cursor === undefined) return [];
  const after = readCursor(cursor);
  return [sql`(t.advised, ${rank}, t.name) > (${after.advised}, ${after.rank}, ${after.name})`];
}

function hasFacet(kind: 'capability' | 'domain', values: readonly string[]): Statement {
  const wanted = join(
    values.map(value => sql`${value}`),
    ', ',
  );
  return sql`t.id in (select tool from facets where kind = ${kind} and value in (${wanted}))`;
}

/** Every word, or a longer one that begins with it. Words are letters and digits: no sign of a query language is left. */
function hasWords(db: Reader, words: readonly string[]): Statement {
  if (isSqlite(db)) {
    const match = words.map(word => `"${word}"*`).join(' AND ');
    return sql`t.id in (select rowid from tool_words where tool_words match ${match})`;
  }
  const match = words.map(word => `'${word}':*`).join(' & ');
  // As an array: PostgreSQL takes a beginning of a word for a common one, and would read all tools rather than look up a few.
  return sql`t.id = any(array(select tool from tool_words where words @@ ${match}::tsquery))`;
}

function hasName(db: Reader, name: string): Statement {
  const pattern = namePattern(name);
  return pattern === undefined ? hasNamePart(db, name) : matchesName(db, pattern);
}

/** The whole name, or that of a tool below its server. The longest part of the pattern is looked up first. */
function matchesName(db: Reader, { like, longest }: NamePattern): Statement {
  const matches = (pattern: string) =>
    isSqlite(db) ? sql`t.name like ${pattern} escape '\\'` : sql`t.name ilike ${pattern}`;
  const whole = sql`(${matches(like)} or ${matches(`%:${like}`)})`;
  return isSqlite(db) && [...longest].length >= 3 ? sql`${hasNamePart(db, longest)} and ${whole}` : whole;
}

/** Parts of fewer than three letters have no index; they are looked for all the same. */
function hasNamePart(db: Reader, part: string): Statement {
  const pattern = `%${escapeLike(part)}%`;
  if (!isSqlite(db)) return sql`t.name ilike ${pattern}`;
  if ([...part].length < 3) return sql`t.name like ${pattern} escape '\\'`;
  return sql`t.id in (select rowid from tool_names where tool_names match ${`"${part.replaceAll('"', '""')}"`})`;
}

/** Written out: with a limit that is a parameter, SQLite plans a statement anew each time. */
function count(limit: number): Statement {
  return { text: String(Math.trunc(limit)), values: [] };
}

/** Numbers of ours, written out: as parameters they would have no type of their own in PostgreSQL. */
function constant(number: number): Statement {
  return { text: Number.isInteger(number) ? `${number}.0` : String(number), values: [] };
}
