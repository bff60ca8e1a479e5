import type { ChildProcess } from 'node:child_process';
import { releaseGroup, signalGroup } from './process-groups.ts';

/** How long a child may take for each step: after its input ends, and after it is asked to go. */
const GRACE_MS = 500;
const POLL_MS = 10;

/** Ends a child and all that it started, politely first, and returns when they are gone. */
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

/** The leader is gone, but a wrapper may have left its own children in the group. */
async function endLeftovers(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < GRACE_MS; waited += POLL_MS) {
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, 'SIGKILL');
}
