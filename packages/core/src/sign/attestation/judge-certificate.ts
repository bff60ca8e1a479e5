import { type Finding, refusalIn } from '../../base/index.ts';
import { type Certificate, parseCertificate } from '../certificate.ts';
import { fault, note } from '../fault.ts';
import { judgeSigner } from '../judge-signer.ts';
import type { Bundle } from './bundle.ts';
import { AT_CERTIFICATE, atCertificate } from './bundle-fault.ts';
import type { CertificateTrust } from './bundle-trust.ts';
import { refuse, type SignerVerdict, signingCertificate } from './signer-verdict.ts';

/** A certificate with a path to a root of the reader, judged now like the signer of a document. */
export async function judgeCertificate(bundle: Bundle, { trust }: CertificateTrust, now: Date): Promise<SignerVerdict> {
  const signing = signingCertificate(bundle);
  if (!('leaf' in signing)) return signing;
  const chain = tryParseChain(bundle);
  if ('code' in chain) return refuse([chain], 'malformed');
  const { leaf } = signing;
  // The envelope's signature does not cover the certificate.
  const standing = await judgeSigner({ leaf, chain, isCovered: false }, trust, now);
  const { subject, issuer, fingerprint, publicKeyDigest } = leaf;
  return {
    signer: {
      type: 'certificate',
      subject,
      issuer,
      fingerprint,
      publicKeyDigest,
      ...(standing.type === 'vouched' ? { anchor: standing.anchor } : {}),
    },
    times: [],
    findings: standing.type === 'refused' ? atCertificate(standing.findings) : uncheckedEvidence(bundle),
  };
}

function tryParseChain({ material }: Bundle): readonly Certificate[] | Finding {
  try {
    return material.type === 'certificate' ? material.chain.map(parseCertificate) : [];
  } catch (error) {
    const { code, message } = refusalIn(error);
    return fault(code, message, AT_CERTIFICATE);
  }
}

/** Nothing rests on it, and without a trusted root it cannot be verified. */
export function uncheckedEvidence({ logEntries, timestamps }: Bundle): Finding[] {
  if (logEntries.length === 0 && timestamps.length === 0) return [];
  const message = 'The log entries and timestamps of the bundle were not checked: that needs a trusted root.';
  return [note('info', 'bundle.evidence-unchecked', message, '/verificationMaterial')];
}
