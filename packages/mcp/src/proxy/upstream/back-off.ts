const FIRST_MS = 100;
const LONGEST_MS = 30_000;
/** After this time a server counts as stable, and the delay starts over. */
const STABLE_MS = 60_000;

/** The delay before a restart, doubled each time the server fails soon after it. */
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
