import type { AttestationFacts, AttestationSigner, ServerEntry } from '@toolmark/client';
import { inert, type JsonObject } from '@toolmark/core';
import { objectAt, objectsAt, textAt } from './json-members.ts';
import { formatTable } from './table.ts';

/** What a registry of Toolmark says about attestations of an entry. Empty if it says nothing. */
export function formatAttestations(entry: ServerEntry): string {
  const rows = factsOf(entry).map(rowOf);
  return rows.length === 0 ? '' : formatTable([['  STATUS', 'SURFACE', 'BUNDLE', 'ATTESTED BY'], ...rows], 80);
}

/** Whether its registry says that an attestation is trusted. */
export function isAttested(entry: ServerEntry): boolean {
  return factsOf(entry).some(facts => textAt(facts, 'outcome') === 'trusted');
}

function factsOf({ _meta }: ServerEntry): JsonObject[] {
  const own = objectAt(_meta, 'dev.toolmark/registry');
  return own === undefined ? [] : objectsAt(own, 'attestations');
}

function rowOf(facts: JsonObject): string[] {
  const signer = (objectAt(facts, 'signer') ?? {}) as unknown as Partial<AttestationSigner>;
  const [outcome = '', ...digests] = ['outcome', 'surfaceDigest', 'digest'].map(name => textAt(facts, name));
  return [`  ${outcome}`, ...digests, nameOf(signer)];
}

export function formatAdded({ name, version, signer, digest }: AttestationFacts): string {
  return `${inert(name)} ${inert(version)}  attested by ${inert(nameOf(signer))}\n${inert(digest)}\n`;
}

/** The members of a signer are untrusted: those of another type are left out. */
function nameOf(signer: object): string {
  const { kind, subject, issuer, publicKeyDigest } = signer as Readonly<Record<string, unknown>>;
  if (kind === 'key' && typeof publicKeyDigest === 'string') return `key ${publicKeyDigest}`;
  if (typeof subject !== 'string') return 'unknown';
  // Two issuers may use the same subject.
  return kind === 'identity' && typeof issuer === 'string' ? `${subject} (${issuer})` : subject;
}
