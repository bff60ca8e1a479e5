import { TrustedRoot as RootMessage } from '@sigstore/protobuf-specs';
import { type TrustMaterial, toTrustMaterial } from '@sigstore/verify';
import { type Digest, type Json, type JsonObject, readJson, sha256 } from '../../base/index.ts';
import { parseCertificate } from '../certificate.ts';
import { isSelfIssued } from '../name-constraints.ts';
import type { Trust } from '../trust.ts';
import {
  below,
  bytesAt,
  hasMember,
  listAt,
  memberAt,
  objectAt,
  type Place,
  refusal,
  textAt,
} from './strict-members.ts';

/** A time span. Both ends are inside; without `until` it is open. */
export interface Span {
  readonly from: Date;
  readonly until: Date | undefined;
}

/** A Sigstore trusted root, given by the reader: the authorities and logs that bundles are verified against. */
export interface TrustedRoot {
  /** SHA-256 of the file. */
  readonly digest: Digest;
  /** @internal */
  readonly authorities: readonly (Span & { readonly trust: Trust })[];
  /** @internal */
  readonly logs: readonly Log[];
  /** @internal */
  readonly certificateLogCount: number;
  /** @internal The same as the library reads it. */
  readonly material: TrustMaterial;
}

/** A transparency log. */
export interface Log extends Span {
  /** As its checkpoints name it: the address without scheme. */
  readonly name: string;
  readonly id: Uint8Array;
  /** Its first four bytes are before each signature of a checkpoint. */
  readonly checkpointId: Uint8Array;
}

const ROOT: Place = { code: 'trusted-root.malformed', pointer: '' };
const MAX_BYTES = 1024 * 1024;
const MAX_ITEMS = 64;
const LISTS = ['tlogs', 'certificateAuthorities', 'ctlogs', 'timestampAuthorities'] as const;

const MEDIA_TYPES = [
  'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
  'application/vnd.dev.sigstore.trustedroot.v0.2+json',
];

/** Reads a trusted root strictly. Throws `json.*`, `certificate.*` or `trusted-root.malformed`. */
export function parseTrustedRoot(bytes: Uint8Array): TrustedRoot {
  const root = objectAt(readJson(bytes, { maxBytes: MAX_BYTES, maxDepth: 16 }), ROOT, ['mediaType', ...LISTS]);
  const [mediaType, mediaPlace] = memberAt(root, 'mediaType', ROOT);
  if (!MEDIA_TYPES.includes(textAt(mediaType, mediaPlace))) throw refusal(mediaPlace, 'The media type is not known.');
  const items = (name: (typeof LISTS)[number]): [Json, Place][] => itemsOf(root, name);
  const certificateLogs = items('ctlogs').map(([value, place]) => parseLog(value, place));
  items('timestampAuthorities').map(([value, place]) => parseAuthority(value, place));
  return {
    digest: sha256(bytes),
    logs: items('tlogs').map(([value, place]) => parseLog(value, place)),
    certificateLogCount: certificateLogs.length,
    authorities: items('certificateAuthorities').map(([value, place]) => parseAuthority(value, place)),
    material: readWithLibrary(root),
  };
}

function itemsOf(root: JsonObject, name: string): [Json, Place][] {
  const [list, place] = memberAt(root, name, ROOT);
  return listAt(list, place, MAX_ITEMS).map((item, index) => [item, below(place, index)]);
}

function readWithLibrary(root: JsonObject): TrustMaterial {
  try {
    return toTrustMaterial(RootMessage.fromJSON(root));
  } catch {
    throw refusal(ROOT, 'A key or certificate in the trusted root cannot be read.');
  }
}

const LOG_MEMBERS = ['baseUrl', 'hashAlgorithm', 'publicKey', 'logId', 'checkpointKeyId', 'operator'];

function parseLog(value: Json, place: Place): Log {
  const log = objectAt(value, place, LOG_MEMBERS);
  const [algorithm, algorithmPlace] = memberAt(log, 'hashAlgorithm', place);
  if (algorithm !== 'SHA2_256') throw refusal(algorithmPlace, 'Logs use SHA2_256.');
  const [key, keyPlace] = memberAt(log, 'publicKey', place);
  const publicKey = objectAt(key, keyPlace, ['rawBytes', 'keyDetails', 'validFor']);
  bytesAt(...memberAt(publicKey, 'rawBytes', keyPlace), 4096);
  textAt(...memberAt(publicKey, 'keyDetails', keyPlace), 64);
  const id = parseId(...memberAt(log, 'logId', place));
  return {
    name: parseName(...memberAt(log, 'baseUrl', place)),
    id,
    checkpointId: hasMember(log, 'checkpointKeyId') ? parseId(...memberAt(log, 'checkpointKeyId', place)) : id,
    ...parseSpan(...memberAt(publicKey, 'validFor', keyPlace)),
  };
}

/** The library uses this name as a regular expression, so it has nothing that means more than itself there. */
function parseName(value: Json | undefined, place: Place): string {
  const name = /^https?:\/\/([A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._-]+)*)\/?$/.exec(textAt(value, place))?.[1];
  if (name === undefined) throw refusal(place, 'Expected the http(s) address of a log.');
  return name;
}

function parseId(value: Json | undefined, place: Place): Uint8Array {
  return bytesAt(...memberAt(objectAt(value, place, ['keyId']), 'keyId', place), 32);
}

const AUTHORITY_MEMBERS = ['subject', 'uri', 'certChain', 'validFor', 'operator'];

function parseAuthority(value: Json, place: Place): Span & { readonly trust: Trust } {
  const authority = objectAt(value, place, AUTHORITY_MEMBERS);
  const [chain, chainPlace] = memberAt(authority, 'certChain', place);
  const [list, listPlace] = memberAt(objectAt(chain, chainPlace, ['certificates']), 'certificates', chainPlace);
  const certificates = listAt(list, listPlace, 8).map((item, index) => {
    const at = below(listPlace, index);
    return parseCertificate(bytesAt(...memberAt(objectAt(item, at, ['rawBytes']), 'rawBytes', at), 16 * 1024));
  });
  const roots = certificates.filter(isSelfIssued);
  if (roots.length === 0) throw refusal(listPlace, 'The chain does not end in a self-signed certificate.');
  const intermediates = certificates.filter(certificate => !roots.includes(certificate));
  return {
    ...parseSpan(...memberAt(authority, 'validFor', place)),
    trust: { roots, intermediates, crls: [], pins: new Set(), revocations: [], requireCrl: false },
  };
}

/** Without a start it is unknown which signatures a key may vouch for. */
function parseSpan(value: Json | undefined, place: Place): Span {
  const span = objectAt(value, place, ['start', 'end']);
  const from = parseTime(...memberAt(span, 'start', place));
  const until = hasMember(span, 'end') ? parseTime(...memberAt(span, 'end', place)) : undefined;
  return { from, until };
}

function parseTime(value: Json | undefined, place: Place): Date {
  const text = textAt(value, place, 64);
  const time = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw refusal(place, 'Expected a time such as 2026-01-31T12:00:00Z.');
  return time;
}

export function isWithin({ from, until }: Span, time: Date): boolean {
  return from <= time && (until === undefined || time <= until);
}
