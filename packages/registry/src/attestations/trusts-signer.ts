import type { SigstoreSigner } from '@toolmark/core/attestation';
import type { Tables } from '../database/tables.ts';
import { isRunOf } from '../proving/is-run-of.ts';

export type TrustingRow = Pick<
  Tables['trusted_publishers'],
  'namespace' | 'issuer' | 'repository' | 'workflow_ref' | 'repository_id' | 'owner_id'
>;

/**
 * Whether a trusted publisher vouches for the signer of a bundle. The repository is the one that the job ran for: the
 * subject of the certificate may name a reusable workflow, which any repository can call. Certificates do not name the
 * environment.
 */
export function trustsSigner(row: TrustingRow, { issuer, claims }: SigstoreSigner): boolean {
  const isWorkflow = row.workflow_ref === null || isRunOf(row.workflow_ref, pathOf(claims.buildConfig) ?? '');
  return (
    issuer === row.issuer &&
    pathOf(claims.repository) === row.repository &&
    isWorkflow &&
    isSame(row.repository_id, claims.repositoryId) &&
    isSame(row.owner_id, claims.ownerId)
  );
}

/** `owner/name` of `https://github.com/owner/name`. The issuer decides the host. */
function pathOf(address: string | undefined): string | undefined {
  return /^https:\/\/[A-Za-z0-9.:-]+\/(.+)$/.exec(address ?? '')?.[1];
}

/** Until the first exchange of a CI token, the numbers are not known. */
function isSame(pinned: string | null, claimed: string | undefined): boolean {
  return pinned === null || pinned === claimed;
}
