import { parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';
import { createPublisher, createToken } from '../accounts/accounts.ts';
import { OPERATOR } from '../accounts/principal.ts';
import type { Registry } from '../registry.ts';
import { type KeyRecord, parseKeyRecord } from './key-record.ts';
import { WORLD } from './proof-sources.ts';

export type ProofMethod = 'dns' | 'http';

export interface DomainProof {
  readonly domain: string;
  /** RFC 3339, of this moment. */
  readonly timestamp: string;
  /** Over `proofText`, or over the timestamp alone where no registry is named; in hexadecimal. */
  readonly signature: string;
  /** The address of the registry that the proof is made for. */
  readonly registry?: string | undefined;
}

export interface ProvenToken {
  readonly token: string;
  readonly expiresAt: number;
}

const NEAR_MS = 15_000;
const LIFE_MS = 5 * 60_000;

/**
 * A token for the namespace of a domain, for whoever has a key that the domain publishes. Throws `proof.*`; what was
 * wrong with the keys is not told apart from having none, because a stranger may be asking.
 */
export async function proveDomain(
  registry: Registry,
  method: ProofMethod,
  /** Where this registry is, as its clients know it. */
  address: string,
  { domain: given, timestamp, signature, registry: meant }: DomainProof,
): Promise<ProvenToken> {
  const domain = parseDomain(given);
  demandNow(timestamp, registry.now());
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
 * What is signed: it names the registry, so that no other registry can use a proof that was made for it. A signature over the
 * time alone, as clients of the official registry make it, would be good everywhere; it counts only from a key that the
 * domain publishes for this registry.
 */
export function proofText(address: string, domain: string, timestamp: string): string {
  return ['toolmark.dev/registry-proof', originOf(address), domain, timestamp].join('\n');
}

function originOf(address: string): string | undefined {
  return parseUrl(address)?.origin;
}

function otherRegistry(address: string): ToolmarkError {
  const message = `The proof is made for another registry. This one is ${quoteInert(originOf(address) ?? '')}.`;
  return new ToolmarkError('proof.other-registry', message);
}

function unbound(address: string): ToolmarkError {
  const { origin, host } = new URL(address);
  const message = `The proof names no registry, so that any could use it. Sign it for ${quoteInert(origin)}, or publish the key with "; r=${host}".`;
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

function demandNow(timestamp: string, now: Date): void {
  const time = RFC3339.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Math.abs(time - now.getTime()) <= NEAR_MS) return;
  const message = 'The timestamp is not of this moment. Sign the current time, as in 2026-01-31T12:00:00Z.';
  throw new ToolmarkError('proof.timestamp', message);
}

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** More records than any domain has. */
const MAX_RECORDS = 100;

async function keysOf(
  { proofs = WORLD }: Registry,
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
      const message = `No key of ${quoteInert(domain)} could be looked up.`;
      throw new ToolmarkError('proof.unreadable', message, { cause });
    }
  }
}

async function issueToken(registry: Registry, domain: string): Promise<ProvenToken> {
  const publisher = await ensureDomainAccount(registry, domain);
  const expiresAt = registry.now().getTime() + LIFE_MS;
  const namespace = `${domain.split('.').reverse().join('.')}/*`;
  const { token } = await createToken(registry, OPERATOR, publisher, {
    label: 'proof of the domain',
    namespace,
    expiresAt,
  });
  return { token, expiresAt };
}

/** Accounts of domains have a colon in their id, which no admin can give: a proof never opens another's account. */
async function ensureDomainAccount(registry: Registry, domain: string): Promise<string> {
  const id = `domain:${domain}`;
  const permissions = ['publish', 'feedback'] as const;
  await createPublisher(registry, OPERATOR, { id, name: domain, permissions }).catch(error => {
    if (!(error instanceof ToolmarkError) || error.code !== 'publisher.exists') throw error;
  });
  return id;
}

function wrongKey(domain: string): ToolmarkError {
  const message = `No key that ${quoteInert(domain)} publishes has made this signature. Is an old key still published, or the new one not yet?`;
  return new ToolmarkError('proof.wrong-key', message);
}
