import type { Readable, Writable } from 'node:stream';

/** The world as a command sees it. Tests hand in their own; `start` hands in the process. */
export interface Io {
  /** Results. */
  readonly out: (text: string) => void;
  /** Talk: progress, hints, errors. */
  readonly talk: (text: string) => void;
  /** Standard input, up to a number of bytes. */
  readonly stdin: (limit: number) => Uint8Array;
  /** Standard input and output as streams, for what goes on until the other side ends it. */
  readonly streams: () => { readonly input: Readable; readonly output: Writable };
  /** Resolves when somebody wants the command to end, and waits for nobody otherwise. */
  readonly untilStopped: () => Promise<void>;
  readonly cwd: string;
  /** The environment, which servers are started in. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly now: Date;
  /** Whether a person sits at the other end of stdin and stderr. */
  readonly isInteractive: boolean;
  /** Whether stderr is a terminal, where progress is shown. */
  readonly hasProgress: boolean;
  readonly hasColor: boolean;
}

export type Format = 'text' | 'json' | 'sarif' | 'markdown';

/** Exit codes: the answer is yes, the answer is no, or the check did not run. */
export const EXIT = { yes: 0, no: 1, unasked: 2 } as const;

/** Told the exit code of a command. */
export type Finish = (code: number) => void;
