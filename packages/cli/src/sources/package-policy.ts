import { type LockedPackage, quoteInert, ToolmarkError } from '@toolmark/core';
import type { PackagePolicy } from '@toolmark/core/formats';
import type { Recognised } from '@toolmark/core/package';
import type { LocalServer } from './local-package.ts';

/** Throws a `provenance.*` error if the policy does not allow the package of a local server. */
export async function refusePackage(
  { key, wanted }: Pick<LocalServer, 'key' | 'wanted'>,
  locked: LockedPackage | undefined,
  policy: PackagePolicy | undefined,
): Promise<void> {
  if (policy === undefined || !isConcerned(locked ?? wanted)) return;
  const provenance = locked?.type === 'npm' ? locked.provenance : undefined;
  const { from, requireProvenance = from !== undefined } = policy;
  const of = quoteInert(key);
  if (provenance === undefined) {
    if (!requireProvenance) return;
    const message = `The policy requires provenance, and ${of} has none that was verified.`;
    throw new ToolmarkError('provenance.required', `${message} Use a package that has it, or change the policy.`);
  }
  const { repository } = provenance;
  if (from === undefined || (await isListed(repository, from))) return;
  const message = `The package of ${of} was built from ${quoteInert(repository, 200)}, which the policy does not allow.`;
  throw new ToolmarkError('provenance.not-allowed', `${message} Check the package, or add the repository to "from".`);
}

/** Local files are not packages, and remote servers have none. What could not be pinned may be anything. */
function isConcerned({ type }: Pick<LockedPackage | Recognised, 'type'>): boolean {
  return type !== 'remote' && type !== 'path';
}

/** Loaded only where it is needed: verifying provenance takes a library that most runs do without. */
async function isListed(repository: string, patterns: readonly string[]): Promise<boolean> {
  const { matchesRepository } = await import('@toolmark/core/attestation');
  return matchesRepository(repository, patterns);
}
