import { parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';
import { createToken, ensurePublisher } from '../accounts/accounts.ts';
import { OPERATOR } from '../accounts/principal.ts';
import type { Registry } from '../registry.ts';
import { type KeyRecord, parseKeyRecord } from './key-record.ts';
import { NETWORK_SOURCES } from './proof-sources.ts';

export type ProofMethod = 'dns' | 'http';

export interface DomainProof {
  readonly domain: string;
  /** The current time in RFC 3339. */
  readonly timestamp: string;
  /** Over `proofText`, or over the timestamp alone where no registry is named. Hexadecimal. */
  readonly signature: string;
  /** The address of the registry that the proof is for. */
  readonly registry?: string | undefined;
}

export interface ProvenToken {
  readonly token: string;
  readonly expiresAt: number;
}

const NEAR_MS = 15_000;
const LIFE_MS = 5 * 60_000;

/**
 * Issues a token for the namespace of a domain to the holder of a key that the domain publishes. Throws `proof.*`, with one
 * error for wrong and missing keys.
 */
export async function proveDomain(
  registry: Registry,
  method: ProofMethod,
  /** The public address of this registry. */
  address: string,
  { domain: given, timestamp, signature, registry: meant }: DomainProof,
): Promise<ProvenToken> {
  const domain = parseDomain(given);
  requireCurrentTime(timestamp, registry.now());
  if (meant !== undefined && originOf(meant) !== originOf(address)) throw otherRegistry(address);
  const keys = await keysOf(registry, method, domain);
  const bytes = Buffer.from(signature, 'hex');
  const here = new URL(address).host;
  const usable = keys.filter(key => key.registry === here || (key.registry === undefined && meant !== undefined));
  const text = meant === undefined ? timestamp : proofText(address, domain, timestamp);
  if (usable.some(key => key.verify(text, bytes))) return await issueToken(registry, domain);
  if (meant === undefined && keys.some(key => key.verify(timestamp, bytes))) throw unbound(address);
  throw wrongKey(domain);
}

/**
 * The signed text. It names the registry, so that another registry cannot reuse the proof. A signature over the time alone,
 * as clients of the official registry create it, could be used anywhere; it is accepted only from a key that the domain
 * publishes for this registry.
 */
export function proofText(address: string, domain: string, timestamp: string): string {
  return ['toolmark.dev/registry-proof', originOf(address), domain, timestamp].join('\n');
}

function originOf(address: string): string | undefined {
  return parseUrl(address)?.origin;
}

function otherRegistry(address: string): ToolmarkError {
  const message = `The proof is for another registry. This one is ${quoteInert(originOf(address) ?? '')}.`;
  return new ToolmarkError('proof.other-registry', message);
}

function unbound(address: string): ToolmarkError {
  const { origin, host } = new URL(address);
  const message = `The proof names no registry, so any registry could reuse it. Sign it for ${quoteInert(origin)}, or publish the key with "; r=${host}".`;
  return new ToolmarkError('proof.unbound', message);
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function parseDomain(given: string): string {
  const domain = given.toLowerCase();
  const labels = domain.split('.');
  const isName = labels.length >= 2 && labels.every(label => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (isName && domain.length <= 253) return domain;
  throw new ToolmarkError('proof.domain', `${quoteInert(given)} is not a domain such as example.com.`);
}

function requireCurrentTime(timestamp: string, now: Date): void {
  const time = RFC3339.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Math.abs(time - now.getTime()) <= NEAR_MS) return;
  const message = 'The timestamp is not current. Sign the current time, as in 2026-01-31T12:00:00Z.';
  throw new ToolmarkError('proof.timestamp', message);
}

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** More records than any domain has. */
const MAX_RECORDS = 100;

async function keysOf(
  { proofs = NETWORK_SOURCES }: Registry,
  method: ProofMethod,
  domain: string,
): Promise<readonly KeyRecord[]> {
  const records = await recordsOf();
  return records
    .slice(0, MAX_RECORDS)
    .map(parseKeyRecord)
    .filter(key => key !== undefined);

  async function recordsOf(): Promise<readonly string[]> {
    try {
      return method === 'dns' ? await proofs.txt(domain) : (await proofs.wellKnown(domain)).split('\n');
    } catch (cause) {
      if (cause instanceof ToolmarkError) throw cause;
      const message = `The keys of ${quoteInert(domain)} could not be looked up.`;
      throw new ToolmarkError('proof.unreadable', message, { cause });
    }
  }
}

async function issueToken(registry: Registry, domain: string): Promise<ProvenToken> {
  // An admin cannot create an id with a colon, so a proof never gives access to another account.
  const publisher = `domain:${domain}`;
  await ensurePublisher(registry, { id: publisher, name: domain, permissions: ['publish', 'feedback'] });
  const expiresAt = registry.now().getTime() + LIFE_MS;
  const namespace = `${domain.split('.').reverse().join('.')}/*`;
  const { token } = await createToken(registry, OPERATOR, publisher, {
    label: 'proof of the domain',
    namespace,
    expiresAt,
  });
  return { token, expiresAt };
}

function wrongKey(domain: string): ToolmarkError {
  const message = `No key that ${quoteInert(domain)} publishes made this signature. Check that the current key is published.`;
  return new ToolmarkError('proof.wrong-key', message);
}
