import { attestationsByEntry } from '../attestations/attestation-facts.ts';
import type { Reader } from '../database/connection.ts';
import { list, sql } from '../database/statement.ts';
import { advisoriesAgainst, type HeldDefinition } from '../judging/advisories-against.ts';
import { serverOfTool, serverToolName } from './server-tools.ts';

/** Members of `_meta`: that of the official registry, and our own. */
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

/** Entries as the API serves them: the published bytes and what the registry knows about them. */
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
  const attestations = await attestationsByEntry(
    db,
    rows.map(({ id }) => id),
  );
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
      attestations: attestations.get(row.id) ?? [],
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

/** How the namespace was verified: a proven domain, a bound token, an admin, or the mirrored registry. */
function proofOf(publisher: string): 'domain' | 'mirror' | 'admin' | 'token' {
  if (publisher.startsWith('domain:')) return 'domain';
  return publisher === 'mirror' || publisher === 'admin' ? publisher : 'token';
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
  const rows = await db.all<{ digest: string; bytes: Uint8Array }>(
    sql`select digest, bytes from blobs where digest in (${list(digests)})`,
  );
  return new Map(rows.map(({ digest, bytes }) => [digest, Buffer.from(bytes).toString('utf8').trim()]));
}

/** A server has the score of its worst tool. */
async function scoresOf(db: Reader, servers: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db.all<{ server: number; score: number }>(sql`select server, min(score) as score from tools
      where server is not null and server in (${list(servers)}) and listed = 1 group by server`);
  return new Map(rows.map(({ server, score }) => [server, score]));
}

interface SignedTool {
  readonly server: number;
  readonly version: string;
  readonly name: string;
}

/** Tools whose exact definition was also published here as a document with a trusted signature. */
async function signedToolsOf(db: Reader, servers: readonly number[]): Promise<readonly SignedTool[]> {
  return await db.all<SignedTool>(sql`select distinct t.server as server, v.version as version, t.name as name
      from tools t join versions v on v.tool = t.id join versions d on d.tool_digest = v.tool_digest
      join tools dt on dt.id = d.tool
      where t.server is not null and t.server in (${list(servers)}) and dt.server is null and dt.listed = 1
        and d.status in ('active', 'deprecated') and d.verification like '{"outcome":"trusted"%'
      order by 1, 2, 3`);
}

function toToolName({ name }: SignedTool): string {
  return serverOfTool(name).tool;
}

/** Starts from the advisories, because they are few and tools are many. */
async function warnedTools(db: Reader, servers: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await db.all<{ name: string }>(sql`select distinct t.name as name from advisories a cross join tools t
      where t.name = a.tool and a.withdrawn_at is null and t.server in (${list(servers)})`);
  return new Set(rows.map(({ name }) => name));
}

/** Statuses of tools that are not active, by entry and name. */
async function statusesOf(db: Reader, rows: readonly EntryRow[]): Promise<ReadonlyMap<string, string>> {
  const found = await db.all<{
    entry: number;
    name: string;
    status: string;
  }>(sql`select s.id as entry, t.name as name, v.status as status from server_versions s
      join tools t on t.server = s.server join versions v on v.tool = t.id and v.version = s.version
      where s.id in (${list(rows.map(({ id }) => id))}) and t.server is not null and v.status <> 'active'`);
  return new Map(found.map(({ entry, name, status }) => [`${entry} ${serverOfTool(name).tool}`, status]));
}
