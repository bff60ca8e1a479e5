import { ToolmarkError } from '../base/index.ts';
import { decodeBase64 } from './base64.ts';
import { type Certificate, parseCertificate, pemForDer } from './certificate.ts';
import { wholeSecond } from './check-path.ts';
import { judgeSigner, type Standing } from './judge-signer.ts';
import { NOT_BASE64, type SignedDocument } from './signed-document.ts';
import type { Trust } from './trust.ts';

const MAX_CERTIFICATES = 1000;

type Vouched = Extract<Standing, { type: 'vouched' }>;

/** A certificate, and for each chain that came with it who vouched for it. */
export interface Entry {
  readonly certificate: Certificate;
  readonly vouched: Map<string, Vouched>;
}

/**
 * Certificates parsed and chains validated under one trust. Only good news is kept, only for the window in which all
 * that it rests on is valid, and only for the very same chain: with a warm or a cold cache the answer is the same.
 */
export class ChainCache {
  private readonly trust: Trust;
  private readonly entries = new Map<string, Entry>();

  constructor(trust: Trust) {
    this.trust = trust;
  }

  /** By its canonical base64, which is one-to-one with the DER; throws `signature.base64` or `certificate.*`. */
  get(text: string): Entry {
    const known = this.entries.get(text);
    if (known !== undefined) return known;
    const entry = { certificate: parseCertificate(decode(text)), vouched: new Map<string, Vouched>() };
    this.entries.set(text, entry);
    forgetOldest(this.entries, MAX_CERTIFICATES);
    return entry;
  }

  /** The cached result for a signer at a time. */
  find({ vouched }: Entry, presented: Presented, now: Date): Standing | undefined {
    const standing = vouched.get(keyOf(presented));
    return standing !== undefined && isWithin(standing, now) ? standing : undefined;
  }

  async judge({ certificate: leaf, vouched }: Entry, presented: Presented, now: Date): Promise<Standing> {
    const chain = presented.chain.map(text => this.get(text).certificate);
    const standing = await judgeSigner({ leaf, chain, isCovered: isCovered(presented) }, this.trust, now);
    if (standing.type === 'vouched') vouched.set(keyOf(presented), standing);
    forgetOldest(vouched, MAX_CHAINS);
    return standing;
  }
}

type Presented = Pick<SignedDocument, 'version' | 'chain'>;

function isCovered({ version }: Presented): boolean {
  return version === '1.1';
}

function keyOf(presented: Presented): string {
  return `${isCovered(presented)} ${presented.chain.join(' ')}`;
}

/** The number of chains kept per signer. */
const MAX_CHAINS = 10;

/** Untrusted certificates are cached too, so the oldest is evicted. */
function forgetOldest<T>(entries: Map<string, T>, limit: number): void {
  const [oldest] = entries.size > limit ? entries.keys() : [];
  if (oldest !== undefined) entries.delete(oldest);
}

function decode(text: string): Uint8Array {
  if (text.startsWith('-----BEGIN')) throw pemForDer();
  const der = decodeBase64(text);
  if (der === undefined) throw new ToolmarkError('signature.base64', NOT_BASE64);
  return der;
}

function isWithin({ from, until }: Vouched, now: Date): boolean {
  const second = wholeSecond(now);
  return from <= second && second <= until;
}
