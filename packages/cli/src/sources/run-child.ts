import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Io } from '../io.ts';

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a program in our place: it has our standard streams, gets our signals, and its exit code is the result. */
export function runChild({ command, args, cwd, env }: ChildCommand, io: Pick<Io, 'isInteractive'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    const forward = (signal: NodeJS.Signals): void => {
      // A terminal sends Ctrl-C to the program too.
      if (signal !== 'SIGINT' || !io.isInteractive) child.kill(signal);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    const end = (): void => {
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    child.once('error', cause => {
      end();
      const message = `Cannot start ${quoteInert(command)} (${(cause as NodeJS.ErrnoException).code}).`;
      reject(new ToolmarkError('server.cannot-start', message, { cause }));
    });
    child.once('exit', (code, signal) => {
      end();
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}
