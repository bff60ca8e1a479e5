import type { NewCertificate, NewToken } from '@toolmark/client';
import { parseCertificates, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Reader, Writer } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { EventOrigin, Permission, PublisherStatus } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { findSameCertificate, refuseRevoked } from './known-certificates.ts';
import { OPERATOR, type Principal, requirePermission, requireSelf } from './principal.ts';
import { newToken, newTokenId, tokenHash } from './token.ts';

export interface NewPublisher {
  readonly id: string;
  readonly name: string;
  readonly permissions?: readonly Permission[] | undefined;
}

export async function createPublisher(
  { database, now }: Registry,
  principal: Principal | undefined,
  { id, name, permissions = ['publish', 'feedback'] }: NewPublisher,
): Promise<void> {
  const { id: actor } = requirePermission(principal, 'admin');
  await database.write(async writer => {
    if (RESERVED.includes(id) || (await hasPublisher(writer, id))) {
      throw new ToolmarkError('publisher.exists', `Publisher ${quoteInert(id)} already exists.`);
    }
    const body = { name, permissions };
    await record(writer, { kind: 'publisher.created', at: now().getTime(), actor, subject: id, body });
  });
}

/** Ids that the registry itself uses as actors. */
const RESERVED = [OPERATOR.id, 'registry'];

/** Creates an account unless it exists: several processes may start together. */
export async function ensurePublisher(registry: Registry, publisher: NewPublisher): Promise<void> {
  await createPublisher(registry, OPERATOR, publisher).catch(error => {
    if (!(error instanceof ToolmarkError) || error.code !== 'publisher.exists') throw error;
  });
}

export async function changePublisher(
  { database, now }: Registry,
  principal: Principal | undefined,
  id: string,
  body: { readonly status?: PublisherStatus; readonly permissions?: readonly Permission[] },
): Promise<void> {
  const { id: actor } = requirePermission(principal, 'admin');
  await database.write(async writer => {
    await requirePublisher(writer, id);
    if (body.status === undefined && body.permissions === undefined) return;
    await record(writer, { kind: 'publisher.changed', at: now().getTime(), actor, subject: id, body });
  });
}

export interface TokenOptions {
  readonly label: string;
  readonly namespace?: string | undefined;
  readonly expiresAt?: number | undefined;
  /** Digest of the id of a CI token. */
  readonly jti?: string | undefined;
}

/** Returns the token this once; the database keeps its hash. */
export async function createToken(
  { database, now }: Registry,
  principal: Principal | undefined,
  publisher: string,
  options: TokenOptions,
  token = newToken(),
): Promise<NewToken> {
  const { id: actor } = requirePermission(principal, 'admin');
  return await database.write(async writer => {
    await requirePublisher(writer, publisher);
    return await recordToken(writer, { at: now().getTime(), actor }, publisher, options, token);
  });
}

/** Records a token for an account that exists. */
export async function recordToken(
  writer: Writer,
  event: Pick<EventOrigin, 'at' | 'actor'>,
  publisher: string,
  { label, namespace, expiresAt, jti }: TokenOptions,
  token = newToken(),
): Promise<NewToken> {
  const id = newTokenId();
  const body = {
    ...{ publisher, label, hash: tokenHash(token) },
    ...(namespace === undefined ? {} : { namespace }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(jti === undefined ? {} : { jti }),
  };
  await record(writer, { kind: 'token.created', ...event, subject: id, body });
  return { id, token };
}

/** Admins revoke any token, publishers their own. Revoking again keeps the first time. */
export async function revokeToken(
  { database, now }: Registry,
  principal: Principal | undefined,
  publisher: string,
  id: string,
): Promise<void> {
  const { id: actor } = requireSelf(principal, publisher);
  await database.write(async writer => {
    const row = await writer.find<Revocable>(
      sql`select revoked_at from tokens where id = ${id} and publisher = ${publisher}`,
    );
    if (row === undefined) throw new ToolmarkError('token.not-found', 'This publisher has no such token.');
    if (row.revoked_at !== null) return;
    await record(writer, { kind: 'token.revoked', at: now().getTime(), actor, subject: id, body: {} });
  });
}

interface Revocable {
  readonly revoked_at: number | null;
}

/** Registers a certificate once, whatever its encoding. A revoked certificate and its key stay revoked. */
export async function addCertificate(
  { database, now }: Registry,
  principal: Principal | undefined,
  publisher: string,
  pem: string,
): Promise<NewCertificate> {
  const { id: actor } = requirePermission(principal, 'admin');
  const [certificate, ...others] = parseCertificates(new TextEncoder().encode(pem));
  if (certificate === undefined || others.length > 0) {
    throw new ToolmarkError('certificate.malformed', 'Give exactly one certificate, as PEM.');
  }
  return await database.write(async writer => {
    await requirePublisher(writer, publisher);
    const known = await findSameCertificate(writer, publisher, certificate);
    if (known !== undefined) return { fingerprint: known };
    await refuseRevoked(writer, certificate);
    const { fingerprint } = certificate;
    const body = { fingerprint, pem };
    await record(writer, { kind: 'certificate.added', at: now().getTime(), actor, subject: publisher, body });
    return { fingerprint };
  });
}

export async function revokeCertificate(
  { database, now }: Registry,
  principal: Principal | undefined,
  publisher: string,
  fingerprint: string,
): Promise<void> {
  const { id: actor } = requireSelf(principal, publisher);
  await database.write(async writer => {
    const known = await writer.find<Revocable>(
      sql`select revoked_at from certificates where publisher = ${publisher} and fingerprint = ${fingerprint}`,
    );
    if (known === undefined) {
      throw new ToolmarkError('certificate.not-found', 'This publisher has no such certificate.');
    }
    if (known.revoked_at !== null) return;
    const body = { fingerprint };
    await record(writer, { kind: 'certificate.revoked', at: now().getTime(), actor, subject: publisher, body });
  });
}

export async function hasPublisher(db: Reader, id: string): Promise<boolean> {
  return (await db.find(sql`select id from publishers where id = ${id}`)) !== undefined;
}

/** Throws `publisher.not-found`. */
export async function requirePublisher(db: Reader, id: string): Promise<void> {
  if (!(await hasPublisher(db, id))) throw noPublisher(id);
}

export function noPublisher(id: string): ToolmarkError {
  return new ToolmarkError('publisher.not-found', `Publisher ${quoteInert(id)} does not exist.`);
}
