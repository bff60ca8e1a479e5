import path from 'node:path';
import { type LockedPackage, quoteInert, ToolmarkError } from '@toolmark/core';
import {
  type Launch,
  type PackageTree,
  type PinnedPackage,
  type Recognised,
  recognisePackage,
} from '@toolmark/core/package';
import type { NamedServer, PreparedStart, ServerSource } from '@toolmark/mcp';
import type { Context } from '@toolmark/store';
import { steeringVariable } from './steering-variable.ts';
import type { StdioSource } from './store-context.ts';

/** A local server and what its command starts. */
export interface LocalServer {
  readonly key: string;
  readonly source: StdioSource;
  readonly wanted: Recognised;
}

/** Undefined for a remote server. */
export function localServer({ key, source }: NamedServer): LocalServer | undefined {
  return source.kind === 'stdio' ? { key, source, wanted: wantedBy(source) } : undefined;
}

/** Variables of the entry belong to its command: one that loads other code is like an option that does. */
function wantedBy(source: StdioSource): Recognised {
  const wanted = recognisePackage(launchOf(source));
  const variable = STORED.has(wanted.type) ? steeringVariable(source.env) : undefined;
  if (variable === undefined) return wanted;
  return { type: 'unpinned', reason: `The variable ${quoteInert(variable)} of the entry can load other code.` };
}

export function launchOf({ command, args }: StdioSource): Launch {
  return { command, args };
}

/** A package that is started from the store, and never by its command. */
export type StoredPackage = Exclude<PinnedPackage, { readonly type: 'path' | 'unpinned' }>;

export function isStored(locked: LockedPackage | null | undefined): locked is StoredPackage {
  return locked !== undefined && locked !== null && STORED.has(locked.type);
}

const STORED: ReadonlySet<string> = new Set<StoredPackage['type']>(['npm', 'pypi', 'oci', 'mcpb']);

/** Installs what is missing and verifies what is there. Throws `package.*` or `store.*`. */
export async function startOf(
  pinned: StoredPackage,
  tree: PackageTree | undefined,
  { source, wanted }: LocalServer,
  context: Context,
): Promise<PreparedStart> {
  const { preparePackage } = await import('@toolmark/store');
  const { cwd } = source;
  return preparePackage(pinned, tree, wanted, { ...launchOf(source), ...(cwd === undefined ? {} : { cwd }) }, context);
}

/** Whether a command is one that downloads code before it starts it. */
export function fetchesCode(source: ServerSource): boolean {
  if (source.kind !== 'stdio') return false;
  const words = [source.command, ...source.args.slice(0, 2)];
  return words.map(baseOf).some(word => RUNNERS.has(word));
}

const RUNNERS = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bunx', 'bun', 'uvx', 'uv', 'pipx', 'docker', 'podman']);

function baseOf(word: string): string {
  return path.win32.basename(word).replace(/\.(?:cmd|exe|ps1|bat)$/i, '');
}

export function otherPackage(key: string): ToolmarkError {
  const next = 'Check the command. If it is right, run "toolmark lock".';
  const message = `The command of ${quoteInert(key)} asks for another package than the lock. ${next}`;
  return new ToolmarkError('guard.other-package', message);
}
