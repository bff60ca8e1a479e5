import type { Readable, Writable } from 'node:stream';

/** Everything a command uses of its process. Tests pass their own. */
export interface Io {
  /** Results. */
  readonly out: (text: string) => void;
  /** Progress, hints, errors. */
  readonly stderr: (text: string) => void;
  /** Standard input, up to a number of bytes. */
  readonly stdin: (limit: number) => Uint8Array;
  /** Standard input and output as streams, for sessions. */
  readonly streams: () => { readonly input: Readable; readonly output: Writable };
  /** Resolves on SIGINT, SIGTERM or SIGHUP. */
  readonly untilStopped: () => Promise<void>;
  readonly cwd: string;
  /** Also the environment of started servers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly now: Date;
  /** Whether stdin and stderr are terminals. */
  readonly isInteractive: boolean;
  /** Whether stderr is a terminal. */
  readonly hasProgress: boolean;
  readonly hasColor: boolean;
}

export type Format = 'text' | 'json' | 'sarif' | 'markdown';

/** 0 yes, 1 no, 2: error, the check did not run. */
export const EXIT = { yes: 0, no: 1, error: 2 } as const;
