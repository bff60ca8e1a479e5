import type { AttestationFacts, AttestationSigner, ServerEntry } from '@toolmark/client';
import { inert, type JsonObject } from '@toolmark/core';
import { objectAt, objectsAt, textAt } from './json-members.ts';
import { formatTable } from './table.ts';

/** What a registry of Toolmark says about attestations of an entry. Empty if it says nothing. */
export function formatAttestations({ _meta }: ServerEntry): string {
  const own = objectAt(_meta, 'dev.toolmark/registry');
  const rows = own === undefined ? [] : objectsAt(own, 'attestations').map(rowOf);
  return rows.length === 0 ? '' : formatTable([['  ATTESTED BY', 'STATUS', 'SURFACE', 'BUNDLE'], ...rows], 80);
}

function rowOf(facts: JsonObject): string[] {
  const signer = (objectAt(facts, 'signer') ?? {}) as unknown as Partial<AttestationSigner>;
  return [`  ${nameOf(signer)}`, ...['outcome', 'surfaceDigest', 'digest'].map(name => textAt(facts, name))];
}

export function formatAdded({ name, version, signer, digest }: AttestationFacts): string {
  return `${inert(name)} ${inert(version)}  attested by ${inert(nameOf(signer))}\n${inert(digest)}\n`;
}

/** The members of a signer are untrusted: those of another type are left out. */
function nameOf(signer: object): string {
  const { kind, subject, publicKeyDigest } = signer as Readonly<Record<string, unknown>>;
  const name = kind === 'key' ? publicKeyDigest : subject;
  return typeof name === 'string' ? `${kind === 'key' ? 'key ' : ''}${name}` : 'unknown';
}
