import { PassThrough } from 'node:stream';
import type { Io } from '../packages/cli/src/io.ts';

/** The output of a command so far. */
export interface Printed {
  out: string;
  stderr: string;
}

/** An `Io` without a terminal or input, and the output of the command. */
export function fakeIo(world: Partial<Io> = {}): { readonly io: Io; readonly printed: Printed } {
  const printed = { out: '', stderr: '' };
  const io: Io = {
    out: text => {
      printed.out += text;
    },
    stderr: text => {
      printed.stderr += text;
    },
    stdin: () => new Uint8Array(),
    streams: () => ({ input: new PassThrough(), output: new PassThrough() }),
    untilStopped: () => new Promise(() => {}),
    cwd: import.meta.dirname,
    env: {},
    home: '/',
    now: new Date(0),
    isInteractive: false,
    hasProgress: false,
    hasColor: false,
    ...world,
  };
  return { io, printed };
}
