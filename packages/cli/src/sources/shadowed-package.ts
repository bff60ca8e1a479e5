import { existsSync } from 'node:fs';
import path from 'node:path';
import { inert, quoteInert } from '@toolmark/core';
import type { NamedServer } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { type LocalServer, localServer } from './local-package.ts';

/** Reports commands such as `npx NAME` that would run what a project has installed, and not what is pinned. */
export function noteShadowed(servers: readonly NamedServer[], io: Io): void {
  for (const server of servers) {
    const local = localServer(server);
    const folder = local === undefined ? undefined : shadowOf(local, io);
    if (folder === undefined) continue;
    const what = `Without the guard, its command runs ${quoteInert(folder, 200)}, and not the pinned package.`;
    io.stderr(`${inert(server.key)}: ${what} [package.shadowed]\n`);
  }
}

/** The folder that npx prefers to the registry, relative to that of the server. It looks only for a name without a version. */
export function shadowOf({ source, wanted }: LocalServer, { cwd }: Pick<Io, 'cwd'>): string | undefined {
  if (wanted.type !== 'npm' || !/^(?:npx|npm)\b/.test(wanted.runner)) return undefined;
  const name = wanted.specs[0]?.name;
  if (name === undefined || !source.args.some(arg => arg === name || arg === `--package=${name}`)) return undefined;
  const start = path.resolve(cwd, source.cwd ?? '.');
  const found = foldersAbove(start)
    .map(folder => path.join(folder, 'node_modules', name))
    .find(folder => existsSync(folder));
  return found === undefined ? undefined : path.relative(start, found);
}

function foldersAbove(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}
