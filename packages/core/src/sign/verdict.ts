import { type Finding, hasErrors, sortFindings } from '../base/index.ts';
import type { Certificate, Identity } from './certificate.ts';
import { wholeSecond } from './check-path.ts';
import { fault, note } from './fault.ts';
import type { Anchor, Standing } from './judge-signer.ts';
import type { Match, Profile } from './profile.ts';
import { SHORT_SALT } from './scheme.ts';
import { AT, type SignedDocument } from './signed-document.ts';

export type Outcome = 'trusted' | 'untrusted' | 'unsigned' | 'invalid' | 'revoked' | 'expired' | 'malformed';

export interface Signer extends Identity {
  /** Absent when the signer is not trusted. */
  readonly anchor?: Anchor;
}

export interface VerifyResult {
  readonly outcome: Outcome;
  /** What the signature covers; absent without a valid signature. */
  readonly profile?: Profile;
  /** Pointers to all that someone other than the signer could have written; the empty one is the whole document. */
  readonly uncovered: readonly string[];
  /** Whom the certificate names; absent when there is no certificate to read. Not to be believed unless trusted. */
  readonly signer?: Signer;
  /** When the signature says it was made, in its own words: a claim of the signer, which 1.0 does not even cover. */
  readonly claimedTime?: string;
  readonly findings: readonly Finding[];
}

/** No signature holds, so nothing is covered. */
export function refuse(outcome: Outcome, findings: readonly Finding[], leaf?: Certificate): VerifyResult {
  return {
    outcome,
    uncovered: [''],
    ...(leaf === undefined ? {} : { signer: leaf.identity }),
    findings: sortFindings(findings),
  };
}

export interface Evidence {
  readonly signed: SignedDocument;
  readonly leaf: Certificate;
  readonly match: Extract<Match, { type: 'match' }>;
  readonly standing: Standing;
  readonly now: Date;
  readonly demanded: 'toolmark' | undefined;
  readonly maxAgeMs: number | undefined;
}

/** Assesses a valid signature. */
export function conclude(evidence: Evidence): VerifyResult {
  const { signed, match, leaf, standing } = evidence;
  const findings = [
    ...(standing.type === 'refused' ? standing.findings : []),
    ...judgeTimestamp(evidence),
    ...judgeProfile(evidence),
  ];
  return {
    outcome: outcomeOf(findings),
    profile: match.profile,
    uncovered: match.uncovered,
    signer: standing.type === 'vouched' ? { ...leaf.identity, anchor: standing.anchor } : leaf.identity,
    claimedTime: signed.claimedTime,
    findings: findings.length > 1 ? sortFindings(findings) : findings,
  };
}

/** The most severe outcome counts, in any order of the checks; `trusted` only without findings. */
function outcomeOf(findings: readonly Finding[]): Outcome {
  if (!hasErrors(findings)) return 'trusted';
  const codes = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  if (codes.includes('revocation.revoked')) return 'revoked';
  return codes.every(code => code === 'certificate.expired') ? 'expired' : 'untrusted';
}

const CLOCK_SKEW_MS = 5 * 60 * 1000;

/**
 * A timestamp is only a claim: it never makes a certificate good, but an impossible one counts against the signer. The
 * signature itself holds whatever the time is, so a wrong time is never an invalid signature.
 */
function judgeTimestamp(evidence: Evidence): Finding[] {
  const { signed, now } = evidence;
  if (signed.timestamp.getTime() > now.getTime() + CLOCK_SKEW_MS) {
    return [fault('signature.timestamp-future', 'The signature claims to be made in the future.', TIMESTAMP)];
  }
  return [...judgeValidity(evidence), ...judgeAge(evidence)];
}

const TIMESTAMP = `${AT}/timestamp`;

/** In schema 1.0 anyone can change the time, so there it says nothing about the signer. */
function judgeValidity({ signed, leaf, match }: Evidence): Finding[] {
  const second = wholeSecond(signed.timestamp);
  if (second >= leaf.validFrom && second <= leaf.validUntil) return [];
  const severity = match.profile === 'toolmark' ? 'error' : 'warning';
  const message = "The signature claims a time outside the certificate's validity.";
  return [note(severity, 'signature.timestamp-outside-certificate', message, TIMESTAMP)];
}

function judgeAge({ signed, match, now, maxAgeMs }: Evidence): Finding[] {
  if (maxAgeMs === undefined) return [];
  if (match.profile !== 'toolmark') {
    const message = `The signature is of profile ${match.profile}, which does not cover its time. Its age is unknown.`;
    return [fault('signature.age-unknown', message, TIMESTAMP)];
  }
  if (now.getTime() - signed.timestamp.getTime() <= maxAgeMs) return [];
  const message = `The signature was made on ${signed.timestamp.toISOString()}, which is older than you accept.`;
  return [fault('signature.too-old', message, TIMESTAMP)];
}

function judgeProfile({ signed, match, demanded }: Evidence): Finding[] {
  if (match.profile === 'toolmark') return [];
  return [
    ...(demanded === undefined ? [] : [missesDemand(match.profile)]),
    ...(/256$/.test(signed.algorithm) ? [] : [overstated(signed.algorithm)]),
    ...(match.scheme.type === 'rsa-pss' && match.scheme.saltLength === SHORT_SALT ? [shortSalt()] : []),
    ...(match.uncovered.includes('/registry_info') ? [setAside()] : []),
  ];
}

function missesDemand(profile: Profile): Finding {
  const message = `The signature has profile ${profile}; one that covers the whole document is required.`;
  return fault('signature.profile-required', message, AT);
}

function overstated(label: string): Finding {
  const message = `In schema 1.0 the label ${label} still means SHA-256.`;
  return note('warning', 'signature.hash-overstated', message, `${AT}/algorithm`);
}

function shortSalt(): Finding {
  const message = 'The RSA-PSS salt is 32 bytes; schema 1.0 writes the longest that fits.';
  return note('warning', 'signature.short-salt', message, `${AT}/signature`);
}

function setAside(): Finding {
  const message = 'The member registry_info is not signed; registries of the original format add it.';
  return note('info', 'signature.registry-info', message, '/registry_info');
}
