import '../packages/cli/src/sources/reflect.ts';
import { KeyObject, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
  X509CrlReason,
} from '@peculiar/x509';
import { DER_TAG, readEcdsaDer, writeEcdsaDer, writeElement } from '../packages/core/src/sign/der.ts';
import { readCertificateParts } from '../packages/core/src/sign/signed-structure.ts';

export {
  CertificatePolicyExtension,
  ExtendedKeyUsage,
  Extension,
  type JsonGeneralNames,
  KeyUsageFlags,
  SubjectAlternativeNameExtension,
} from '@peculiar/x509';

cryptoProvider.set(webcrypto);

/** Keys and certificates for tests, made when they run: no private key is ever committed. */
export interface Issued {
  readonly name: string;
  /** In DER. */
  readonly certificate: Uint8Array;
  readonly key: KeyObject;
  readonly serialNumber: string;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly algorithm: KeyAlgorithm;
}

const ALGORITHMS = {
  'ec-p256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  'ec-p384': { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  'ec-p521': { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
  'rsa-1024': rsa(1024),
  'rsa-2048': rsa(2048),
  'rsa-3072': rsa(3072),
  'rsa-4096': rsa(4096),
  'rsa-2048-sha1': { ...rsa(2048), hash: 'SHA-1' },
  'rsa-2048-e3': { ...rsa(2048), publicExponent: new Uint8Array([3]) },
  ed25519: { name: 'Ed25519' },
} as const;

export type KeyAlgorithm = keyof typeof ALGORITHMS;

/** The key types that documents are signed with. */
export const SIGNER_KEYS: readonly KeyAlgorithm[] = [
  'ed25519',
  'ec-p256',
  'ec-p384',
  'ec-p521',
  'rsa-2048',
  'rsa-3072',
  'rsa-4096',
];

export interface IssueOptions {
  readonly name: string;
  readonly key?: KeyAlgorithm;
  /** Reuses a key pair, as a renewed or cross-signed certificate does. */
  readonly keys?: Issued;
  /** Self-signed without one. */
  readonly issuer?: Issued;
  readonly ca?: boolean;
  readonly pathLength?: number;
  readonly usages?: KeyUsageFlags | 'none';
  readonly purposes?: readonly ExtendedKeyUsage[] | 'none';
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly extensions?: readonly Extension[];
}

let serial = 1;

export async function issue(options: IssueOptions): Promise<Issued> {
  const algorithm = options.keys?.algorithm ?? options.key ?? 'ec-p256';
  const keys = options.keys?.keys ?? (await generateKeys(algorithm));
  const issuer = options.issuer;
  const serialNumber = (0x1000 + serial++).toString(16);
  const generated = await X509CertificateGenerator.create({
    serialNumber,
    subject: options.name,
    issuer: issuer?.name ?? options.name,
    notBefore: new Date(options.notBefore ?? '2026-01-01T00:00:00Z'),
    notAfter: new Date(options.notAfter ?? '2036-01-01T00:00:00Z'),
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: signingAlgorithm(issuer?.algorithm ?? algorithm),
    extensions: [...usualExtensions(options), ...(options.extensions ?? [])],
  });
  return {
    name: options.name,
    certificate: new Uint8Array(generated.rawData),
    key: KeyObject.from(keys.privateKey),
    serialNumber,
    keys,
    algorithm,
  };
}

export function issueAuthority(options: IssueOptions): Promise<Issued> {
  return issue({ ca: true, ...options });
}

interface CrlOptions {
  readonly revoked?: readonly Pick<Issued, 'serialNumber'>[];
  /** Zero writes none, and an empty list of extensions, which RFC 5280 forbids. */
  readonly reason?: X509CrlReason;
  readonly thisUpdate?: string;
  readonly nextUpdate?: string;
  readonly extensions?: readonly Extension[];
  readonly entryExtensions?: readonly Extension[];
}

export async function issueCrl(
  issuer: Pick<Issued, 'name' | 'algorithm'> & { readonly keys: Pick<Issued['keys'], 'privateKey'> },
  options: CrlOptions = {},
): Promise<Uint8Array> {
  const crl = await X509CrlGenerator.create({
    issuer: issuer.name,
    thisUpdate: new Date(options.thisUpdate ?? '2026-06-01T00:00:00Z'),
    nextUpdate: new Date(options.nextUpdate ?? '2027-06-01T00:00:00Z'),
    entries: (options.revoked ?? []).map(({ serialNumber }) => ({
      serialNumber,
      revocationDate: new Date('2026-07-01T00:00:00Z'),
      reason: options.reason ?? X509CrlReason.keyCompromise,
      extensions: [...(options.entryExtensions ?? [])],
    })),
    extensions: [...(options.extensions ?? [])],
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: signingAlgorithm(issuer.algorithm),
  });
  return new Uint8Array(crl.rawData);
}

export function toPem(der: Uint8Array, label = 'CERTIFICATE'): Uint8Array {
  const base64 = Buffer.from(der).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return new TextEncoder().encode(`-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`);
}

function usualExtensions(options: IssueOptions): Extension[] {
  const usual = options.ca ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign : KeyUsageFlags.digitalSignature;
  const purposes = options.purposes ?? (options.ca ? 'none' : [ExtendedKeyUsage.codeSigning]);
  return [
    new BasicConstraintsExtension(options.ca ?? false, options.pathLength, true),
    ...(options.usages === 'none' ? [] : [new KeyUsagesExtension(options.usages ?? usual, true)]),
    ...(purposes === 'none' ? [] : [new ExtendedKeyUsageExtension([...purposes])]),
  ];
}

async function generateKeys(algorithm: KeyAlgorithm): Promise<webcrypto.CryptoKeyPair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHMS[algorithm], true, ['sign', 'verify']);
  return keys as webcrypto.CryptoKeyPair;
}

function signingAlgorithm(algorithm: KeyAlgorithm): { name: string; hash?: string } {
  if (algorithm === 'ed25519') return { name: 'Ed25519' };
  const { name, hash } = ALGORITHMS[algorithm];
  return { name, hash };
}

function rsa(modulusLength: number): {
  readonly name: 'RSASSA-PKCS1-v1_5';
  readonly modulusLength: number;
  readonly publicExponent: Uint8Array;
  readonly hash: 'SHA-256';
} {
  return { name: 'RSASSA-PKCS1-v1_5', modulusLength, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
}

const ORDERS = {
  'ec-p256': 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  'ec-p384': 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  'ec-p521':
    0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
} as const;

/** The same certificate with n − s in place of s in its issuer's signature. It takes no key, and the signature holds. */
export function ecdsaTwin(certificate: Uint8Array, issuerKey: keyof typeof ORDERS): Uint8Array {
  const parts = readCertificateParts(certificate);
  const numbers = readEcdsaDer(parts?.signature ?? new Uint8Array());
  if (parts === undefined || numbers === undefined)
    throw new Error('This is not a certificate with an ECDSA signature.');
  const signature = writeEcdsaDer({ r: numbers.r, s: ORDERS[issuerKey] - numbers.s });
  const bits = writeElement(DER_TAG.bitString, Uint8Array.of(0), signature);
  return writeElement(DER_TAG.sequence, parts.tbs, parts.algorithm, bits);
}
