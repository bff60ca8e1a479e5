import { type Json, type JsonObject, quoteInert, readJson } from '../../base/index.ts';
import {
  below,
  bytesAt,
  countAt,
  hasMember,
  listAt,
  memberAt,
  objectAt,
  type Place,
  refusal,
  textAt,
} from './strict-members.ts';

export const MAX_BUNDLE_BYTES = 1024 * 1024;

/** The one type of payload that is read here. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

export const BUNDLE_MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

const VERSIONS: ReadonlyMap<string, 1 | 2 | 3> = new Map([
  ['application/vnd.dev.sigstore.bundle+json;version=0.1', 1],
  ['application/vnd.dev.sigstore.bundle+json;version=0.2', 2],
  ['application/vnd.dev.sigstore.bundle+json;version=0.3', 3],
  [BUNDLE_MEDIA_TYPE, 3],
]);

/** A Sigstore bundle with a DSSE envelope, in shape. Nothing in it is verified. */
export interface Bundle {
  readonly mediaType: string;
  readonly material: BundleMaterial;
  readonly logEntries: readonly LogEntry[];
  /** RFC 3161 responses in DER. */
  readonly timestamps: readonly Uint8Array[];
  /** The bytes that are signed, with the payload type. */
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  /** Empty when the envelope names no key. */
  readonly keyId: string;
}

/** What the signature is verified with: a certificate in DER, or a hint at a key that the reader has. */
export type BundleMaterial =
  | { readonly type: 'certificate'; readonly leaf: Uint8Array; readonly chain: readonly Uint8Array[] }
  | { readonly type: 'key'; readonly hint: string };

/** An entry of a transparency log. */
export interface LogEntry {
  readonly logIndex: string;
  readonly logId: Uint8Array;
  readonly kind: string;
  readonly version: string;
  /** Seconds since 1970; `0` for none. Proven only by a promise. */
  readonly integratedTime: string;
  readonly promise: Uint8Array | undefined;
  readonly proof: LogProof | undefined;
  readonly body: Uint8Array;
}

export interface LogProof {
  readonly logIndex: string;
  readonly treeSize: string;
  readonly rootHash: Uint8Array;
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: string;
}

const ROOT: Place = { code: 'bundle.malformed', pointer: '' };

/** Reads a bundle from bytes of at most 1 MiB (docs/spec/provenance.md, section 1). Throws `json.*` or `bundle.*`. */
export function readBundle(bytes: Uint8Array): Bundle {
  return parseBundle(readJson(bytes, { maxBytes: MAX_BUNDLE_BYTES, maxDepth: 16 }));
}

/** The same from a value of the strict reader. */
export function parseBundle(value: Json, place: Place = ROOT): Bundle {
  const bundle = objectAt(value, place, ['mediaType', 'verificationMaterial', 'dsseEnvelope', 'messageSignature']);
  const version = versionOf(bundle, place);
  if (hasMember(bundle, 'messageSignature') || !hasMember(bundle, 'dsseEnvelope')) {
    throw refusal({ ...place, code: 'bundle.not-dsse' }, 'The bundle has no DSSE envelope, or a second content.');
  }
  return {
    mediaType: textAt(...memberAt(bundle, 'mediaType', place)),
    ...parseMaterial(...memberAt(bundle, 'verificationMaterial', place), version),
    ...parseEnvelope(...memberAt(bundle, 'dsseEnvelope', place)),
  };
}

function versionOf(bundle: JsonObject, place: Place): 1 | 2 | 3 {
  const [value, at] = memberAt(bundle, 'mediaType', place);
  const version = VERSIONS.get(textAt(value, at));
  if (version !== undefined) return version;
  throw refusal({ ...at, code: 'bundle.media-type' }, `The media type ${quoteInert(String(value))} is not known.`);
}

type Envelope = Pick<Bundle, 'payload' | 'signature' | 'keyId'>;

function parseEnvelope(value: Json | undefined, place: Place): Envelope {
  const envelope = objectAt(value, place, ['payload', 'payloadType', 'signatures']);
  const [type, typePlace] = memberAt(envelope, 'payloadType', place);
  if (textAt(type, typePlace) !== PAYLOAD_TYPE) {
    throw refusal({ ...typePlace, code: 'bundle.payload-type' }, `The payload type must be ${PAYLOAD_TYPE}.`);
  }
  const [list, listPlace] = memberAt(envelope, 'signatures', place);
  const [only, ...others] = listAt(list, listPlace, 100);
  if (only === undefined || others.length > 0) {
    throw refusal({ ...listPlace, code: 'bundle.signature-count' }, 'The envelope must have exactly one signature.');
  }
  return {
    payload: bytesAt(...memberAt(envelope, 'payload', place), MAX_BUNDLE_BYTES),
    ...parseSignature(only, below(listPlace, 0)),
  };
}

function parseSignature(value: Json, place: Place): Pick<Envelope, 'signature' | 'keyId'> {
  const signature = objectAt(value, place, ['sig', 'keyid']);
  const keyId = hasMember(signature, 'keyid') ? textAt(...memberAt(signature, 'keyid', place), 512) : '';
  return { signature: bytesAt(...memberAt(signature, 'sig', place), 1024), keyId };
}

const MAX_CHAIN = 8;
const MAX_CERTIFICATE_BYTES = 16 * 1024;
const MAX_LOG_ENTRIES = 8;
const MAX_TIMESTAMPS = 8;
const MAX_TIMESTAMP_BYTES = 16 * 1024;
const MATERIALS = ['certificate', 'x509CertificateChain', 'publicKey'];

function parseMaterial(
  value: Json | undefined,
  place: Place,
  version: 1 | 2 | 3,
): Pick<Bundle, 'material' | 'logEntries' | 'timestamps'> {
  const material = objectAt(value, place, [...MATERIALS, 'tlogEntries', 'timestampVerificationData']);
  const [entries, entriesPlace] = memberAt(material, 'tlogEntries', place);
  return {
    material: parseKey(material, place, version),
    logEntries: listAt(entries, entriesPlace, MAX_LOG_ENTRIES).map((entry, index) =>
      parseLogEntry(entry, below(entriesPlace, index), version),
    ),
    timestamps: parseTimestamps(...memberAt(material, 'timestampVerificationData', place)),
  };
}

function parseKey(material: JsonObject, place: Place, version: 1 | 2 | 3): BundleMaterial {
  const [kind, ...others] = MATERIALS.filter(name => hasMember(material, name));
  if (kind === undefined || others.length > 0) throw refusal(place, 'Expected one certificate, chain or key here.');
  const [value, at] = memberAt(material, kind, place);
  if (kind === 'publicKey') return { type: 'key', hint: parseHint(value, at) };
  // Version 0.3 replaced the chain by its first certificate.
  if ((kind === 'certificate') !== (version === 3)) throw refusal(at, 'This member does not fit the media type.');
  if (kind === 'certificate') return { type: 'certificate', leaf: parseCertificateBytes(value, at), chain: [] };
  const [leaf, ...chain] = parseChain(value, at);
  if (leaf === undefined) throw refusal(at, 'The chain has no certificate.');
  return { type: 'certificate', leaf, chain };
}

function parseHint(value: Json | undefined, place: Place): string {
  const [hint, at] = memberAt(objectAt(value, place, ['hint']), 'hint', place);
  return textAt(hint, at, 512);
}

function parseChain(value: Json | undefined, place: Place): Uint8Array[] {
  const [list, at] = memberAt(objectAt(value, place, ['certificates']), 'certificates', place);
  return listAt(list, at, MAX_CHAIN).map((item, index) => parseCertificateBytes(item, below(at, index)));
}

function parseCertificateBytes(value: Json | undefined, place: Place): Uint8Array {
  return bytesAt(...memberAt(objectAt(value, place, ['rawBytes']), 'rawBytes', place), MAX_CERTIFICATE_BYTES);
}

function parseTimestamps(value: Json | undefined, place: Place): Uint8Array[] {
  if (value === undefined) return [];
  const [list, at] = memberAt(objectAt(value, place, ['rfc3161Timestamps']), 'rfc3161Timestamps', place);
  return listAt(list, at, MAX_TIMESTAMPS).map((item, index) => {
    const here = below(at, index);
    const timestamp = objectAt(item, here, ['signedTimestamp']);
    return bytesAt(...memberAt(timestamp, 'signedTimestamp', here), MAX_TIMESTAMP_BYTES);
  });
}

const ENTRY_MEMBERS = [
  ...['logIndex', 'logId', 'kindVersion', 'integratedTime'],
  ...['inclusionPromise', 'inclusionProof', 'canonicalizedBody'],
];

function parseLogEntry(value: Json, place: Place, version: 1 | 2 | 3): LogEntry {
  const entry = objectAt(value, place, ENTRY_MEMBERS);
  const [kindVersion, kindPlace] = memberAt(entry, 'kindVersion', place);
  const kind = objectAt(kindVersion, kindPlace, ['kind', 'version']);
  const parsed = {
    logIndex: countAt(...memberAt(entry, 'logIndex', place)),
    logId: parseLogId(...memberAt(entry, 'logId', place)),
    kind: textAt(...memberAt(kind, 'kind', kindPlace), 64),
    version: textAt(...memberAt(kind, 'version', kindPlace), 64),
    integratedTime: parseTime(...memberAt(entry, 'integratedTime', place)),
    promise: parsePromise(...memberAt(entry, 'inclusionPromise', place)),
    proof: parseProof(...memberAt(entry, 'inclusionProof', place), version),
    body: bytesAt(...memberAt(entry, 'canonicalizedBody', place), MAX_BUNDLE_BYTES),
  };
  const isComplete = version === 1 ? parsed.promise !== undefined : parsed.proof !== undefined;
  if (!isComplete) throw refusal(place, `The entry has no inclusion ${version === 1 ? 'promise' : 'proof'}.`);
  return parsed;
}

function parseLogId(value: Json | undefined, place: Place): Uint8Array {
  const id = bytesAt(...memberAt(objectAt(value, place, ['keyId']), 'keyId', place), 32);
  if (id.length !== 32) throw refusal(place, 'The id of a log has 32 bytes.');
  return id;
}

/** A time that a `Date` can hold. */
function parseTime(value: Json | undefined, place: Place): string {
  const time = countAt(value, place);
  if (time.length > 12) throw refusal(place, 'This is not a time in seconds since 1970.');
  return time;
}

function parsePromise(value: Json | undefined, place: Place): Uint8Array | undefined {
  if (value === undefined) return undefined;
  const promise = objectAt(value, place, ['signedEntryTimestamp']);
  return bytesAt(...memberAt(promise, 'signedEntryTimestamp', place), 1024);
}

const PROOF_MEMBERS = ['logIndex', 'rootHash', 'treeSize', 'hashes', 'checkpoint'];

/** A proof without a checkpoint proves nothing. Version 0.1 could have one beside the promise; it is not used. */
function parseProof(value: Json | undefined, place: Place, version: 1 | 2 | 3): LogProof | undefined {
  if (value === undefined) return undefined;
  const proof = objectAt(value, place, PROOF_MEMBERS);
  if (version === 1 && !hasMember(proof, 'checkpoint')) return undefined;
  const [hashes, hashesPlace] = memberAt(proof, 'hashes', place);
  const [checkpoint, checkpointPlace] = memberAt(proof, 'checkpoint', place);
  return {
    logIndex: countAt(...memberAt(proof, 'logIndex', place)),
    treeSize: countAt(...memberAt(proof, 'treeSize', place)),
    rootHash: hashAt(...memberAt(proof, 'rootHash', place)),
    hashes: listAt(hashes, hashesPlace, 64).map((hash, index) => hashAt(hash, below(hashesPlace, index))),
    checkpoint: textAt(
      ...memberAt(objectAt(checkpoint, checkpointPlace, ['envelope']), 'envelope', checkpointPlace),
      16 * 1024,
    ),
  };
}

function hashAt(value: Json | undefined, place: Place): Uint8Array {
  const hash = bytesAt(value, place, 32);
  if (hash.length !== 32) throw refusal(place, 'A hash has 32 bytes.');
  return hash;
}
