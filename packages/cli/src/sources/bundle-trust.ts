import { createPublicKey, type KeyObject } from 'node:crypto';
import { parseCertificates, parseRevocations, parseTrust, quoteInert, ToolmarkError } from '@toolmark/core';
import { type BundleTrust, parseTrustedRoot, readBundle } from '@toolmark/core/attestation';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';

export interface TrustOptions {
  readonly trust?: readonly string[];
  readonly intermediate: readonly string[];
  readonly crl: readonly string[];
  readonly revoked: readonly string[];
  readonly publicKey?: readonly string[];
  /** Issuer and subject. */
  readonly identity?: readonly string[];
  readonly trustedRoot?: string;
}

const MAX_BYTES = 4 * 1024 * 1024;

/** The trust that the options give. Without any it is empty, and of the kind that fits the bundle. */
export function readBundleTrust(bundle: Uint8Array, options: TrustOptions, io: Io): BundleTrust {
  const { publicKey, identity, trustedRoot, revoked, trust } = options;
  const revocations = readAll(revoked, io).flatMap(parseRevocations);
  if (identity !== undefined) return trustInIdentity(identity, options, io);
  const isKey = publicKey !== undefined || (trust === undefined && isSignedWithKey(bundle));
  if (isKey) {
    const keys = (publicKey ?? []).map(file => ({ key: readPublicKey(file, io) }));
    const root = trustedRoot === undefined ? {} : { root: parseTrustedRoot(readFile(trustedRoot, io)) };
    return { type: 'keys', keys, revocations, ...root };
  }
  const [roots, intermediates, crls] = [trust ?? [], options.intermediate, options.crl].map(files =>
    readAll(files, io),
  );
  return {
    type: 'certificates',
    trust: parseTrust({ roots: roots ?? [], intermediates: intermediates ?? [], crls: crls ?? [], revocations }),
  };
}

function trustInIdentity([issuer, subject, ...more]: readonly string[], options: TrustOptions, io: Io): BundleTrust {
  const { trustedRoot, revoked } = options;
  if (issuer === undefined || subject === undefined || more.length > 0)
    throw new ToolmarkError('usage.identity', 'Pass --identity ISSUER SUBJECT, after the bundle.');
  if (trustedRoot === undefined)
    throw new ToolmarkError('usage.no-trusted-root', '--identity needs --trusted-root FILE.');
  const root = parseTrustedRoot(readFile(trustedRoot, io));
  const revocations = readAll(revoked, io).flatMap(parseRevocations);
  return { type: 'sigstore', root, identities: [{ issuer, subject }], revocations };
}

/** A bundle that cannot be read is refused later, by whatever trust. */
function isSignedWithKey(bundle: Uint8Array): boolean {
  try {
    return readBundle(bundle).material.type === 'key';
  } catch (error) {
    if (error instanceof ToolmarkError) return false;
    throw error;
  }
}

function readAll(files: readonly string[], io: Io): Uint8Array[] {
  return files.map(file => readFile(file, io, MAX_BYTES));
}

/** A public key in PEM, or that of a certificate. A private key is refused: this command does not need one. */
export function readPublicKey(file: string, io: Io): KeyObject {
  const bytes = readFile(file, io, 64 * 1024);
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('BEGIN CERTIFICATE')) {
    const [certificate] = parseCertificates(bytes);
    if (certificate !== undefined) return certificate.publicKey;
  }
  try {
    if (text.includes('BEGIN PUBLIC KEY')) return createPublicKey(text);
  } catch {
    // Refused below, like every other file.
  }
  throw new ToolmarkError('key.malformed', `${quoteInert(file)} holds no public key in PEM.`);
}
