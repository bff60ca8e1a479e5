import { ToolmarkError } from '@toolmark/core';
import type { Reader } from '../database/connection.ts';
import { list, literal, type Statement, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { withinBytes } from '../database/within-bytes.ts';
import { noServer } from '../servers/read-server.ts';
import { type AttestationRow, toFacts } from './attestation-facts.ts';

/** The attestations of one version, oldest first, as JSON texts. `latest` is the latest version. Throws `server.not-found`. */
export async function listAttestations(db: Reader, name: string, version: string): Promise<readonly string[]> {
  const which = version === 'latest' ? sql`is_latest = 1` : sql`version = ${version}`;
  const entry = await db.find<{ id: number }>(
    sql`select id from server_versions where name = ${name} and ${which} and status <> 'deleted'`,
  );
  if (entry === undefined) throw noServer(name, version === 'latest' ? undefined : version);
  const rows = await db.all<AttestationRow>(sql`select * from attestations where entry = ${entry.id} order by id`);
  return await withBundles(db, rows);
}

/** One of them. */
export interface AttestationQuery {
  /** `sha256:…` of a surface. */
  readonly surface?: string | undefined;
  /** A package URL, or the address of a remote. */
  readonly package?: string | undefined;
  /** Of a package, as in `sha512:…`. */
  readonly digest?: string | undefined;
  readonly limit?: number | undefined;
  /** Ids below it. */
  readonly before?: number | undefined;
}

export interface AttestationPage {
  readonly attestations: readonly string[];
  readonly next: number | undefined;
}

/** Ends a page early, so that large bundles cannot fill the memory. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** Attestations of versions that are not deleted, newest first. Throws `request.malformed`. */
export async function findAttestations(db: Reader, query: AttestationQuery): Promise<AttestationPage> {
  const { limit = 20, before = Number.MAX_SAFE_INTEGER } = query;
  const rows = await db.all<AttestationRow>(sql`select a.* from attestations a join server_versions v on v.id = a.entry
    where ${conditionOf(query)} and v.status <> 'deleted' and a.id < ${before} order by a.id desc limit ${literal(limit + 1)}`);
  const shown = withinBytes(rows.slice(0, limit), MAX_PAGE_BYTES);
  const next = shown.length < rows.length ? shown.at(-1)?.id : undefined;
  return { attestations: await withBundles(db, shown), next };
}

function conditionOf({ surface, package: name, digest }: AttestationQuery): Statement {
  const subjects = [name, digest].filter(value => value !== undefined);
  if (subjects.length + (surface === undefined ? 0 : 1) !== 1) {
    throw new ToolmarkError('request.malformed', 'Name exactly one of "surface", "package" and "digest".');
  }
  if (surface !== undefined) return sql`a.surface_digest = ${surface}`;
  return sql`a.id in (select attestation from attestation_subjects where value = ${subjects[0] ?? ''})`;
}

/** The bytes of a bundle. Throws `attestation.not-found`, also for digests of other bytes. */
export async function readBundleBytes(db: Reader, digest: string): Promise<Uint8Array> {
  const row = await db.find<Tables['blobs']>(sql`select b.digest, b.bytes from blobs b where b.digest = ${digest}
    and exists (select 1 from attestations a where a.digest = b.digest)`);
  if (row === undefined) throw new ToolmarkError('attestation.not-found', 'There is no attestation with this digest.');
  return new Uint8Array(row.bytes);
}

/** Bundles are inserted as text, without parsing them again. */
async function withBundles(db: Reader, rows: readonly AttestationRow[]): Promise<readonly string[]> {
  if (rows.length === 0) return [];
  const digests = [...new Set(rows.map(({ digest }) => digest))];
  const blobs = await db.all<Tables['blobs']>(sql`select digest, bytes from blobs where digest in (${list(digests)})`);
  const texts = new Map(blobs.map(({ digest, bytes }) => [digest, Buffer.from(bytes).toString('utf8').trim()]));
  return rows.map(row => `${JSON.stringify(toFacts(row)).slice(0, -1)},"bundle":${texts.get(row.digest)}}`);
}
