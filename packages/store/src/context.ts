import type { Finding } from '@toolmark/core';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the store needs from its caller; nothing is read from the process. */
export interface Context {
  /** The folder of the store; created if it does not exist. */
  readonly store: string;
  /** Where the server is started: project configuration of npm and uv, and relative paths, are read from there. */
  readonly cwd: string;
  readonly env: Environment;
  /** Limits each child process and request. Default: 5 minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onNote?: (finding: Finding) => void;
}
