import type { Digest, Finding } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { checkCrls, checkPinnedCrls, crlsOf, issuersOf } from './check-crls.ts';
import { askPkijs, checkPath, checkPinned } from './check-path.ts';
import { fault, nameOf } from './fault.ts';
import { findPaths, isIssuedBy, type Path } from './find-paths.ts';
import { checkRevocations } from './revocation.ts';
import type { Trust } from './trust.ts';

/** The trusted certificate at the end of a path. */
export interface Anchor {
  readonly type: 'root' | 'pin';
  readonly subject: string;
  readonly fingerprint: Digest;
}

/** The signer is trusted within a window of time, or the findings say why not. */
export type Standing =
  | { readonly type: 'vouched'; readonly anchor: Anchor; readonly from: Date; readonly until: Date }
  | { readonly type: 'refused'; readonly findings: readonly Finding[] };

/** A signer as a document presents it. */
export interface PresentedSigner {
  readonly leaf: Certificate;
  readonly chain: readonly Certificate[];
  /** Whether the signature covers the certificate. In schema 1.0 it does not: anyone can put another in its place. */
  readonly isCovered: boolean;
}

/** Who vouches for a signer at a time: a pin, or a path to a root with no finding against it. */
export async function judgeSigner(signer: PresentedSigner, trust: Trust, now: Date): Promise<Standing> {
  const { leaf, chain } = signer;
  const revoked = checkRevocations(leaf, trust.revocations);
  if (revoked.length > 0) return { type: 'refused', findings: revoked };
  if (isPinned(leaf, trust)) return judgePinned(signer, trust, now);
  const { paths, findings } = findPaths(leaf, [...chain, ...trust.intermediates], trust.roots);
  const refusals: (readonly Finding[])[] = [];
  for (const path of paths) {
    const against = await findFaults(path, trust, now);
    if (against.length === 0) return vouched('root', path, path.slice(1), trust);
    refusals.push(against);
  }
  return { type: 'refused', findings: refusals.toSorted((a, b) => a.length - b.length)[0] ?? findings };
}

function isPinned({ fingerprint, publicKeyDigest }: Certificate, { pins }: Trust): boolean {
  return pins.has(fingerprint) || pins.has(publicKeyDigest);
}

function judgePinned(signer: PresentedSigner, trust: Trust, now: Date): Standing {
  const { leaf } = signer;
  const findings = [...checkPinned(leaf, now), ...checkProven(signer, trust), ...checkPinnedCrls(leaf, trust, now)];
  // A pin has no issuer that we trust, hence no CRL that can be checked.
  if (trust.requireCrl) {
    findings.push(fault('revocation.crl-missing', `A CRL is required, but none covers the pinned ${nameOf(leaf)}.`));
  }
  if (findings.length > 0) return { type: 'refused', findings };
  return vouched('pin', [leaf], issuersOf(leaf, trust), trust);
}

/**
 * A pinned key says nothing about the certificate around it. Where the document's signature does not cover the
 * certificate either, anyone could write one with the same key: not expired, and not the one that was revoked.
 */
function checkProven({ leaf, isCovered }: PresentedSigner, trust: Trust): Finding[] {
  if (isCovered || trust.pins.has(leaf.fingerprint)) return [];
  if (isIssuedBy(leaf, leaf) || issuersOf(leaf, trust).length > 0) return [];
  return [
    fault(
      'certificate.unproven',
      `The key of ${nameOf(leaf)} is pinned, but anyone could have written this certificate. Pin the certificate, or pass that of its issuer as an intermediate.`,
    ),
  ];
}

async function findFaults(path: Path, trust: Trust, now: Date): Promise<readonly Finding[]> {
  const findings = [
    ...path.flatMap(certificate => checkRevocations(certificate, trust.revocations)),
    ...checkPath(path, now),
    ...checkCrls(path, trust, now),
  ];
  return findings.length > 0 ? findings : askPkijs(path, now);
}

/** The verdict holds as long as every certificate and every CRL it rests on does. */
function vouched(type: Anchor['type'], path: Path, issuers: readonly Certificate[], trust: Trust): Standing {
  const anchor = path[path.length - 1] ?? path[0];
  const crls = issuers.flatMap(issuer => crlsOf(issuer, trust.crls));
  const starts = [...path.map(({ validFrom }) => validFrom), ...crls.map(({ thisUpdate }) => thisUpdate)];
  const ends = [...path.map(({ validUntil }) => validUntil), ...crls.flatMap(({ nextUpdate }) => nextUpdate ?? [])];
  return {
    type: 'vouched',
    anchor: anchorOf(type, anchor),
    from: new Date(Math.max(...starts.map(Number))),
    until: new Date(Math.min(...ends.map(Number))),
  };
}

function anchorOf(type: Anchor['type'], { subject, fingerprint }: Certificate): Anchor {
  return { type, subject, fingerprint };
}
