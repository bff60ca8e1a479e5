import { type LockedPackage, remoteAddress } from '@toolmark/core';

/** How to reach a server: a child process on standard input and output, or streamable HTTP. */
export type ServerSource =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
      /** Called before every start, also of a restart. A refusal is the error of that start. */
      readonly prepare?: Prepare;
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** What is started in place of the command of the source. `env` is added to the variables of the source. */
export interface PreparedStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The signal is aborted when the start is no longer wanted. */
export type Prepare = (signal: AbortSignal | undefined) => Promise<PreparedStart>;

/** A server with the key that locks and reports use for it. */
export interface NamedServer {
  readonly key: string;
  readonly source: ServerSource;
  /** Set when the config entry starts a guard and the source is the upstream server. */
  readonly behind?: 'guard';
}

/** The package that a lock entry is bound to: the address of a remote server, null for a local one. */
export function packageOf(source: ServerSource): LockedPackage | null {
  if (source.kind === 'stdio') return null;
  // A URL without an address cannot be connected to; its text must not enter the lock.
  return { type: 'remote', name: remoteAddress(source.url)?.text ?? '' };
}
