import { hash } from 'node:crypto';
import { type Json, readJson, refusalIn } from '../../base/index.ts';
import { decodeBase64 } from '../base64.ts';
import { areEqual } from '../signed-structure.ts';
import { type Bundle, type LogEntry, MAX_BUNDLE_BYTES, PAYLOAD_TYPE } from './bundle.ts';
import { onlyItem, valueAt } from './json-path.ts';
import { pae } from './pae.ts';

/** What an entry of a log says was signed. */
interface LoggedSignature {
  readonly covers: 'payload' | 'pae';
  /** SHA-256. */
  readonly digest: Uint8Array | undefined;
  readonly signature: Uint8Array | undefined;
  /** The certificate or key that verifies it, in DER. */
  readonly verifier: Uint8Array | undefined;
}

export type LogMatch = 'match' | 'mismatch' | 'unsupported';

/**
 * Whether an entry is about this very signature, payload and signer. The library does not compare the signer: an entry
 * of another certificate with the same key would pass.
 */
export function matchLogEntry(entry: LogEntry, bundle: Bundle, verifier: Uint8Array): LogMatch {
  const reader = READERS.get(`${entry.kind}/${entry.version}`);
  if (reader === undefined) return 'unsupported';
  const body = tryReadBody(entry.body);
  if (valueAt(body, 'kind') !== entry.kind || valueAt(body, 'apiVersion') !== entry.version) return 'mismatch';
  const logged = reader(body);
  const matches =
    isSame(logged.digest, expectedDigest(bundle, logged.covers)) &&
    isSame(logged.signature, bundle.signature) &&
    isSame(logged.verifier, verifier);
  return matches ? 'match' : 'mismatch';
}

/** The digest of an envelope as an entry has it: of the payload, or of all that is signed. */
export function expectedDigest({ payload }: Pick<Bundle, 'payload'>, covers: 'payload' | 'pae'): Uint8Array {
  return hash('sha256', covers === 'pae' ? pae(PAYLOAD_TYPE, payload) : payload, 'buffer');
}

/** One for each kind and version; docs/spec/provenance.md, section 4. */
const READERS: ReadonlyMap<string, (body: Json | undefined) => LoggedSignature> = new Map([
  ['dsse/0.0.1', readDsse],
  ['dsse/0.0.2', readDsseV2],
  ['intoto/0.0.2', readInToto],
  ['hashedrekord/0.0.1', readHashed],
  ['hashedrekord/0.0.2', readHashedV2],
]);

function readDsse(body: Json | undefined): LoggedSignature {
  const signature = onlyItem(valueAt(body, 'spec', 'signatures'));
  return {
    covers: 'payload',
    digest: hexDigest(valueAt(body, 'spec', 'payloadHash')),
    signature: base64(valueAt(signature, 'signature')),
    verifier: fromPem(base64(valueAt(signature, 'verifier'))),
  };
}

function readDsseV2(body: Json | undefined): LoggedSignature {
  const spec = valueAt(body, 'spec', 'dsseV002');
  const signature = onlyItem(valueAt(spec, 'signatures'));
  return {
    covers: 'payload',
    digest: base64Digest(valueAt(spec, 'payloadHash')),
    signature: base64(valueAt(signature, 'content')),
    verifier: verifierOf(valueAt(signature, 'verifier')),
  };
}

/** The log keeps the envelope's own base64, and encodes it again. */
function readInToto(body: Json | undefined): LoggedSignature {
  const content = valueAt(body, 'spec', 'content');
  const isPayloadType = valueAt(content, 'envelope', 'payloadType') === PAYLOAD_TYPE;
  const signature = onlyItem(valueAt(content, 'envelope', 'signatures'));
  return {
    covers: 'payload',
    digest: isPayloadType ? hexDigest(valueAt(content, 'payloadHash')) : undefined,
    signature: base64(latin1(base64(valueAt(signature, 'sig')))),
    verifier: fromPem(base64(valueAt(signature, 'publicKey'))),
  };
}

function readHashed(body: Json | undefined): LoggedSignature {
  const signature = valueAt(body, 'spec', 'signature');
  return {
    covers: 'pae',
    digest: hexDigest(valueAt(body, 'spec', 'data', 'hash')),
    signature: base64(valueAt(signature, 'content')),
    verifier: fromPem(base64(valueAt(signature, 'publicKey', 'content'))),
  };
}

function readHashedV2(body: Json | undefined): LoggedSignature {
  const spec = valueAt(body, 'spec', 'hashedRekordV002');
  return {
    covers: 'pae',
    digest: base64Digest(valueAt(spec, 'data')),
    signature: base64(valueAt(spec, 'signature', 'content')),
    verifier: verifierOf(valueAt(spec, 'signature', 'verifier')),
  };
}

function tryReadBody(bytes: Uint8Array): Json | undefined {
  try {
    return readJson(bytes, { maxBytes: MAX_BUNDLE_BYTES, maxDepth: 16 });
  } catch (error) {
    refusalIn(error);
    return undefined;
  }
}

function hexDigest(value: Json | undefined): Uint8Array | undefined {
  const hex = valueAt(value, 'value');
  if (valueAt(value, 'algorithm') !== 'sha256' || typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex))
    return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

function base64Digest(value: Json | undefined): Uint8Array | undefined {
  return valueAt(value, 'algorithm') === 'SHA2_256' ? base64(valueAt(value, 'digest')) : undefined;
}

function verifierOf(value: Json | undefined): Uint8Array | undefined {
  return base64(valueAt(value, 'x509Certificate', 'rawBytes') ?? valueAt(value, 'publicKey', 'rawBytes'));
}

function base64(value: Json | undefined): Uint8Array | undefined {
  return typeof value === 'string' ? decodeBase64(value) : undefined;
}

function latin1(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder('latin1').decode(bytes);
}

const PEM = /^-----BEGIN (CERTIFICATE|PUBLIC KEY)-----\n([A-Za-z0-9+/=\n]+)\n-----END \1-----\n?$/;

/** The log writes one block with line breaks of Unix. */
function fromPem(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return base64(PEM.exec(latin1(bytes) ?? '')?.[2]?.replaceAll('\n', ''));
}

function isSame(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && areEqual(a, b);
}
