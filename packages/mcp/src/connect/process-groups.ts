import type { ChildProcess } from 'node:child_process';
import process from 'node:process';

/**
 * Children that must not outlive this process. Each leads its own process group, so that signals also reach what wrappers
 * such as `npx` and `sh -c` start. Ctrl-C at the terminal therefore does not reach them directly.
 */
const living = new Set<number>();

/** How long a child may take to exit after its input is closed, and after each signal. */
const GRACE_MS = 500;
const POLL_MS = 10;

const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Kills the group when this process exits, also by a signal. */
export function adoptGroup(pid: number): void {
  if (living.size === 0) listen();
  living.add(pid);
}

function releaseGroup(pid: number): void {
  living.delete(pid);
  if (living.size === 0) stopListening();
}

/** Whether the group still has a process; signal 0 only checks. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no process groups: only the child is signalled.
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
    return true;
  } catch {
    return false;
  }
}

function listen(): void {
  process.on('exit', killAll);
  for (const signal of FATAL_SIGNALS) process.on(signal, onFatalSignal);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of FATAL_SIGNALS) process.off(signal, onFatalSignal);
}

function onFatalSignal(signal: NodeJS.Signals): void {
  // Another listener handles the signal; the exit handler still kills the children.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}

function killAll(): void {
  for (const pid of living) signalGroup(pid, 'SIGKILL');
  living.clear();
}

/** Terminates a child and its process group, gracefully first, and returns when they are gone. */
export async function reap(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.stdin?.end();
  if (!(await exits(child))) signalGroup(pid, 'SIGTERM');
  if (!(await exits(child))) signalGroup(pid, 'SIGKILL');
  await exits(child);
  await endLeftovers(pid);
  releaseGroup(pid);
}

function exits(child: ChildProcess): Promise<boolean> {
  if (hasExited(child)) return Promise.resolve(true);
  return new Promise(resolve => {
    const onExit = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      child.off('exit', onExit);
      resolve(false);
    }, GRACE_MS);
    child.once('exit', onExit);
  });
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The leader has exited, but a wrapper may have left children in the group. */
async function endLeftovers(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < GRACE_MS; waited += POLL_MS) {
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, 'SIGKILL');
}
