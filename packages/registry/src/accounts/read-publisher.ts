import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Registry } from '../registry.ts';
import { demandSelf, type Principal } from './principal.ts';

export interface PublisherFacts {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly tokens: readonly TokenFacts[];
  readonly certificates: readonly CertificateFacts[];
}

interface TokenFacts {
  readonly id: string;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

interface CertificateFacts {
  readonly fingerprint: string;
  readonly addedAt: string;
  readonly revokedAt: string | null;
}

/** An account with its tokens, by their labels, and its certificates. Its owner and admins may see it. */
export async function readPublisher(
  { database: { current: reader } }: Registry,
  principal: Principal | undefined,
  id: string,
): Promise<PublisherFacts> {
  demandSelf(principal, id);
  const publisher = await reader.selectFrom('publishers').selectAll().where('id', '=', id).executeTakeFirst();
  if (publisher === undefined) {
    throw new ToolmarkError('publisher.not-found', `There is no publisher ${quoteInert(id)}.`);
  }
  const tokens = await reader
    .selectFrom('tokens')
    .selectAll()
    .where('publisher', '=', id)
    .orderBy('created_at')
    .execute();
  const certificates = await reader
    .selectFrom('certificates')
    .selectAll()
    .where('publisher', '=', id)
    .orderBy('added_at')
    .execute();
  return {
    ...{ id, name: publisher.name, status: publisher.status, permissions: JSON.parse(publisher.permissions) },
    createdAt: toTime(publisher.created_at),
    tokens: tokens.map(token => ({
      ...{ id: token.id, label: token.label, createdAt: toTime(token.created_at) },
      ...{ expiresAt: toTimeOrNull(token.expires_at), revokedAt: toTimeOrNull(token.revoked_at) },
    })),
    certificates: certificates.map(({ fingerprint, added_at, revoked_at }) => ({
      ...{ fingerprint, addedAt: toTime(added_at), revokedAt: toTimeOrNull(revoked_at) },
    })),
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}

function toTimeOrNull(at: number | null): string | null {
  return at === null ? null : toTime(at);
}
