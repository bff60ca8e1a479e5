const FIRST_MS = 100;
const LONGEST_MS = 30_000;
/** A server that ran this long has started well: its next end is a new story. */
const STABLE_MS = 60_000;

/** How long to wait before a server is started again: twice as long each time it fails soon after. */
export class BackOff {
  private delayMs = FIRST_MS;
  private upSince: number | undefined;

  isUp(now: number): void {
    this.upSince = now;
  }

  next(now: number): number {
    if (this.upSince !== undefined && now - this.upSince >= STABLE_MS) this.delayMs = FIRST_MS;
    this.upSince = undefined;
    const delay = this.delayMs;
    this.delayMs = Math.min(2 * delay, LONGEST_MS);
    return delay;
  }
}
