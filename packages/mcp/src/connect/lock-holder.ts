import { readFileSync } from 'node:fs';

/** Identifies this process in a lock file. PIDs are reused: start time and boot id distinguish it from earlier processes. */
export function describeHolder(): string {
  return `${process.pid} ${ownStart()} ${bootId()}`;
}

/** Whether a boot id is the current one of this machine. */
export function isOfThisBoot(boot: string): boolean {
  return boot !== '' && boot === bootId();
}

/** Whether the holder may still be running, assuming it ran on this machine. A reused PID looks alive. */
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

/** The content of a lock file; empty if there is none. */
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
