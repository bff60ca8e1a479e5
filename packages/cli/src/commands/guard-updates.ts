import type { Lock, LockedPackage, LockedServer, Policy } from '@toolmark/core';
import type { NamedServer } from '@toolmark/mcp';
import { packageOf } from '@toolmark/mcp';
import type { GuardSettings } from '@toolmark/mcp/proxy';
import type { Io } from '../io.ts';
import type { UpdateOptions } from '../sources/judge-updates.ts';
import { localServer } from '../sources/local-package.ts';
import { packageFolder } from '../sources/package-folder.ts';
import { readTrees } from '../sources/packages-file.ts';
import { packagePolicy } from '../sources/prove-packages.ts';
import { storeContext } from '../sources/store-context.ts';

interface UpdateArguments extends UpdateOptions {
  readonly lockfile: string;
  readonly policy?: string;
  readonly requireSigned: boolean;
}

type Updates = NonNullable<GuardSettings['updates']>;

/** How changes are judged that a locked publisher signed. Nothing is loaded for a lock without publishers. */
export async function openUpdates(
  given: UpdateArguments,
  servers: readonly NamedServer[],
  { lock, policy }: { readonly lock: Lock; readonly policy: Policy },
  io: Io,
): Promise<Updates | undefined> {
  const isRequired = given.requireSigned || policy.requireSigned === true;
  const isNeeded = servers.some(({ key }) => lock.servers.get(key)?.publisher !== undefined);
  if (!isNeeded && !isRequired) return undefined;
  const { UpdateJudge } = await import('../sources/judge-updates.ts');
  const trustedRoot = given.trustedRoot ?? packagePolicy(given, io)?.trustedRoot;
  const judge = new UpdateJudge({ ...given, ...(trustedRoot === undefined ? {} : { trustedRoot }) }, io);
  return {
    policy: policy.updates ?? 'ask',
    isRequired,
    judge: async ({ key, live, attestation }) => {
      const server = servers.find(one => one.key === key);
      const locked = lock.servers.get(key);
      if (server === undefined || locked === undefined) return { outcome: 'none', findings: [] };
      const running = await packageNow(server, locked, io);
      const folder = await packageFolder(server, running, io);
      const tree = running !== null && 'tree' in running ? readTrees(given.lockfile, io).get(running.tree) : undefined;
      return judge.judge({
        ...{ key, locked, live, package: running },
        ...(tree === undefined ? {} : { tree }),
        ...(attestation === undefined ? {} : { attestation }),
        ...(folder === undefined ? {} : { folder }),
      });
    },
  };
}

/** The code behind a server: a guard starts exactly what is locked, but for local files. */
async function packageNow(
  server: NamedServer,
  { package: locked }: LockedServer,
  io: Io,
): Promise<LockedPackage | null> {
  const local = localServer(server);
  if (local === undefined) return packageOf(server.source);
  if (locked?.type !== 'path') return locked ?? null;
  const { resolvePackage } = await import('@toolmark/store');
  const { package: now } = await resolvePackage(local.wanted, storeContext(local.source, io));
  return now;
}
