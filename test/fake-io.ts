import { PassThrough } from 'node:stream';
import type { Io } from '../packages/cli/src/io.ts';

/** What a command has printed so far. */
export interface Printed {
  out: string;
  talk: string;
}

/** A world for a command, with nobody at the terminal and nothing to read; and what the command prints in it. */
export function fakeIo(world: Partial<Io> = {}): { readonly io: Io; readonly printed: Printed } {
  const printed = { out: '', talk: '' };
  const io: Io = {
    out: text => {
      printed.out += text;
    },
    talk: text => {
      printed.talk += text;
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
