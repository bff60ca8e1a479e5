import process from 'node:process';

/**
 * The children that must not outlive this process. They lead groups of their own, so that wrappers such as `npx` and
 * `sh -c` take what they started with them; a Ctrl-C at the terminal therefore no longer reaches them by itself.
 */
const living = new Set<number>();

const FATAL_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the group when this process ends, by itself or by a signal. */
export function adoptGroup(pid: number): void {
  if (living.size === 0) listen();
  living.add(pid);
}

/** The group is gone. */
export function releaseGroup(pid: number): void {
  living.delete(pid);
  if (living.size === 0) stopListening();
}

/** Whether there was anybody left to get the signal; signal 0 only asks. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no groups: there the child alone is ended.
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
  // Another listener decides what becomes of this process and its children, which do not outlive it in any case.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}

function killAll(): void {
  for (const pid of living) signalGroup(pid, 'SIGKILL');
  living.clear();
}
