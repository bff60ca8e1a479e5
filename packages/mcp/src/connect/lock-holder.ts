import { readFileSync } from 'node:fs';

/**
 * Names this process in a lock file. Numbers of processes are used again: the start tells this process from an earlier one
 * of its number, and the boot id tells it from all processes before the machine was started.
 */
export function describeHolder(): string {
  return `${process.pid} ${ownStart()} ${bootId()}`;
}

/** Whether a boot id is known to be that of this machine since it was started. */
export function isOfThisBoot(boot: string): boolean {
  return boot !== '' && boot === bootId();
}

/**
 * Whether the process that wrote this into a lock file may still run, if it is one of this machine. A process that got its
 * number since looks alive.
 */
export function isHolderAlive(holder: string): boolean {
  const [pid = '', start, boot = ''] = holder.trim().split(' ');
  const isOfEarlierBoot = boot !== '' && bootId() !== '' && boot !== bootId();
  if (!/^[1-9]\d{0,9}$/.test(pid) || isOfEarlierBoot) return false;
  if (Number(pid) === process.pid) return start === ownStart();
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The text of a lock file; empty when there is none. */
export function holderIn(lock: string): string {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return '';
  }
}

function ownStart(): string {
  return String(Math.round(performance.timeOrigin));
}

function bootId(): string {
  return holderIn('/proc/sys/kernel/random/boot_id').trim();
}
