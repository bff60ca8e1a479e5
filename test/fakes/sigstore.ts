import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
// The main module of the mock would replace `http.request` for every test of this worker.
import { type CA, initializeCA, initializeCTLog } from '@sigstore/mock/dist/fulcio/index.js';
import { initializeTLog, type TLog } from '@sigstore/mock/dist/rekor/index.js';
import { initializeTSA, type TSA } from '@sigstore/mock/dist/timestamp/index.js';
import { pae } from '../../packages/core/src/sign/attestation/pae.ts';

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com';

/** A job that signs: its key, and the certificate that the authority gave it. */
export interface FakeSigner {
  readonly key: KeyObject;
  /** In DER. */
  readonly certificate: Uint8Array;
}

export interface IssueFakeOptions {
  readonly subject?: string;
  readonly issuer?: string;
  /** Number N of `1.3.6.1.4.1.57264.1.N`, and its text. */
  readonly claims?: Readonly<Record<number, string>>;
}

export type FakeLogKind = 'intoto' | 'dsse' | 'hashedrekord' | 'none';

export interface FakeBundleOptions {
  readonly log?: FakeLogKind;
  readonly timestamp?: boolean;
  readonly keyId?: string;
  /** Without a certificate, a hint at a key. */
  readonly hint?: string;
  /** Without a certificate, the key that a log entry names. */
  readonly verifier?: KeyObject;
}

/** Bundles and roots as plain objects, so that tests can damage them. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into any place of these messages.
export type Message = any;

/** An authority, a certificate log, a transparency log and a timestamp authority of our own. */
export interface FakeSigstore {
  readonly now: Date;
  /** A trusted root, to be written as JSON. */
  readonly root: Message;
  /** For a server that answers as these do. */
  readonly services: { readonly ca: CA; readonly log: TLog; readonly tsa: TSA };
  issue(options?: IssueFakeOptions): Promise<FakeSigner>;
  /** A bundle around a payload: bytes, or a value that is written as JSON. */
  sign(payload: Uint8Array | object, signer: FakeSigner | KeyObject, options?: FakeBundleOptions): Promise<Message>;
}

const LOG_URL = 'https://log.example.test';

export async function createFakeSigstore(): Promise<FakeSigstore> {
  const now = nextMinute();
  const keys = { ca: newKeys(), ct: newKeys(), log: newKeys(), tsa: newKeys() };
  const ctLog = await initializeCTLog(keys.ct, now);
  const ca = await initializeCA(keys.ca, ctLog, now);
  const log = await initializeTLog(LOG_URL, keys.log, now);
  const tsa = await initializeTSA(keys.tsa, now);
  const validFor = { start: new Date(now.getTime() - 3_600_000).toISOString() };

  const root: Message = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logMessage(LOG_URL, log.publicKey, validFor)],
    certificateAuthorities: [authorityMessage([ca.rootCertificate], validFor)],
    ctlogs: [logMessage('https://ct.example.test', ctLog.publicKey, validFor)],
    timestampAuthorities: [authorityMessage([tsa.intCertificate, tsa.rootCertificate], validFor)],
  };

  const issue: FakeSigstore['issue'] = async ({ subject = SUBJECT, issuer = GITHUB_ISSUER, claims = {} } = {}) => {
    const { publicKey, privateKey } = newKeys();
    const extensions = Object.entries({ 8: issuer, ...claims }).map(([number, value]) => ({
      oid: `1.3.6.1.4.1.57264.1.${number}`,
      value,
    }));
    const certificate = await ca.issueCertificate({
      publicKey: publicKey.export({ type: 'spki', format: 'der' }),
      subjectAltName: subject,
      extensions,
    });
    return { key: privateKey, certificate: bytesOf(certificate) };
  };

  const timestamp = async (signature: Uint8Array): Promise<Message> => {
    const response = await tsa.timestamp({
      artifactHash: createHash('sha256').update(signature).digest(),
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
      nonce: 1,
      policyOID: '1.3.6.1.4.1.57264.2',
    });
    return { signedTimestamp: base64(bytesOf(response)) };
  };

  const logEntry = async (kind: Exclude<FakeLogKind, 'none'>, signed: Signed): Promise<Message> => {
    const proposed = bodyOf(kind, signed);
    const [entry] = Object.values(await log.log(proposed)) as Message[];
    const { inclusionProof, signedEntryTimestamp } = entry.verification;
    return {
      logIndex: String(entry.logIndex),
      logId: { keyId: Buffer.from(entry.logID, 'hex').toString('base64') },
      kindVersion: { kind, version: proposed.apiVersion },
      integratedTime: String(entry.integratedTime),
      inclusionPromise: { signedEntryTimestamp },
      inclusionProof: {
        logIndex: '0',
        rootHash: Buffer.from(inclusionProof.rootHash, 'hex').toString('base64'),
        treeSize: String(inclusionProof.treeSize),
        hashes: [],
        checkpoint: { envelope: inclusionProof.checkpoint },
      },
      canonicalizedBody: entry.body,
    };
  };

  return {
    now,
    root,
    services: { ca, log, tsa },
    issue,
    sign: async (
      given,
      by,
      { log: kind = 'intoto', timestamp: isStamped = true, keyId, hint, verifier: logged } = {},
    ) => {
      const payload = given instanceof Uint8Array ? given : new TextEncoder().encode(JSON.stringify(given));
      const key = 'certificate' in by ? by.key : by;
      const signature = sign(hashFor(key), pae(PAYLOAD_TYPE, payload), key);
      const verifier =
        'certificate' in by
          ? toPem('CERTIFICATE', by.certificate)
          : String(logged?.export({ type: 'spki', format: 'pem' }));
      const signed = { payload, signature, verifier };
      return {
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: {
          ...('certificate' in by ? { certificate: { rawBytes: base64(by.certificate) } } : { publicKey: { hint } }),
          tlogEntries: kind === 'none' ? [] : [await logEntry(kind, signed)],
          timestampVerificationData: { rfc3161Timestamps: isStamped ? [await timestamp(signature)] : [] },
        },
        dsseEnvelope: {
          payload: base64(payload),
          payloadType: PAYLOAD_TYPE,
          signatures: [{ sig: base64(signature), ...(keyId === undefined ? {} : { keyid: keyId }) }],
        },
      };
    },
  };
}

export const SUBJECT = 'https://github.com/acme/weather/.github/workflows/release.yml@refs/tags/v1.2.3';

export function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

interface Signed {
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  readonly verifier: string;
}

/** What a log keeps of an envelope. The mock keeps what it is given, which for `dsse` would never verify. */
function bodyOf(kind: Exclude<FakeLogKind, 'none'>, { payload, signature, verifier }: Signed): Message {
  const payloadHash = { algorithm: 'sha256', value: sha256(payload) };
  const key = base64(Buffer.from(verifier));
  switch (kind) {
    case 'dsse':
      return {
        apiVersion: '0.0.1',
        kind,
        spec: { payloadHash, signatures: [{ signature: base64(signature), verifier: key }] },
      };
    case 'intoto': {
      const sig = base64(Buffer.from(base64(signature)));
      const envelope = { payloadType: PAYLOAD_TYPE, signatures: [{ sig, publicKey: key }] };
      return { apiVersion: '0.0.2', kind, spec: { content: { envelope, payloadHash } } };
    }
    case 'hashedrekord': {
      const hash = { algorithm: 'sha256', value: sha256(pae(PAYLOAD_TYPE, payload)) };
      const content = base64(signature);
      return {
        apiVersion: '0.0.1',
        kind,
        spec: { data: { hash }, signature: { content, publicKey: { content: key } } },
      };
    }
  }
}

/**
 * The mock dates its roots with the clock, so what they sign comes later. It comes at a whole second: the library does not
 * read fractions that end in zero.
 */
function nextMinute(): Date {
  return new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000);
}

function hashFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType === 'ed25519') return null;
  if (asymmetricKeyDetails?.namedCurve === 'secp384r1') return 'sha384';
  return asymmetricKeyDetails?.namedCurve === 'secp521r1' ? 'sha512' : 'sha256';
}

function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function logMessage(baseUrl: string, publicKey: Uint8Array, validFor: object): Message {
  return {
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: base64(publicKey), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor: { ...validFor } },
    logId: { keyId: createHash('sha256').update(publicKey).digest('base64') },
  };
}

function authorityMessage(certificates: readonly ArrayBufferView[], validFor: object): Message {
  return {
    subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
    uri: 'https://ca.example.test',
    certChain: { certificates: certificates.map(der => ({ rawBytes: base64(bytesOf(der)) })) },
    validFor: { ...validFor },
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function toPem(label: string, der: Uint8Array): string {
  const lines = base64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
