import './reflect.ts';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { ToolmarkError } from '@toolmark/core';

cryptoProvider.set(webcrypto);

export const KEY_TYPES = ['ed25519', 'ec-p256', 'ec-p384', 'rsa-3072'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

const GENERATE: Readonly<
  Record<KeyType, webcrypto.Algorithm | webcrypto.EcKeyGenParams | webcrypto.RsaHashedKeyGenParams>
> = {
  ed25519: { name: 'Ed25519' },
  'ec-p256': { name: 'ECDSA', namedCurve: 'P-256' },
  'ec-p384': { name: 'ECDSA', namedCurve: 'P-384' },
  'rsa-3072': {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 3072,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
};

export interface Issuer {
  /** In DER. */
  readonly certificate: Uint8Array;
  readonly key: KeyObject;
}

export interface IssueOptions {
  readonly type: KeyType;
  /** Common name of whom the certificate is for. */
  readonly subject: string;
  readonly isAuthority: boolean;
  /** Signs the new certificate; without one it signs itself. */
  readonly issuer: Issuer | undefined;
  readonly now: Date;
  readonly days: number;
}

export interface Issued {
  readonly key: KeyObject;
  /** In DER. */
  readonly certificate: Uint8Array;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A new key and a certificate for it: for signing documents, or for issuing further certificates. */
export async function issueCertificate(options: IssueOptions): Promise<Issued> {
  const keys = (await webcrypto.subtle.generateKey(GENERATE[options.type], true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const parent = options.issuer === undefined ? undefined : await openIssuer(options.issuer);
  const subject = new Name([{ CN: [options.subject] }]).toString();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject,
    issuer: parent?.certificate.subject ?? subject,
    // An hour of grace, because the clock that checks is seldom the clock that issued.
    notBefore: new Date(options.now.getTime() - DAY_MS / 24),
    notAfter: new Date(options.now.getTime() + options.days * DAY_MS),
    publicKey: keys.publicKey,
    signingKey: parent?.key ?? keys.privateKey,
    signingAlgorithm: parent?.algorithm ?? signingAlgorithm(KeyObject.from(keys.privateKey)),
    extensions: [
      new BasicConstraintsExtension(options.isAuthority, undefined, true),
      ...usages(options.isAuthority),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(parent?.certificate.publicKey ?? keys.publicKey),
    ],
  });
  return { key: KeyObject.from(keys.privateKey), certificate: new Uint8Array(certificate.rawData) };
}

function usages(isAuthority: boolean): (KeyUsagesExtension | ExtendedKeyUsageExtension)[] {
  if (isAuthority) return [new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true)];
  return [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.codeSigning]),
  ];
}

/** A random positive integer of 16 bytes. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

interface OpenIssuer {
  readonly certificate: X509Certificate;
  readonly key: webcrypto.CryptoKey;
  readonly algorithm: { readonly name: string; readonly hash?: string };
}

async function openIssuer({ certificate, key }: Issuer): Promise<OpenIssuer> {
  const algorithm = signingAlgorithm(key);
  const parameters = { ...algorithm, ...(key.asymmetricKeyType === 'ec' ? { namedCurve: curveOf(key) } : {}) };
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
  const imported = await webcrypto.subtle.importKey('pkcs8', pkcs8, parameters, false, ['sign']);
  return { certificate: new X509Certificate(certificate), key: imported, algorithm };
}

const CURVES: Readonly<Record<string, readonly [name: string, hash: string]>> = {
  prime256v1: ['P-256', 'SHA-256'],
  secp384r1: ['P-384', 'SHA-384'],
  secp521r1: ['P-521', 'SHA-512'],
};

function curveOf(key: KeyObject): string {
  return CURVES[key.asymmetricKeyDetails?.namedCurve ?? '']?.[0] ?? '';
}

function signingAlgorithm(key: KeyObject): { readonly name: string; readonly hash?: string } {
  if (key.asymmetricKeyType === 'ed25519') return { name: 'Ed25519' };
  if (key.asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const hash = CURVES[key.asymmetricKeyDetails?.namedCurve ?? '']?.[1];
  if (key.asymmetricKeyType === 'ec' && hash !== undefined) return { name: 'ECDSA', hash };
  throw new ToolmarkError('certificate.key-unsupported', 'The issuer has a key of a kind that is not used here.');
}
