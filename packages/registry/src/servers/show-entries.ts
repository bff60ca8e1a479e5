import { join, type Statement, select, sql } from '../database/statement.ts';
import type { Reader } from '../database/tables.ts';
import { advisoriesAgainst, type HeldDefinition } from '../judging/advisories-against.ts';
import { serverOfTool, serverToolName } from './server-tools.ts';

/** Where the official registry keeps what it says of an entry, and where this one does. */
const OFFICIAL = 'io.modelcontextprotocol.registry/official';
const OWN = 'dev.toolmark/registry';

export interface EntryRow {
  readonly id: number;
  readonly server: number;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly size: number;
  readonly status: string;
  readonly statusMessage: string | null;
  readonly statusChangedAt: number;
  readonly publishedAt: number;
  readonly updatedAt: number;
  readonly isLatest: number;
  readonly facts: string;
  readonly publisher: string;
}

export const ENTRY_COLUMNS = sql`v.id as id, v.server as server, v.name as name, v.version as version,
  v.digest as digest, v.size as size, v.status as status, v.status_message as "statusMessage",
  v.status_changed_at as "statusChangedAt", v.published_at as "publishedAt", v.updated_at as "updatedAt",
  v.is_latest as "isLatest", v.facts as facts, v.publisher as publisher`;

/** Entries as the API shows them: the published bytes, and what the registry knows beside them. */
export async function showEntries(db: Reader, rows: readonly EntryRow[]): Promise<readonly string[]> {
  if (rows.length === 0) return [];
  const servers = [...new Set(rows.map(({ server }) => server))];
  const texts = await textsOf(db, [...new Set(rows.map(({ digest }) => digest))]);
  const scores = await scoresOf(db, servers);
  const warned = await warnedTools(db, servers);
  const advisories = await advisoriesAgainst(
    db,
    [...warned].map(name => ({ name, toolDigest: '' })),
  );
  const signed = await signedToolsOf(db, servers);
  const statuses = await statusesOf(db, rows);
  return rows.map(row => {
    const score = scores.get(row.server);
    const tools = JSON.parse(row.facts) as readonly ToolFacts[];
    const held = tools.map(({ name, digest }) => ({ name: serverToolName(row.name, name), toolDigest: digest }));
    const own = JSON.stringify({
      tools: tools.map(tool => ({ ...tool, status: statuses.get(`${row.id} ${tool.name}`) ?? 'active' })),
      publisher: row.publisher,
      verification: {
        namespace: proofOf(row.publisher),
        signedTools: signed.filter(one => one.server === row.server && one.version === row.version).map(toToolName),
      },
      reputation: score === undefined ? null : { score },
      advisories: held.filter(({ name }) => warned.has(name)).flatMap(one => advisories(one).map(withTool(one))),
    });
    const meta = `{"${OFFICIAL}":${JSON.stringify(officialFacts(row))},"${OWN}":${own}}`;
    return `{"server":${texts.get(row.digest)},"_meta":${meta}}`;
  });
}

interface ToolFacts {
  readonly name: string;
  readonly digest: string;
}

function withTool({ name: tool }: HeldDefinition) {
  return <T extends { readonly id: string }>({ id, ...rest }: T) => ({ id, tool, ...rest });
}

/** By what right its publisher has the name: a domain that was proven, a token that an admin bound, or another registry's word. */
function proofOf(publisher: string): 'domain' | 'mirror' | 'admin' | 'token' {
  if (publisher.startsWith('domain:')) return 'domain';
  return publisher === 'mirror' || publisher === 'admin' ? publisher : 'token';
}

/** As many as fit, and always one. */
export function withinBytes(rows: readonly EntryRow[], maxBytes: number): readonly EntryRow[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += row.size;
    return index > 0 && bytes > maxBytes;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function officialFacts(row: EntryRow) {
  return {
    status: row.status,
    ...(row.statusMessage === null ? {} : { statusMessage: row.statusMessage }),
    statusChangedAt: toTime(row.statusChangedAt),
    publishedAt: toTime(row.publishedAt),
    updatedAt: toTime(row.updatedAt),
    isLatest: row.isLatest === 1,
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}

async function textsOf(db: Reader, digests: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await select<{ digest: string; bytes: Uint8Array }>(
    db,
    sql`select digest, bytes from blobs where digest in (${list(digests)})`,
  );
  return new Map(rows.map(({ digest, bytes }) => [digest, Buffer.from(bytes).toString('utf8').trim()]));
}

/** A server is as good as the worst of its tools. */
async function scoresOf(db: Reader, servers: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await select<{ server: number; score: number }>(
    db,
    sql`select server, min(score) as score from tools
      where server is not null and server in (${list(servers)}) and listed = 1 group by server`,
  );
  return new Map(rows.map(({ server, score }) => [server, score]));
}

interface SignedTool {
  readonly server: number;
  readonly version: string;
  readonly name: string;
}

/** Tools whose very definition somebody trusted has signed and published here as a document. */
async function signedToolsOf(db: Reader, servers: readonly number[]): Promise<readonly SignedTool[]> {
  return await select<SignedTool>(
    db,
    sql`select distinct t.server as server, v.version as version, t.name as name
      from tools t join versions v on v.tool = t.id join versions d on d.tool_digest = v.tool_digest
      join tools dt on dt.id = d.tool
      where t.server is not null and t.server in (${list(servers)}) and dt.server is null and dt.listed = 1
        and d.status in ('active', 'deprecated') and d.verification like '{"outcome":"trusted"%'
      order by 1, 2, 3`,
  );
}

function toToolName({ name }: SignedTool): string {
  return serverOfTool(name).tool;
}

/** Advisories are few and tools are many: so it begins with the advisories. */
async function warnedTools(db: Reader, servers: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await select<{ name: string }>(
    db,
    sql`select distinct t.name as name from advisories a cross join tools t
      where t.name = a.tool and a.withdrawn_at is null and t.server in (${list(servers)})`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Of tools that are not active, by entry and name. */
async function statusesOf(db: Reader, rows: readonly EntryRow[]): Promise<ReadonlyMap<string, string>> {
  const found = await select<{ entry: number; name: string; status: string }>(
    db,
    sql`select s.id as entry, t.name as name, v.status as status from server_versions s
      join tools t on t.server = s.server join versions v on v.tool = t.id and v.version = s.version
      where s.id in (${list(rows.map(({ id }) => id))}) and t.server is not null and v.status <> 'active'`,
  );
  return new Map(found.map(({ entry, name, status }) => [`${entry} ${serverOfTool(name).tool}`, status]));
}

function list(values: readonly (string | number)[]): Statement {
  return join(
    values.map(value => sql`${value}`),
    ', ',
  );
}
