import { webcrypto } from 'node:crypto';
import { CertificateChainValidationEngine, CryptoEngine, type Certificate as PkiCertificate } from 'pkijs';
import { type Finding, quoteInert } from '../base/index.ts';
import { wholeSecond } from './check-path.ts';
import { fault } from './fault.ts';
import type { Path } from './find-paths.ts';

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
