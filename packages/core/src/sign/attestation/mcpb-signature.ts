import { createHash, verify } from 'node:crypto';
import { type Digest, sha256 } from '../../base/index.ts';
import { type Certificate, parseCertificate } from '../certificate.ts';
import { judgeSigner } from '../judge-signer.ts';
import { findKeyProblem } from '../key-policy.ts';
import { areEqual } from '../signed-structure.ts';
import type { Trust } from '../trust.ts';
import { findSignatureBlock } from './mcpb-block.ts';
import { readSignedData, type SignedData } from './signed-data.ts';

/** Who signed a bundle. */
export interface McpbSigner {
  readonly subject: string;
  /** SHA-256 of the certificate in DER. */
  readonly fingerprint: Digest;
  /** Whether the given anchors vouch for the certificate now. */
  readonly trusted: boolean;
}

/** `content` is the bundle without its signature block: all that the signature covers. */
export type McpbVerdict =
  | { readonly outcome: 'unsigned'; readonly content: Uint8Array }
  | { readonly outcome: 'signed'; readonly content: Uint8Array; readonly signer: McpbSigner }
  | { readonly outcome: 'invalid'; readonly reason: string };

export interface McpbVerifyOptions {
  /** Without it, no signer is trusted; the signature is checked all the same. */
  readonly trust?: Trust;
  readonly now: Date;
}

/** Checks the signature block at the end of an `.mcpb` file, if there is one (docs/spec/package.md). */
export async function verifyMcpbSignature(file: Uint8Array, options: McpbVerifyOptions): Promise<McpbVerdict> {
  const block = findSignatureBlock(file);
  if (block.outcome !== 'found') return block;
  const { content, signature } = block;
  const signed = readSignedData(signature);
  if (signed === undefined) return invalid('it is not a detached PKCS#7 signature of one signer in DER');
  const certificates = readCertificates(signed);
  const leaf = certificates?.find(certificate => isSigner(certificate, signed));
  if (certificates === undefined || leaf === undefined) return invalid('the certificate of its signer is missing');
  const problem = findProblem(signed, leaf, content);
  if (problem !== undefined) return invalid(problem);
  const trusted = await isTrusted(leaf, certificates, options);
  return { outcome: 'signed', content, signer: { subject: leaf.subject, fingerprint: leaf.fingerprint, trusted } };
}

function invalid(reason: string): McpbVerdict {
  return { outcome: 'invalid', reason };
}

function readCertificates(signed: SignedData): Certificate[] | undefined {
  try {
    return signed.certificates.map(parseCertificate);
  } catch {
    // A certificate that cannot be read may be that of the signer.
    return undefined;
  }
}

function isSigner(certificate: Certificate, { issuer, serialNumber }: SignedData): boolean {
  return certificate.issuerDigest === sha256(issuer) && certificate.serialNumber === serialNumber;
}

function findProblem(signed: SignedData, { publicKey }: Certificate, content: Uint8Array): string | undefined {
  if (publicKey.asymmetricKeyType !== signed.keyType) return 'its algorithm does not match the key of its certificate';
  const weakness = findKeyProblem(publicKey);
  if (weakness !== undefined) return 'the key of its signer is weak or not supported';
  if (!areEqual(hashOf(signed.hash, content), signed.messageDigest))
    return 'the bundle was changed after it was signed';
  if (!verify(signed.hash, signed.signedBytes, publicKey, signed.signature))
    return 'it was not made with the key of its certificate';
  return undefined;
}

function hashOf(algorithm: string, content: Uint8Array): Uint8Array {
  return createHash(algorithm).update(content).digest();
}

// PKCS#7 signs no certificate: another one with the same key would fit as well, hence `isCovered: false`.
async function isTrusted(
  leaf: Certificate,
  chain: readonly Certificate[],
  options: McpbVerifyOptions,
): Promise<boolean> {
  if (options.trust === undefined) return false;
  const standing = await judgeSigner({ leaf, chain, isCovered: false }, options.trust, options.now);
  return standing.type === 'vouched';
}
