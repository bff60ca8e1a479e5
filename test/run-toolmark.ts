import { PassThrough, Readable } from 'node:stream';
import type { Io } from '../packages/cli/src/io.ts';
import { run } from '../packages/cli/src/main.ts';
import { fakeIo } from './fake-io.ts';

export interface Outcome {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process, in a folder, at a fixed time, without a terminal. */
export async function runToolmark(
  args: readonly string[],
  world: Pick<Io, 'cwd'> & Partial<Io> & { readonly input?: string },
): Promise<Outcome> {
  const { io, printed } = fakeIo({
    stdin: () => new TextEncoder().encode(world.input ?? ''),
    streams: () => ({ input: Readable.from([world.input ?? '']), output: new PassThrough() }),
    env: process.env,
    home: world.cwd,
    now: new Date('2026-11-15T12:00:00Z'),
    ...world,
  });
  const exit = await run(args, io);
  return { exit, stdout: printed.out, stderr: printed.stderr };
}
