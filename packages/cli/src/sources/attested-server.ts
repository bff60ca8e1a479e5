import path from 'node:path';
import { type Digest, inert, type LockedPackage, pin, quoteInert, ToolmarkError } from '@toolmark/core';
import { type PackageTree, recognisePackage } from '@toolmark/core/package';
import type { SeenServer } from '@toolmark/core/lock';
import type { NamedServer } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { type AskOptions, askServers } from './ask-servers.ts';
import { askFound, asBefore, type FoundPackage, findPackages, findToLock } from './find-packages.ts';
import { findServers } from './find-servers.ts';
import { localServer } from './local-package.ts';
import type { SourceOptions } from './source-options.ts';
import { storeContext } from './store-context.ts';

export interface AttestedOptions extends SourceOptions, AskOptions {
  /** A package of a registry, as `NAME@VERSION`, `pypi:NAME@VERSION`, `oci:IMAGE` or a file. */
  readonly package?: string;
  /** For a bundle that is shipped inside the package: nothing is published yet. */
  readonly inside?: boolean;
}

/** A server and the code that it runs. */
export interface AttestedServer {
  readonly snapshot: SeenServer;
  readonly surfaceDigest: Digest;
  readonly package: Exclude<LockedPackage, { readonly type: 'unpinned' }>;
  readonly tree?: PackageTree;
  /** Whether exactly this package was started, and not a command in its place. */
  readonly isStarted: boolean;
  /** Names of the variables that it was started with. */
  readonly env: readonly string[];
}

/** Starts the one server that the options name, from its package where there is one, and reads all that it shows. */
export async function askAttestedServer(options: AttestedOptions, io: Io): Promise<AttestedServer> {
  const server = await findOne(options, io);
  const isOtherCode = options.package !== undefined && options.command !== undefined;
  const found = isOtherCode ? await otherCode(server, options.package, io) : await startable(server, io);
  const [outcome] = (await findPackages([server], async () => found, io)).values();
  if (outcome instanceof ToolmarkError) throw outcome;
  const bound = named(found.package, server);
  const snapshot = await ask(server, found, options, io);
  const { source } = server;
  return {
    snapshot,
    surfaceDigest: pin(snapshot).surfaceDigest,
    package: bound,
    ...(found.tree === undefined ? {} : { tree: found.tree }),
    isStarted: !isOtherCode,
    env: source.kind === 'stdio' ? Object.keys(source.env ?? {}).sort() : [],
  };
}
