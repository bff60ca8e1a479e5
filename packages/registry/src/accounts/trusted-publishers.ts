import type { NewTrustedPublisher, TrustedPublisher } from '@toolmark/client';
import { jcs, quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import type { Reader } from '../database/connection.ts';
import { sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { CiClaims } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { Registry } from '../registry.ts';
import { requirePublisher } from './accounts.ts';
import { coversNamespace, isToolNamespace } from './namespace.ts';
import { may, type Principal, requirePermission, requireSelf } from './principal.ts';

type Row = Tables['trusted_publishers'];

const MAX_PER_PUBLISHER = 100;

/** Lets CI jobs of a repository publish in a namespace of an account. Throws `trusted-publisher.*` and `publish.namespace`. */
export async function addTrustedPublisher(
  { database, now, idTokens }: Registry,
  principal: Principal | undefined,
  given: NewTrustedPublisher,
): Promise<{ readonly outcome: 'new' | 'same'; readonly trustedPublisher: TrustedPublisher }> {
  const { namespace, issuer } = given;
  const publisher = given.publisher ?? requirePermission(principal, 'publish').id;
  const { id: actor } = requireSelf(principal, publisher);
  const claims = claimsIn(given.claims);
  if (idTokens?.issuers.includes(issuer) !== true) throw unknownIssuer(issuer, idTokens?.issuers ?? []);
  const id = `tp_${sha256(new TextEncoder().encode(jcs({ publisher, namespace, issuer, claims: { ...claims } }))).slice(7, 31)}`;
  return await database.write(async writer => {
    await requirePublisher(writer, publisher);
    const known = await findTrustedPublisher(writer, id);
    if (known !== undefined) return { outcome: 'same', trustedPublisher: toTrustedPublisher(known) };
    if (!may(principal, 'admin')) await requireOwnNamespace(writer, publisher, namespace, now());
    await refuseTooMany(writer, publisher);
    const body = { id, namespace, issuer, claims };
    await record(writer, { kind: 'trusted-publisher.added', at: now().getTime(), actor, subject: publisher, body });
    const row = await writer.get<Row>(sql`select * from trusted_publishers where id = ${id}`);
    return { outcome: 'new', trustedPublisher: toTrustedPublisher(row) };
  });
}

/** Those of one account; admins may also list all. */
export async function listTrustedPublishers(
  { database: { current: reader } }: Registry,
  principal: Principal | undefined,
  publisher: string | undefined,
): Promise<readonly TrustedPublisher[]> {
  const isAll = publisher === undefined && may(principal, 'admin');
  const owner = isAll ? undefined : requireSelf(principal, publisher ?? requirePermission(principal, 'publish').id);
  const which = owner === undefined ? sql`` : sql` where publisher = ${publisher ?? owner.id}`;
  const rows = await reader.all<Row>(sql`select * from trusted_publishers${which} order by publisher, created_at, id`);
  return rows.map(toTrustedPublisher);
}

export async function removeTrustedPublisher(
  { database, now }: Registry,
  principal: Principal | undefined,
  id: string,
): Promise<void> {
  requirePermission(principal, 'publish');
  await database.write(async writer => {
    const known = await findTrustedPublisher(writer, id);
    // Others must not learn which repositories publish for an account.
    if (known === undefined || (known.publisher !== principal?.id && !may(principal, 'admin'))) throw notFound();
    const { id: actor } = requireSelf(principal, known.publisher);
    const event = { at: now().getTime(), actor, subject: known.publisher, body: { id } };
    await record(writer, { kind: 'trusted-publisher.removed', ...event });
  });
}

async function findTrustedPublisher(db: Reader, id: string): Promise<Row | undefined> {
  return await db.find<Row>(sql`select * from trusted_publishers where id = ${id}`);
}

/** Without members that are undefined. */
function claimsIn({ repository, workflow_ref, environment }: NewTrustedPublisher['claims']): CiClaims {
  return {
    repository,
    ...(workflow_ref === undefined ? {} : { workflow_ref }),
    ...(environment === undefined ? {} : { environment }),
  };
}

/**
 * Any account may publish tool documents. Servers need a namespace that an admin gave the account before, in a token or
 * a trusted publisher; a token from CI does not count.
 */
async function requireOwnNamespace(db: Reader, publisher: string, namespace: string, now: Date): Promise<void> {
  if (isToolNamespace(namespace)) return;
  const given = await db.all<{
    namespace: string;
  }>(sql`select namespace from trusted_publishers where publisher = ${publisher}
    union all select namespace from tokens where publisher = ${publisher} and namespace is not null and jti is null
      and revoked_at is null and coalesce(expires_at, ${Number.MAX_SAFE_INTEGER}) > ${now.getTime()}`);
  if (given.some(one => coversNamespace(one.namespace, namespace))) return;
  const message = `Publisher ${quoteInert(publisher)} has no claim to ${quoteInert(namespace)}. Ask an admin to add this trusted publisher.`;
  throw new ToolmarkError('publish.namespace', message);
}

async function refuseTooMany(db: Reader, publisher: string): Promise<void> {
  const { count } = await db.get<{ count: number }>(
    sql`select count(*) as count from trusted_publishers where publisher = ${publisher}`,
  );
  if (count < MAX_PER_PUBLISHER) return;
  const message = `A publisher has at most ${MAX_PER_PUBLISHER} trusted publishers. Remove one first.`;
  throw new ToolmarkError('trusted-publisher.too-many', message);
}

function toTrustedPublisher(row: Row): TrustedPublisher {
  const { id, publisher, namespace, issuer, repository, workflow_ref, environment, repository_id, owner_id } = row;
  return {
    ...{ id, publisher, namespace, issuer },
    claims: {
      repository,
      ...(workflow_ref === null ? {} : { workflow_ref }),
      ...(environment === null ? {} : { environment }),
    },
    createdAt: new Date(row.created_at).toISOString(),
    pinned: repository_id === null || owner_id === null ? null : { repositoryId: repository_id, ownerId: owner_id },
  };
}

function unknownIssuer(issuer: string, known: readonly string[]): ToolmarkError {
  const accepted = known.length === 0 ? 'none' : known.map(one => quoteInert(one)).join(', ');
  const message = `This registry does not accept tokens of ${quoteInert(issuer)}. It accepts: ${accepted}.`;
  return new ToolmarkError('trusted-publisher.issuer', message, { pointer: '/issuer' });
}

function notFound(): ToolmarkError {
  return new ToolmarkError('trusted-publisher.not-found', 'There is no such trusted publisher.');
}
