import { webcrypto } from 'node:crypto';
import {
  CertificateChainValidationEngine,
  CryptoEngine,
  type Certificate as PkiCertificate,
  RSASSAPSSParams,
} from 'pkijs';
import { type Finding, quoteInert } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { KEY_USAGE } from './extensions.ts';
import { fault, nameOf } from './fault.ts';
import type { Path } from './find-paths.ts';
import { findKeyProblem } from './key-policy.ts';
import { checkNameConstraints, isSelfIssued } from './name-constraints.ts';

/**
 * Everything RFC 5280, section 6.1, and our own policy have against a path whose signatures hold, at a time. pkijs is
 * asked as well (`askPkijs`), but knows no path length, and neither key usage nor critical extensions of the leaf.
 */
export function checkPath(path: Path, now: Date): Finding[] {
  const [leaf, ...issuers] = path;
  return [
    ...path.flatMap(certificate => checkAnywhere(certificate, now)),
    ...path.slice(0, -1).flatMap(checkIssuersSignature),
    ...issuers.flatMap((issuer, index) => checkIssuer(issuer, issuers.slice(0, index))),
    ...checkIssuedLeaf(leaf),
    ...checkNameConstraints(path),
  ];
}

/** The checks of a pinned certificate, which need not state its usages. */
export function checkPinned(leaf: Certificate, now: Date): Finding[] {
  return [...checkAnywhere(leaf, now), ...checkStatedUsage(leaf)];
}

function checkAnywhere(certificate: Certificate, now: Date): Finding[] {
  const { publicKey, extensions } = certificate;
  const problem = findKeyProblem(publicKey);
  return [
    ...(problem === undefined ? [] : [fault(problem.code, `${nameOf(certificate)}: ${problem.message}`)]),
    ...checkValidity(certificate, now),
    ...extensions.unknownCritical.map(oid =>
      fault(
        'certificate.unknown-critical-extension',
        `${nameOf(certificate)} has the unknown critical extension ${oid}.`,
      ),
    ),
  ];
}

// Validity counts whole seconds, and RFC 5280 counts the last one as inside.
function checkValidity(certificate: Certificate, now: Date): Finding[] {
  const second = wholeSecond(now);
  if (second < certificate.validFrom) {
    return [
      fault(
        'certificate.not-yet-valid',
        `${nameOf(certificate)} is not valid before ${certificate.validFrom.toISOString()}.`,
      ),
    ];
  }
  if (second <= certificate.validUntil) return [];
  return [
    fault(
      'certificate.expired',
      `${nameOf(certificate)} expired on ${certificate.validUntil.toISOString()}. Sign again with a current one.`,
    ),
  ];
}

export function wholeSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

const GOOD_SIGNATURES: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.11', // RSA, SHA-256
  '1.2.840.113549.1.1.12', // RSA, SHA-384
  '1.2.840.113549.1.1.13', // RSA, SHA-512
  '1.2.840.10045.4.3.2', // ECDSA, SHA-256
  '1.2.840.10045.4.3.3', // ECDSA, SHA-384
  '1.2.840.10045.4.3.4', // ECDSA, SHA-512
  '1.3.101.112', // Ed25519
]);
const PSS = '1.2.840.113549.1.1.10';
const GOOD_HASHES: ReadonlySet<string> = new Set([
  '2.16.840.1.101.3.4.2.1',
  '2.16.840.1.101.3.4.2.2',
  '2.16.840.1.101.3.4.2.3',
]);

/** OpenSSL checks signatures over SHA-1 and MD5 without a word, so the algorithm must be one of a closed list. */
function checkIssuersSignature(certificate: Certificate): Finding[] {
  const { algorithmId, algorithmParams } = certificate.pki.signatureAlgorithm;
  const isGood =
    GOOD_SIGNATURES.has(algorithmId) ||
    (algorithmId === PSS &&
      GOOD_HASHES.has(new RSASSAPSSParams({ schema: algorithmParams }).hashAlgorithm.algorithmId));
  if (isGood) return [];
  return [
    fault('certificate.weak-hash', `${nameOf(certificate)} is signed with an unsafe algorithm (${algorithmId}).`),
  ];
}

function checkIssuer(issuer: Certificate, below: readonly Certificate[]): Finding[] {
  const { isCa, keyUsage, extendedKeyUsage, pathLength } = issuer.extensions;
  const findings: Finding[] = [];
  if (!isCa || !hasUsage(keyUsage, KEY_USAGE.keyCertSign)) {
    findings.push(fault('certificate.not-a-ca', `${nameOf(issuer)} is not allowed to issue certificates.`));
  }
  const depth = below.filter(certificate => !isSelfIssued(certificate)).length;
  if (pathLength !== undefined && depth > pathLength) {
    findings.push(
      fault(
        'certificate.path-length',
        `${nameOf(issuer)} allows ${pathLength} certificate authorities below it; there are ${depth}.`,
      ),
    );
  }
  // RFC 5280 leaves it open whether purposes bind what a CA issues; a CA for web servers must not issue signers of tools.
  if (extendedKeyUsage !== undefined && !extendedKeyUsage.some(oid => oid === CODE_SIGNING || oid === ANY_PURPOSE)) {
    findings.push(
      fault('certificate.extended-key-usage', `${nameOf(issuer)} is not allowed to issue for code signing.`),
    );
  }
  return findings;
}

const CODE_SIGNING = '1.3.6.1.5.5.7.3.3';
const ANY_PURPOSE = '2.5.29.37.0';

function checkIssuedLeaf(leaf: Certificate): Finding[] {
  const { isCa, keyUsage, extendedKeyUsage } = leaf.extensions;
  const findings = checkStatedUsage(leaf);
  if (isCa) findings.push(fault('certificate.is-a-ca', `${nameOf(leaf)} is a certificate authority, not a signer.`));
  if (keyUsage === undefined) findings.push(wrongUsage(leaf));
  if (extendedKeyUsage === undefined) findings.push(wrongPurpose(leaf));
  return findings;
}

function checkStatedUsage(leaf: Certificate): Finding[] {
  const { keyUsage, extendedKeyUsage } = leaf.extensions;
  const findings: Finding[] = [];
  if (!hasUsage(keyUsage, KEY_USAGE.digitalSignature)) findings.push(wrongUsage(leaf));
  if (extendedKeyUsage !== undefined && !extendedKeyUsage.includes(CODE_SIGNING)) findings.push(wrongPurpose(leaf));
  return findings;
}

/** A certificate that does not state its usages is not bound by them. */
export function hasUsage(keyUsage: number | undefined, bit: number): boolean {
  return keyUsage === undefined || (keyUsage & bit) !== 0;
}

function wrongUsage(leaf: Certificate): Finding {
  return fault('certificate.key-usage', `${nameOf(leaf)} is not issued for digital signatures (key usage).`);
}

function wrongPurpose(leaf: Certificate): Finding {
  return fault(
    'certificate.extended-key-usage',
    `${nameOf(leaf)} is not issued for code signing (extended key usage).`,
  );
}

/**
 * The verdict of pkijs on one path: certificate policies, which nothing else here looks at, and a second opinion on the
 * rest. It is handed the issuers that `findPaths` proved with `node:crypto`, because its own search follows loops
 * without end and its cryptography knows no Ed25519.
 */
export async function askPkijs(path: Path, now: Date): Promise<Finding[]> {
  const certificates = path.map(({ pki }) => pki);
  const [root, ...below] = certificates.toReversed();
  if (root === undefined) return [refused('There is no path.')];
  const engine = new CertificateChainValidationEngine({
    trustedCerts: [root],
    certs: below,
    checkDate: wholeSecond(now),
    findIssuer: async certificate => issuerOf(certificate, certificates),
  });
  const { result, resultMessage } = await engine.verify({}, new CryptoEngine({ crypto: webcrypto }));
  return result ? [] : [refused(resultMessage)];
}

function issuerOf(certificate: PkiCertificate, path: readonly PkiCertificate[]): PkiCertificate[] {
  const issuer = path[path.indexOf(certificate) + 1];
  return issuer === undefined ? [] : [issuer];
}

function refused(reason: string): Finding {
  return fault('certificate.path-refused', `Path validation refuses the certificates: ${quoteInert(reason, 200)}`);
}
