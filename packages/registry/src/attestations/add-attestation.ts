import type { AttestationFacts } from '@toolmark/client';
import { quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import { parseServerJson } from '@toolmark/core/formats';
import { may, type Principal } from '../accounts/principal.ts';
import type { Reader, Writer } from '../database/connection.ts';
import { list, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { recordAll } from '../events/record.ts';
import { certificatesOf } from '../publishing/certificates-of.ts';
import type { Registry } from '../registry.ts';
import { requireNamespace } from '../servers/namespace.ts';
import { namespaceOf } from '../servers/namespace-host.ts';
import { noServer } from '../servers/read-server.ts';
import { type AttestationRow, toFacts } from './attestation-facts.ts';
import { type AttestedEntry, canonicalBundle, type JudgedAttestation, judgeAttestation } from './judge-attestation.ts';
import type { TrustingRow } from './trusts-signer.ts';

const MAX_PER_VERSION = 20;

export interface AddedAttestation {
  readonly outcome: 'new' | 'same';
  readonly attestation: AttestationFacts;
}

/** Stores a bundle for a version of a server, if it is about it and its signer is known. Throws `attestation.*`. */
export async function addAttestation(
  registry: Registry,
  caller: Principal | undefined,
  name: string,
  version: string,
  given: Uint8Array,
): Promise<AddedAttestation> {
  const { database, now, bundles = { trust: {}, root: undefined } } = registry;
  const principal = requireNamespace(caller, name);
  const entry = await findEntry(database.current, name, version);
  const bytes = canonicalBundle(given);
  const known = await findKnown(database.current, entry.id, sha256(bytes));
  if (known !== undefined) return { outcome: 'same', attestation: toFacts(known) };
  try {
    const judged = await judgeAttestation(bytes, await loadEntry(registry, principal, entry), bundles, now());
    return await database.write(writer => admit(writer, now(), principal, entry, judged, bytes));
  } catch (error) {
    await rememberRefusal(registry, principal, entry, error);
    throw error;
  }
}

interface EntryRow {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly owner: string;
  readonly digest: string;
}

async function findEntry(db: Reader, name: string, version: string): Promise<EntryRow> {
  const row = await db.find<EntryRow>(sql`select v.id as id, v.name as name, v.version as version, v.digest as digest,
      s.owner as owner from server_versions v join servers s on s.id = v.server
      where v.name = ${name} and v.version = ${version}`);
  if (row === undefined) throw noServer(name, version);
  return row;
}

async function findKnown(db: Reader, entry: number, digest: string): Promise<AttestationRow | undefined> {
  return await db.find<AttestationRow>(sql`select * from attestations where entry = ${entry} and digest = ${digest}`);
}

/** The certificates of the owner count, and those of the account that sends the bundle. */
async function loadEntry({ database }: Registry, principal: Principal, entry: EntryRow): Promise<AttestedEntry> {
  const { bytes } = await database.current.get<Tables['blobs']>(
    sql`select bytes from blobs where digest = ${entry.digest}`,
  );
  const accounts = new Set([entry.owner, ...(may(principal, 'admin') ? [] : [principal.id])]);
  const certificates = new Map<string, Awaited<ReturnType<typeof certificatesOf>>>();
  for (const account of accounts) certificates.set(account, await certificatesOf(database, account));
  return {
    server: parseServerJson(new Uint8Array(bytes)).server,
    certificates,
    trusting: await trustingPublishers(database.current, entry.name),
  };
}

/** Only these two namespaces cover a server. */
async function trustingPublishers(db: Reader, name: string): Promise<readonly TrustingRow[]> {
  const namespaces = [name, `${namespaceOf(name)}/*`];
  return await db.all<TrustingRow>(sql`select t.namespace, t.issuer, t.repository, t.workflow_ref, t.repository_id, t.owner_id
    from trusted_publishers t join publishers p on p.id = t.publisher
    where p.status = 'active' and t.namespace in (${list(namespaces)})`);
}

async function admit(
  writer: Writer,
  now: Date,
  { id: actor }: Principal,
  entry: EntryRow,
  { digest, surfaceDigest, subjects, signer }: JudgedAttestation,
  bytes: Uint8Array,
): Promise<AddedAttestation> {
  const known = await findKnown(writer, entry.id, digest);
  if (known !== undefined) return { outcome: 'same', attestation: toFacts(known) };
  await refuseTooMany(writer, entry);
  const body = {
    ...{ version: entry.version, digest, size: bytes.length, surfaceDigest, subjects, signer },
    outcome: 'trusted' as const,
  };
  const event = { kind: 'attestation.added' as const, at: now.getTime(), actor, subject: entry.name, body };
  const id = await recordAll(writer, [event], { blobs: [{ digest, bytes }] });
  const row = await writer.get<AttestationRow>(sql`select * from attestations where id = ${id}`);
  return { outcome: 'new', attestation: toFacts(row) };
}

async function refuseTooMany(db: Reader, { id, name, version }: EntryRow): Promise<void> {
  const { count } = await db.get<{ count: number }>(
    sql`select count(*) as count from attestations where entry = ${id}`,
  );
  if (count < MAX_PER_VERSION) return;
  const message = `${quoteInert(name)} ${quoteInert(version)} has ${MAX_PER_VERSION} attestations, which is the limit.`;
  throw new ToolmarkError('attestation.too-many', message);
}

/** An honest publisher does not send these by mistake. A failure here never hides the refusal itself. */
const SUSPICIOUS = ['attestation.invalid', 'attestation.untrusted', 'attestation.revoked'];

async function rememberRefusal(
  { database, now, onRefused }: Registry,
  { id: actor }: Principal,
  { name: subject, version }: EntryRow,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ToolmarkError) || !SUSPICIOUS.includes(error.code)) return;
  onRefused?.(error.code);
  const body = { code: error.code, version, message: error.message };
  const event = { kind: 'attempt.refused' as const, at: now().getTime(), actor, subject, body };
  await database.write(writer => recordAll(writer, [event])).catch(() => {});
}
