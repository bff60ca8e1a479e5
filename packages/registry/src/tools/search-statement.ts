import type { SearchQuery } from '@toolmark/client';
import { RISK_LEVELS } from '@toolmark/core';
import { DOMAIN_BOOST, RELEVANCE, searchWords } from '@toolmark/core/registry';
import { isBound, may, type Principal } from '../accounts/principal.ts';
import type { Reader } from '../database/connection.ts';
import { join, list, literal, type Statement, sql } from '../database/statement.ts';
import { readCursor } from './cursor.ts';
import { escapeLike, type NamePattern, namePattern } from './name-pattern.ts';

/** Selects the rows of the page by rank first, then reads all columns of these rows. */
export function searchStatement(
  db: Reader,
  principal: Principal | undefined,
  query: SearchQuery,
  words: readonly string[],
  limit: number,
): Statement {
  const rank = rankOf(db, query, words);
  const conditions = [...conditionsOf(db, query, words), ...afterCursor(rank, query.cursor)];
  const pages = audiences(principal).map(
    audience => sql`select t.id as id, t.advised as advised, ${rank} as rank, t.name as name from tools t
      where ${join([audience, ...conditions], ' and ')} order by 2, 3, 4 limit ${literal(limit)}`,
  );
  return sql`select found.advised as advised, found.rank as rank, t.name as name, v.version as version, t.summary as summary,
      t.owner as publisher, v.status as status, t.risk as risk, t.read_only as "isReadOnly", t.score as score,
      t.downloads as downloads, v.digest as digest, v.tool_digest as "toolDigest", t.server as server,
      v.verification as verification,
      (select ${db.kind === 'sqlite' ? sql`group_concat` : sql`string_agg`}(f.value, ' ') from facets f
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
  return sql`select * from (${all}) as pages order by 2, 3, 4 limit ${literal(limit)}`;
}

/** Each audience uses its own index; a tool belongs to at most one. */
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

function conditionsOf(db: Reader, query: SearchQuery, words: readonly string[]): Statement[] {
  const { name, capabilities = [], domains = [], maxRisk, minReputation, readOnly, signed } = query;
  return [
    ...(words.length === 0 ? [] : [hasWords(db, words)]),
    ...(name === undefined || name === '' ? [] : [hasName(db, name)]),
    ...capabilities.map(value => hasFacet('capability', [value])),
    ...(domains.length === 0 ? [] : [hasFacet('domain', domains)]),
    ...(maxRisk === undefined ? [] : [sql`t.risk <= ${RISK_LEVELS.indexOf(maxRisk)}`]),
    ...(minReputation === undefined ? [] : [sql`t.rank <= ${-minReputation}`]),
    ...(readOnly === undefined ? [] : [sql`t.read_only = ${readOnly ? 1 : 0}`]),
    ...(signed === undefined ? [] : [signed ? IS_SIGNED : sql`not ${IS_SIGNED}`]),
  ];
}

const IS_SIGNED = sql`exists (select 1 from versions s where s.id = t.shown_version and s.verification like '{"outcome":"trusted"%')`;

/** The rank increases as tools get worse, like the column `rank` (docs/spec/reputation.md, section 7). */
function rankOf(db: Reader, { q = '', preferDomains = [] }: SearchQuery, words: readonly string[]): Statement {
  const preferred = () =>
    sql`case when ${hasFacet('domain', preferDomains)} then ${constant(DOMAIN_BOOST)} else 1.0 end`;
  // Multiply in the order of `rankOf` in core: another order rounds differently.
  const rank = words.length === 0 ? sql`t.rank` : sql`t.rank * (${relevanceOf(db, searchWords(q).join(' '), words)})`;
  return preferDomains.length === 0 ? rank : sql`${rank} * (${preferred()})`;
}

/** `relevance` of core as SQL. The conditions have already made sure that every word matches somewhere. */
function relevanceOf(db: Reader, typed: string, words: readonly string[]): Statement {
  const labels = sql`t.name_words || ' ' || t.label_words`;
  return sql`case when t.name_words = ${typed} then ${constant(RELEVANCE.exactName)}
    when ${startsWord(db, sql`t.name_words`, typed, true)} then ${constant(RELEVANCE.namePrefix)}
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

/** Whether a word starts with these letters; with `isFirst`, the first one. One space separates words. */
function startsWord(db: Reader, text: Statement, letters: string, isFirst = false): Statement {
  const spaced = sql`' ' || ${text}`;
  const found =
    db.kind === 'sqlite' ? sql`instr(${spaced}, ${` ${letters}`})` : sql`strpos(${spaced}, ${` ${letters}`})`;
  return isFirst ? sql`${found} = 1` : sql`${found} > 0`;
}

function afterCursor(rank: Statement, cursor: string | undefined): Statement[] {
  if (cursor === undefined) return [];
  const after = readCursor(cursor);
  return [sql`(t.advised, ${rank}, t.name) > (${after.advised}, ${after.rank}, ${after.name})`];
}

function hasFacet(kind: 'capability' | 'domain', values: readonly string[]): Statement {
  return sql`t.id in (select tool from facets where kind = ${kind} and value in (${list(values)}))`;
}

/** Matches every word as a prefix. Words are letters and digits only, so they contain no query syntax. */
function hasWords(db: Reader, words: readonly string[]): Statement {
  if (db.kind === 'sqlite') {
    const match = words.map(word => `"${word}"*`).join(' AND ');
    return sql`t.id in (select rowid from tool_words where tool_words match ${match})`;
  }
  const match = words.map(word => `'${word}':*`).join(' & ');
  // As an array: PostgreSQL overestimates how many words match a prefix and would read all tools.
  return sql`t.id = any(array(select tool from tool_words where words @@ ${match}::tsquery))`;
}

function hasName(db: Reader, name: string): Statement {
  const pattern = namePattern(name);
  return pattern === undefined ? hasNamePart(db, name) : matchesName(db, pattern);
}

/** Matches the whole name, with or without the server. The index finds the longest part of the pattern first. */
function matchesName(db: Reader, { like, longest }: NamePattern): Statement {
  const matches = (pattern: string) =>
    db.kind === 'sqlite' ? sql`t.name like ${pattern} escape '\\'` : sql`t.name ilike ${pattern}`;
  const whole = sql`(${matches(like)} or ${matches(`%:${like}`)})`;
  return db.kind === 'sqlite' && [...longest].length >= 3 ? sql`${hasNamePart(db, longest)} and ${whole}` : whole;
}

/** Trigram indexes need three letters; shorter parts are matched without an index. */
function hasNamePart(db: Reader, part: string): Statement {
  const pattern = `%${escapeLike(part)}%`;
  if (db.kind === 'postgres') return sql`t.name ilike ${pattern}`;
  if ([...part].length < 3) return sql`t.name like ${pattern} escape '\\'`;
  return sql`t.id in (select rowid from tool_names where tool_names match ${`"${part.replaceAll('"', '""')}"`})`;
}

/** Written into the text: as a parameter it would have no type in PostgreSQL. */
function constant(number: number): Statement {
  return { text: Number.isInteger(number) ? `${number}.0` : String(number), values: [] };
}
