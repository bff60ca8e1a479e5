import { decodeBase64 } from './base64.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { wholeSecond } from './check-path.ts';
import { judgeSigner, type Standing } from './judge-signer.ts';
import type { Trust } from './trust.ts';

const MAX_ENTRIES = 1000;

type Vouched = Extract<Standing, { type: 'vouched' }>;

/**
 * Certificates parsed and chains validated under one trust. Only good news is kept, only for the window in which all
 * that it rests on is valid, and only for the very same chain: with a warm or a cold cache the answer is the same.
 */
export class ChainCache {
  private readonly trust: Trust;
  private readonly certificates = new Map<string, Certificate>();
  private readonly standings = new Map<string, Vouched>();

  constructor(trust: Trust) {
    this.trust = trust;
  }

  /** From canonical base64; throws `certificate.*`. */
  parse(text: string): Certificate {
    const known = this.certificates.get(text);
    if (known !== undefined) return known;
    const certificate = parseCertificate(decodeBase64(text) ?? new Uint8Array());
    keep(this.certificates, text, certificate);
    return certificate;
  }

  async judge(leaf: string, chain: readonly string[], now: Date): Promise<Standing> {
    const key = [leaf, ...chain].join(' ');
    const known = this.standings.get(key);
    if (known !== undefined && isWithin(known, now)) return known;
    const certificates = chain.map(text => this.parse(text));
    const standing = await judgeSigner(this.parse(leaf), certificates, this.trust, now);
    if (standing.type === 'vouched') keep(this.standings, key, standing);
    return standing;
  }
}

function isWithin({ from, until }: Vouched, now: Date): boolean {
  const second = wholeSecond(now);
  return second >= from && second <= until;
}

/** Strangers' certificates come in too, so the oldest entry leaves when there are too many. */
function keep<T>(entries: Map<string, T>, key: string, value: T): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
}
