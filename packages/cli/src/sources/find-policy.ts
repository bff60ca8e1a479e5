import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Io } from '../io.ts';

export const POLICY_FILE = 'toolmark.policy.yaml';

const NAMES = [POLICY_FILE, 'toolmark.policy.json'];

export interface PolicyPlace {
  readonly lockfile: string;
  readonly policy?: string;
}

/**
 * The policy file that was named, else the one beside the lock, if there is one. The working folder has no say: clients
 * start the guard anywhere, and a checkout must not bring along what it is judged by.
 */
export function findPolicy({ lockfile, policy }: PolicyPlace, io: Pick<Io, 'cwd'>): string | undefined {
  // A lock from standard input lies nowhere.
  if (policy !== undefined || lockfile === '-') return policy;
  // A link that leads nowhere counts: it is a policy that cannot be read, and not none.
  return NAMES.map(name => path.join(path.dirname(lockfile), name)).find(
    file => lstatSync(path.resolve(io.cwd, file), { throwIfNoEntry: false }) !== undefined,
  );
}

/** The same for those who need one: where none is found, the usual file is the one that is missing. */
export function expectPolicy(place: PolicyPlace, io: Pick<Io, 'cwd'>): string {
  return findPolicy(place, io) ?? path.join(path.dirname(place.lockfile), POLICY_FILE);
}
