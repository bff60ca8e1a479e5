import { parseCertificates, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Writer } from '../database/tables.ts';
import type { Permission, PublisherStatus } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { findSameCertificate, refuseRevoked } from './known-certificates.ts';
import { demand, demandSelf, OPERATOR, type Principal } from './principal.ts';
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
  const { id: actor } = demand(principal, 'admin');
  await database.write(async writer => {
    if (RESERVED.includes(id) || (await hasPublisher(writer, id))) {
      throw new ToolmarkError('publisher.exists', `There is a publisher ${quoteInert(id)} already.`);
    }
    const body = { name, permissions };
    await record(writer, { kind: 'publisher.created', at: now().getTime(), actor, subject: id, body });
  });
}

/** Names under which the registry itself acts. */
const RESERVED = [OPERATOR.id, 'registry'];

export async function changePublisher(
  { database, now }: Registry,
  principal: Principal | undefined,
  id: string,
  body: { readonly status?: PublisherStatus; readonly permissions?: readonly Permission[] },
): Promise<void> {
  const { id: actor } = demand(principal, 'admin');
  await database.write(async writer => {
    await demandPublisher(writer, id);
    if (body.status === undefined && body.permissions === undefined) return;
    await record(writer, { kind: 'publisher.changed', at: now().getTime(), actor, subject: id, body });
  });
}

export interface NewToken {
  readonly label: string;
  readonly namespace?: string | undefined;
  readonly expiresAt?: number | undefined;
}

/** The token itself is shown this once; only its hash is kept. */
export async function createToken(
  { database, now }: Registry,
  principal: Principal | undefined,
  publisher: string,
  { label, namespace, expiresAt }: NewToken,
  token = newToken(),
): Promise<{ readonly id: string; readonly token: string }> {
  const { id: actor } = demand(principal, 'admin');
  const id = newTokenId();
  await database.write(async writer => {
    await demandPublisher(writer, publisher);
    const body = {
      ...{ publisher, label, hash: tokenHash(token) },
      ...(namespace === undefined ? {} : { namespace }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    await record(writer, { kind: 'token.created', at: now().getTime(), actor, subject: id, body });
  });
  return { id, token };
}

/** Admins revoke any token, publishers their own. What is revoked stays revoked since when it was. */
export async function revokeToken(
  { database, now }: Registry,
  principal: Principal | undefined,
  publisher: string,
  id: string,
): Promise<void> {
  const { id: actor } = demandSelf(principal, publisher);
  await database.write(async writer => {
    const row = await writer
      .selectFrom('tokens')
      .select(['id', 'revoked_at'])
      .where('id', '=', id)
      .where('publisher', '=', publisher)
      .executeTakeFirst();
    if (row === undefined) throw new ToolmarkError('token.not-found', 'This publisher has no such token.');
    if (row.revoked_at !== null) return;
    await record(writer, { kind: 'token.revoked', at: now().getTime(), actor, subject: id, body: {} });
  });
}

/** Each certificate once, in whatever encoding; a revoked one stays revoked, and so does its key. */
export async function addCertificate(
  { database, now }: Registry,
  principal: Principal | undefined,
  publisher: string,
  pem: string,
): Promise<{ readonly fingerprint: string }> {
  const { id: actor } = demand(principal, 'admin');
  const [certificate, ...others] = parseCertificates(new TextEncoder().encode(pem));
  if (certificate === undefined || others.length > 0) {
    throw new ToolmarkError('certificate.malformed', 'Give exactly one certificate, as PEM.');
  }
  return await database.write(async writer => {
    await demandPublisher(writer, publisher);
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
  const { id: actor } = demandSelf(principal, publisher);
  await database.write(async writer => {
    const known = await findCertificate(writer, publisher, fingerprint);
    if (known === undefined) {
      throw new ToolmarkError('certificate.not-found', 'This publisher has no such certificate.');
    }
    if (known.revoked_at !== null) return;
    const body = { fingerprint };
    await record(writer, { kind: 'certificate.revoked', at: now().getTime(), actor, subject: publisher, body });
  });
}

export async function hasPublisher(writer: Writer, id: string): Promise<boolean> {
  return (await writer.selectFrom('publishers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function demandPublisher(writer: Writer, id: string): Promise<void> {
  if (await hasPublisher(writer, id)) return;
  throw new ToolmarkError('publisher.not-found', `There is no publisher ${quoteInert(id)}.`);
}

async function findCertificate(writer: Writer, publisher: string, fingerprint: string) {
  return await writer
    .selectFrom('certificates')
    .select('revoked_at')
    .where('publisher', '=', publisher)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
}
