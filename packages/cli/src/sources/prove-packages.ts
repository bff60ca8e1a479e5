import path from 'node:path';
import { type LockedPackage, quoteInert, ToolmarkError } from '@toolmark/core';
import type { PackagePolicy } from '@toolmark/core/formats';
import type { NpmPackage } from '@toolmark/core/package';
import type { Context } from '@toolmark/store';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';
import { findPolicy, type PolicyPlace } from './find-policy.ts';
import type { LocalServer } from './local-package.ts';
import { refusePackage } from './package-policy.ts';
import { readPolicy } from './read-policy.ts';
import { storeContext } from './store-context.ts';

/** The package of a server with what is proven about it. */
export type Prove = (
  server: LocalServer,
  found: LockedPackage,
  locked: LockedPackage | undefined,
) => Promise<LockedPackage>;

/** What the policy says about packages, and the trusted root that it names. */
export interface PackageGrounds {
  readonly policy?: PackagePolicy;
  readonly trustedRoot?: Uint8Array;
}

/** From the named policy or the one beside the lock. A trusted root of the command line comes before that of the policy. */
export function packageGrounds(place: PolicyPlace & { readonly trustedRoot?: string }, io: Io): PackageGrounds {
  const file = findPolicy(place, io);
  const policy = file === undefined ? undefined : readPolicy(file, io).packages;
  const besidePolicy = policy?.trustedRoot && path.join(path.dirname(file ?? ''), policy.trustedRoot);
  const root = place.trustedRoot ?? besidePolicy;
  return { ...(policy && { policy }), ...(root && { trustedRoot: readFile(root, io) }) };
}

/** For `lock`: records provenance, and refuses what the policy does not allow or what could no longer be verified. */
export function proveToLock(grounds: PackageGrounds, io: Io): Prove {
  return async (server, found, locked) => {
    refuseUnverifiable(server, found, locked, grounds);
    const proven = await withProvenance(server, found, grounds, io);
    refusePackage(server, proven, grounds.policy);
    return proven;
  };
}

/** For `check`: without a trusted root nothing is known about provenance, and nothing is claimed about it. */
export function proveToCheck(grounds: PackageGrounds, io: Io): Prove {
  return async (server, found, locked) => {
    if (grounds.trustedRoot !== undefined) return withProvenance(server, found, grounds, io);
    const { provenance } = locked?.type === 'npm' ? locked : {};
    return found.type === 'npm' && provenance !== undefined ? { ...found, provenance } : found;
  };
}

async function withProvenance(
  { source }: LocalServer,
  found: LockedPackage,
  { trustedRoot }: PackageGrounds,
  io: Io,
): Promise<LockedPackage> {
  // A version that is kept was proven when it was locked.
  if (found.type !== 'npm' || found.provenance !== undefined || trustedRoot === undefined) return found;
  return { ...found, ...(await provenanceOf(found, trustedRoot, storeContext(source, io))) };
}

async function provenanceOf(
  found: NpmPackage,
  trustedRoot: Uint8Array,
  context: Context,
): Promise<Pick<NpmPackage, 'provenance'>> {
  throw new ToolmarkError('x', `${found.name} ${trustedRoot.length} ${context.cwd}`);
}

function refuseUnverifiable(
  { key }: LocalServer,
  found: LockedPackage,
  locked: LockedPackage | undefined,
  { policy, trustedRoot }: PackageGrounds,
): void {
  if (found.type !== 'npm' || found.provenance !== undefined || trustedRoot !== undefined) return;
  const { from, requireProvenance = from !== undefined } = policy ?? {};
  const isLost = locked?.type === 'npm' && locked.provenance !== undefined;
  if (!requireProvenance && !isLost) return;
  const message = `The provenance of ${quoteInert(key)} cannot be verified without a trusted root.`;
  const next = 'Pass --trusted-root FILE, or set "packages.trustedRoot" in the policy.';
  throw new ToolmarkError('provenance.no-trusted-root', `${message} ${next}`);
}
