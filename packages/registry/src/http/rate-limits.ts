import { ToolmarkError } from '@toolmark/core';

export interface RateLimitOptions {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** Requests with a wrong token, by address. They never affect valid tokens. */
  readonly failuresPerMinute: number;
}

export const DEFAULT_RATE_LIMITS: RateLimitOptions = {
  readsPerMinute: 6_000,
  writesPerMinute: 600,
  failuresPerMinute: 30,
};

interface Bucket {
  tokens: number;
  at: number;
}

/** Addresses are cheap, so the table is limited; the least recently used buckets are dropped. */
const MAX_BUCKETS = 50_000;

/** Token buckets, one per caller and kind of request. */
export class RateLimits {
  readonly #perMinute: Readonly<Record<RateKind, number>>;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: RateLimitOptions, now: () => number) {
    const { readsPerMinute, writesPerMinute, failuresPerMinute } = options;
    this.#perMinute = { read: readsPerMinute, write: writesPerMinute, failure: failuresPerMinute };
    this.#now = now;
  }

  /** Takes a token from a caller's bucket. Throws `request.too-many`. */
  take(kind: RateKind, caller: string): void {
    const bucket = this.#bucket(kind, caller);
    if (bucket.tokens < 1) throw new TooManyRequests(this.#secondsToWait(kind));
    bucket.tokens -= 1;
  }

  /** Until the next token. */
  #secondsToWait(kind: RateKind): number {
    return Math.ceil(60 / this.#perMinute[kind]);
  }

  #bucket(kind: RateKind, caller: string): Bucket {
    const key = `${kind} ${caller}`;
    const now = this.#now();
    const full = this.#perMinute[kind];
    const bucket = this.#buckets.get(key) ?? { tokens: full, at: now };
    bucket.tokens = Math.min(full, bucket.tokens + ((now - bucket.at) / 60_000) * full);
    bucket.at = now;
    if (this.#buckets.size >= MAX_BUCKETS && !this.#buckets.has(key)) this.#forgetOldest();
    // Moved to the end: the first in the map is the least recently used.
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}

type RateKind = 'read' | 'write' | 'failure';

export class TooManyRequests extends ToolmarkError {
  override readonly name: string = 'TooManyRequests';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('request.too-many', 'Too many requests. Wait a little and slow down.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
