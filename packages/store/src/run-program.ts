import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { ToolmarkError } from '@toolmark/core';
import type { Context, Environment } from './context.ts';

export interface Program {
  /** For messages, such as `npm`. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}

export interface Outcome {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

const DEFAULT_TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;
const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program without a shell and without input. At the deadline, when the signal is aborted and when this process ends,
 * the whole process group is killed.
 */
export function runProgram(program: Program, limits: Pick<Context, 'timeoutMs' | 'signal'>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    if (limits.signal?.aborted) return reject(cancelled(limits.signal.reason));
    const child = start(program);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let refusal: ToolmarkError | undefined;
    let bytes = 0;
    const refuse = (error: ToolmarkError): void => {
      refusal ??= error;
      killGroup(child);
    };
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) refuse(tooMuchOutput(program));
      else chunks.push(chunk);
    };
    const stopWatching = watch(program, limits, refuse);
    child.stdout?.on('data', collect(stdout));
    child.stderr?.on('data', collect(stderr));
    child.once('error', error => refuse(cannotStart(program, error)));
    // `close` also follows an `error`.
    child.once('close', exitCode => {
      stopWatching();
      release(child);
      if (refusal === undefined) resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) });
      else reject(refusal);
    });
    adopt(child);
  });
}

function start({ command, args, cwd, env }: Program): ChildProcess {
  return spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

function watch(
  { title }: Program,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: Pick<Context, 'timeoutMs' | 'signal'>,
  refuse: (error: ToolmarkError) => void,
): () => void {
  const timer = setTimeout(() => refuse(timedOut(title, timeoutMs)), timeoutMs);
  const onAbort = (): void => refuse(cancelled(signal?.reason));
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

const living = new Set<ChildProcess>();

function adopt(child: ChildProcess): void {
  if (living.size === 0) {
    process.on('exit', killAll);
    // Before other listeners, which count the listeners to find out whether they must end the process.
    for (const signal of FATAL_SIGNALS) process.prependListener(signal, onFatalSignal);
  }
  living.add(child);
}

function release(child: ChildProcess): void {
  living.delete(child);
  if (living.size === 0) stopListening();
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of FATAL_SIGNALS) process.off(signal, onFatalSignal);
}

function onFatalSignal(signal: NodeJS.Signals): void {
  killAll();
  stopListening();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function killAll(): void {
  for (const child of living) killGroup(child);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    // Windows has no process groups: only the child is killed.
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}

function cannotStart({ title }: Program, cause: Error): ToolmarkError {
  const reason = 'code' in cause ? String(cause.code) : 'unknown error';
  const message = `Cannot start ${title} (${reason}). Check that it is installed and on PATH.`;
  return new ToolmarkError('package.resolver-missing', message, { cause });
}

function timedOut(title: string, timeoutMs: number): ToolmarkError {
  const message = `${title} did not finish within ${timeoutMs} ms. Check the network, or increase the timeout.`;
  return new ToolmarkError('package.timeout', message);
}

/** Keeps a reason that has its own code, such as the deadline of the caller. */
export function cancelled(reason: unknown): ToolmarkError {
  if (reason instanceof ToolmarkError) return reason;
  return new ToolmarkError('package.cancelled', 'Pinning the package was cancelled.', { cause: reason });
}

function tooMuchOutput({ title }: Program): ToolmarkError {
  const message = `${title} wrote more than ${MAX_OUTPUT_BYTES} bytes of output. Run it by hand to see why.`;
  return new ToolmarkError('package.resolver-failed', message);
}
