import type { Digest, Finding } from '../base/index.ts';
import { askPkijs } from './ask-pkijs.ts';
import type { Certificate } from './certificate.ts';
import { checkPath, checkPinned } from './check-path.ts';
import { checkCrls, crlsOf } from './crl.ts';
import { fault, nameOf } from './fault.ts';
import { findPaths, type Path } from './find-paths.ts';
import { checkRevocations } from './revocation.ts';
import type { Trust } from './trust.ts';

/** What the user trusts that stands behind a signer. */
export interface Anchor {
  readonly type: 'root' | 'pin';
  readonly subject: string;
  readonly fingerprint: Digest;
}

/** Someone vouches for the signer within a window of time, or the findings say why nobody does. */
export type Standing =
  | { readonly type: 'vouched'; readonly anchor: Anchor; readonly from: Date; readonly until: Date }
  | { readonly type: 'refused'; readonly findings: readonly Finding[] };

/** Who vouches for a signer at a time: a pin, or a path to a root that nothing stands against. */
export async function judgeSigner(
  leaf: Certificate,
  chain: readonly Certificate[],
  trust: Trust,
  now: Date,
): Promise<Standing> {
  const revoked = checkRevocations(leaf, trust.revocations);
  if (revoked.length > 0) return { type: 'refused', findings: revoked };
  if (isPinned(leaf, trust)) return judgePinned(leaf, trust, now);
  const { paths, findings } = findPaths(leaf, [...chain, ...trust.intermediates], trust.roots);
  const refusals: (readonly Finding[])[] = [];
  for (const path of paths) {
    const against = await findFaults(path, trust, now);
    if (against.length === 0) return vouchedBy(path, trust);
    refusals.push(against);
  }
  return { type: 'refused', findings: refusals.toSorted((a, b) => a.length - b.length)[0] ?? findings };
}

function isPinned({ fingerprint, publicKeyDigest }: Certificate, { pins }: Trust): boolean {
  return pins.has(fingerprint) || pins.has(publicKeyDigest);
}

function judgePinned(leaf: Certificate, trust: Trust, now: Date): Standing {
  const findings = checkPinned(leaf, now);
  // A pin has no issuer that we trust, hence no CRL that we could check: what is demanded cannot be had.
  if (trust.requireCrl) {
    findings.push(
      fault('revocation.crl-missing', `A CRL is demanded, and for the pinned ${nameOf(leaf)} there is none.`),
    );
  }
  if (findings.length > 0) return { type: 'refused', findings };
  return { type: 'vouched', anchor: anchorOf('pin', leaf), from: leaf.validFrom, until: leaf.validUntil };
}

async function findFaults(path: Path, trust: Trust, now: Date): Promise<readonly Finding[]> {
  const findings = [
    ...path.flatMap(certificate => checkRevocations(certificate, trust.revocations)),
    ...checkPath(path, now),
    ...checkCrls(path, trust.crls, trust.requireCrl, now),
  ];
  return findings.length > 0 ? findings : askPkijs(path, now);
}

/** The verdict holds as long as every certificate and every CRL it rests on does. */
function vouchedBy(path: Path, trust: Trust): Standing {
  const root = path[path.length - 1] ?? path[0];
  const crls = path.slice(1).flatMap(issuer => crlsOf(issuer, trust.crls));
  const starts = [...path.map(({ validFrom }) => validFrom), ...crls.map(({ thisUpdate }) => thisUpdate)];
  const ends = [...path.map(({ validUntil }) => validUntil), ...crls.flatMap(({ nextUpdate }) => nextUpdate ?? [])];
  return {
    type: 'vouched',
    anchor: anchorOf('root', root),
    from: new Date(Math.max(...starts.map(Number))),
    until: new Date(Math.min(...ends.map(Number))),
  };
}

function anchorOf(type: Anchor['type'], { subject, fingerprint }: Certificate): Anchor {
  return { type, subject, fingerprint };
}
