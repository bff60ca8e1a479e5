import path from 'node:path';
import type { LockedPackage } from '@toolmark/core';
import type { NamedServer } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { localServer } from './local-package.ts';

/** The root of the package that a server runs; undefined where it is not a folder of this machine. */
export async function packageFolder(
  server: NamedServer,
  of: LockedPackage | null,
  io: Pick<Io, 'cwd'>,
): Promise<string | undefined> {
  const { source } = server;
  if (source.kind !== 'stdio' || of === null) return undefined;
  if (of.type === 'path') {
    const wanted = localServer(server)?.wanted;
    return wanted?.type === 'path' ? path.dirname(path.resolve(source.cwd ?? io.cwd, wanted.file)) : undefined;
  }
  if (of.type !== 'npm' || source.prepare === undefined) return undefined;
  const { command, args } = await source.prepare(undefined);
  const inside = `${path.sep}node_modules${path.sep}${of.name.split('/').join(path.sep)}${path.sep}`;
  return [command, ...args].flatMap(word => folderIn(word, inside))[0];
}

/** The part of a path that ends with the package. */
function folderIn(word: string, inside: string): string[] {
  const at = word.indexOf(inside);
  return at < 0 ? [] : [word.slice(0, at + inside.length - 1)];
}
