import { type Finding, refusalIn } from '../../base/index.ts';
import type { Certificate } from '../certificate.ts';
import { fault } from '../fault.ts';
import { judgeSigner } from '../judge-signer.ts';
import { checkRevocations } from '../revocation.ts';
import type { Bundle } from './bundle.ts';
import { AT_CERTIFICATE, atCertificate, bundleFault } from './bundle-fault.ts';
import type { SigstoreSigner, SigstoreTrust, Thresholds } from './bundle-trust.ts';
import { checkEvidence } from './evidence.ts';
import { type Claims, claimsOf, identityOf, isIdentity, type SigstoreIdentity } from './fulcio-identity.ts';
import { type SignerVerdict, signingCertificate } from './signer-verdict.ts';
import { isWithin, type Span } from './trusted-root.ts';

/** A certificate that lived for minutes: valid at every time that timestamps and logs prove, and of an expected identity. */
export async function judgeSigstore(bundle: Bundle, trust: SigstoreTrust, now: Date): Promise<SignerVerdict> {
  const verdict = await judgeSigstoreSigner(bundle, trust, now);
  const { signer } = verdict;
  if (signer === undefined || verdict.findings.length > 0 || isExpected(signer, trust)) return verdict;
  const message = 'The bundle is valid, and signed by another identity than the expected one.';
  return { ...verdict, findings: [bundleFault('other-identity', message, AT_CERTIFICATE)] };
}

/** A verdict about the certificate of any identity. The caller must judge who it is. */
export interface SigstoreVerdict extends SignerVerdict {
  readonly signer?: SigstoreSigner;
}

type AnyIdentity = Pick<SigstoreTrust, 'root' | 'thresholds' | 'revocations'>;

export async function judgeSigstoreSigner(bundle: Bundle, trust: AnyIdentity, now: Date): Promise<SigstoreVerdict> {
  const signing = signingCertificate(bundle);
  if (!('leaf' in signing)) return { times: signing.times, findings: signing.findings, ...outcomeOf(signing) };
  const { leaf } = signing;
  const identity = tryIdentify(leaf);
  if ('code' in identity) return { times: [], findings: [identity] };
  const signer = { key: leaf.publicKey, der: leaf.der };
  const evidence = checkEvidence(bundle, signer, trust.root, thresholdsOf(trust), now);
  const revoked = atCertificate(checkRevocations(leaf, trust.revocations ?? []));
  const findings =
    revoked.length > 0
      ? [...revoked, ...evidence.findings]
      : [...evidence.findings, ...(await checkPaths(leaf, trust, evidence.times))];
  const named = { type: 'sigstore', ...identity, claims: readClaims(leaf) } as const;
  return { signer: named, times: evidence.times, findings };
}

function outcomeOf({ outcome }: SignerVerdict): Pick<SignerVerdict, 'outcome'> {
  return outcome === undefined ? {} : { outcome };
}

function isExpected(signer: SigstoreIdentity, { identities }: SigstoreTrust): boolean {
  return identities.some(expected => isIdentity(signer, expected));
}

function tryIdentify(leaf: Certificate): SigstoreIdentity | Finding {
  try {
    return identityOf(leaf);
  } catch (error) {
    const { code, message } = refusalIn(error);
    return fault(code, message, AT_CERTIFICATE);
  }
}

/** Only provenance and trusted publishers need them, and both refuse a certificate without. */
function readClaims(leaf: Certificate): Claims {
  try {
    return claimsOf(leaf);
  } catch (error) {
    refusalIn(error);
    return {};
  }
}

/** Without a proven time it is unknown whether a certificate of ten minutes was valid. */
function thresholdsOf({ root, thresholds = {} }: AnyIdentity): Thresholds {
  return {
    logs: thresholds.logs ?? Math.min(root.logs.length, 1),
    certificateLogs: thresholds.certificateLogs ?? Math.min(root.certificateLogCount, 1),
    timestamps: Math.max(thresholds.timestamps ?? 1, 1),
  };
}

/**
 * Our own path validation beside the library's, which knows neither purposes nor key usage of the leaf. A path that is
 * valid at one time says itself when else it is.
 */
async function checkPaths(leaf: Certificate, trust: AnyIdentity, times: readonly Date[]): Promise<readonly Finding[]> {
  const spans: Span[] = [];
  for (const time of times) {
    if (spans.some(span => isWithin(span, time))) continue;
    const span = await findPathAt(leaf, trust, time);
    if (!('from' in span)) return atCertificate(span);
    spans.push(span);
  }
  return [];
}

/** When the path that is valid at a time is valid, or what is against every path. */
async function findPathAt(
  leaf: Certificate,
  { root, revocations = [] }: AnyIdentity,
  time: Date,
): Promise<Span | readonly Finding[]> {
  let against: readonly Finding[] = [
    fault('bundle.certificate-untrusted', 'No authority of the trusted root was valid at the time of signing.'),
  ];
  for (const authority of root.authorities.filter(candidate => isWithin(candidate, time))) {
    const trust = { ...authority.trust, revocations };
    const standing = await judgeSigner({ leaf, chain: [], isCovered: false }, trust, time);
    if (standing.type === 'vouched') return overlapOf(standing, authority);
    against = standing.findings;
  }
  return against;
}

function overlapOf(a: Required<Span>, b: Span): Span {
  const from = a.from > b.from ? a.from : b.from;
  const ends = [a.until, b.until].filter(end => end !== undefined).toSorted((x, y) => x.getTime() - y.getTime());
  return { from, until: ends[0] };
}
