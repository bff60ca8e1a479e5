import type { PathPackage } from '@toolmark/core/package';
import type { LocalServer, StoredPackage } from '../sources/local-package.ts';

/** A locked package that can be started. */
export type RunnableLock = StoredPackage | PathPackage;

/** The command line that asks for a locked package; undefined where that needs the entry of a config. */
export function wordsFor(locked: RunnableLock): string[] | undefined {
  if (locked.type === 'npm') return ['npx', '-y', '-p', `${locked.name}@${locked.spec}`, locked.bin];
  if (locked.type !== 'pypi') return undefined;
  const python = locked.python === undefined ? [] : ['--python', locked.python];
  return ['uvx', ...python, '--from', `${locked.name}${locked.spec}`, locked.bin];
}

/** The server with other arguments for its program. */
export function withArguments(server: LocalServer, args: readonly string[]): LocalServer {
  const { source, wanted } = server;
  if (wanted.type === 'npm' || wanted.type === 'pypi' || wanted.type === 'mcpb') {
    return { ...server, wanted: { ...wanted, args } };
  }
  const at = wanted.type === 'oci' ? wanted.at : wanted.type === 'path' ? source.args.indexOf(wanted.file) : -1;
  return { ...server, source: { ...source, args: [...source.args.slice(0, at + 1), ...args] } };
}
