import type { NamedServer, UnusableEntry } from '@toolmark/mcp';

/** Where the servers of a command come from. */
export interface SourceOptions {
  /** What follows `--`. */
  readonly command?: readonly string[] | undefined;
  readonly url?: string;
  readonly header?: readonly string[];
  readonly config?: string;
  readonly discover?: boolean;
  readonly name?: string;
  /** Only the server of this key. */
  readonly server?: string;
  /** Variables that programs get although servers do not inherit them. */
  readonly passEnv?: readonly string[];
}

export interface FoundServers {
  readonly servers: readonly NamedServer[];
  /** Entries that cannot be asked, with the reason. */
  readonly unusable: readonly UnusableEntry[];
}
