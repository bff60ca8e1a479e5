import type { Finding } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { hasUsage, wholeSecond } from './check-path.ts';
import { type Crl, hasKnownAlgorithm, isSignedBy, namesIssuer } from './crl.ts';
import { KEY_USAGE } from './extensions.ts';
import { fault, nameOf } from './fault.ts';
import { isIssuedBy, type Path } from './find-paths.ts';
import type { Trust } from './trust.ts';

/**
 * Everything that CRLs say against a path: a certificate on it is revoked, or that could not be found out. A list that
 * names an issuer on the path is applied or is itself a finding; it is never ignored.
 */
export function checkCrls(path: Path, trust: Trust, now: Date): Finding[] {
  return path.flatMap((certificate, index) => {
    const issuer = path[index + 1];
    return issuer === undefined
      ? checkRoot(certificate, trust)
      : checkIssued(certificate, issuer, path.slice(index + 2), trust, now);
  });
}

/** A pin has no path. A list of its issuer still counts, and cannot be checked without the certificate of that issuer. */
export function checkPinnedCrls(leaf: Certificate, trust: Trust, now: Date): Finding[] {
  const issuers = issuersOf(leaf, trust);
  if (issuers.length > 0) {
    const lenient = { ...trust, requireCrl: false };
    return issuers.flatMap(issuer => checkIssued(leaf, issuer, [], lenient, now));
  }
  if (!trust.crls.some(crl => namesIssuer(crl, leaf.pki.issuer))) return [];
  return [
    fault(
      'revocation.crl-unchecked',
      `A CRL names the issuer of ${nameOf(leaf)}, but that issuer is not given. Pass its certificate as an intermediate.`,
    ),
  ];
}

/** The authorities of the reader that issued a certificate, trusted or not. */
export function issuersOf(leaf: Certificate, { roots, intermediates }: Trust): readonly Certificate[] {
  return [...roots, ...intermediates].filter(
    issuer => leaf.pki.issuer.isEqual(issuer.pki.subject) && isIssuedBy(leaf, issuer),
  );
}

/** The lists that concern what an issuer issued: by its name, or by its key. */
export function crlsOf(issuer: Certificate, crls: readonly Crl[]): readonly Crl[] {
  return crls.filter(crl => namesIssuer(crl, issuer.pki.subject) || isSignedBy(crl, issuer));
}

/** The signer of a list: the issuer's key, another key of the same name, neither, or unknown. */
type Origin = 'issuer' | 'sibling' | 'forged' | 'unknown';

function checkIssued(
  certificate: Certificate,
  issuer: Certificate,
  above: readonly Certificate[],
  trust: Trust,
  now: Date,
): Finding[] {
  const judged = crlsOf(issuer, trust.crls).map(crl => ({ crl, origin: originOf(crl, issuer, above, trust) }));
  const genuine = judged.filter(({ origin }) => origin === 'issuer' || origin === 'sibling').map(({ crl }) => crl);
  const named = judged.filter(({ crl }) => namesIssuer(crl, issuer.pki.subject));
  const findings = [
    ...findRevoked(certificate, issuer, genuine),
    ...named.filter(({ origin }) => origin === 'forged').map(() => forged(issuer)),
    ...named.filter(({ origin }) => origin === 'unknown').map(() => unknownAlgorithm(issuer)),
  ];
  if (named.length === 0) return trust.requireCrl ? [...findings, missing(issuer)] : findings;
  const own = named.filter(({ origin }) => origin === 'issuer').map(({ crl }) => findProblem(crl, issuer, now));
  if (own.includes(undefined)) return findings;
  if (own.length === 0 && findings.length === 0) return [otherKey(issuer)];
  return [...findings, ...own.flatMap(problem => problem ?? [])];
}

/** A root that lists itself is revoked. No list is demanded about a root: the reader chose to trust it. */
function checkRoot(root: Certificate, { crls }: Trust): Finding[] {
  if (!root.pki.issuer.isEqual(root.pki.subject)) return [];
  return findRevoked(
    root,
    root,
    crls.filter(crl => originOf(crl, root, [], NO_SIBLINGS) === 'issuer'),
  );
}

const NO_SIBLINGS = { roots: [], intermediates: [] };

/**
 * An authority that changed its key signs lists with both for a while, so a list of its other key is genuine. The
 * certificate of that key must come from the reader and be a root, or be issued by one above on the path.
 */
function originOf(
  crl: Crl,
  issuer: Certificate,
  above: readonly Certificate[],
  { roots, intermediates }: Pick<Trust, 'roots' | 'intermediates'>,
): Origin {
  if (!hasKnownAlgorithm(crl)) return 'unknown';
  if (mayHaveSigned(issuer, crl)) return 'issuer';
  const siblings = [...roots, ...intermediates.filter(known => above.some(higher => isIssuedBy(known, higher)))];
  const isSibling = siblings.some(
    sibling => sibling.pki.subject.isEqual(issuer.pki.subject) && mayHaveSigned(sibling, crl),
  );
  return isSibling ? 'sibling' : 'forged';
}

function mayHaveSigned(authority: Certificate, crl: Crl): boolean {
  return hasUsage(authority.extensions.keyUsage, KEY_USAGE.cRLSign) && isSignedBy(crl, authority);
}

/** An outdated list still proves a revocation, which is for ever. It only cannot prove the absence of one. */
function findRevoked(certificate: Certificate, issuer: Certificate, crls: readonly Crl[]): Finding[] {
  const [date] = crls.flatMap(({ revoked }) => revoked.get(certificate.serialNumber) ?? []);
  if (date === undefined) return [];
  return [
    fault(
      'revocation.revoked',
      `${nameOf(certificate)} was revoked by ${nameOf(issuer)} on ${date.toISOString()}. Do not trust what it signed.`,
    ),
  ];
}

/** Why a genuine list cannot say that a certificate is not revoked. */
function findProblem(crl: Crl, issuer: Certificate, now: Date): Finding | undefined {
  const name = nameOf(issuer);
  if (!crl.isSupported) {
    return fault('revocation.crl-unsupported', `The CRL of ${name} is partial or of a kind that cannot be used.`);
  }
  const second = wholeSecond(now);
  if (second < crl.thisUpdate) {
    return fault('revocation.crl-not-yet-valid', `The CRL of ${name} begins on ${crl.thisUpdate.toISOString()}.`);
  }
  if (crl.nextUpdate !== undefined && second <= crl.nextUpdate) return undefined;
  const end = crl.nextUpdate === undefined ? 'says no end' : `ended on ${crl.nextUpdate.toISOString()}`;
  return fault('revocation.crl-expired', `The CRL of ${name} ${end}. Get a current one.`);
}

function forged(issuer: Certificate): Finding {
  return fault(
    'revocation.crl-forged',
    `A CRL in the name of ${nameOf(issuer)} is not signed by it. Get the list again.`,
  );
}

function unknownAlgorithm(issuer: Certificate): Finding {
  return fault(
    'revocation.crl-unsupported',
    `A CRL in the name of ${nameOf(issuer)} is signed with an algorithm that is not supported. Its signature could not be checked.`,
  );
}

function missing(issuer: Certificate): Finding {
  return fault('revocation.crl-missing', `A CRL of ${nameOf(issuer)} is required and none was given.`);
}

function otherKey(issuer: Certificate): Finding {
  return fault(
    'revocation.crl-missing',
    `The CRL of ${nameOf(issuer)} is signed by another of its keys. Pass the one by the key on the path.`,
  );
}
