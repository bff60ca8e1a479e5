import type { Finding } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { fault, nameOf } from './fault.ts';

/** From the signer's certificate to a root, each certificate followed by the one that issued it. */
export type Path = readonly [leaf: Certificate, ...issuers: Certificate[]];

/** The longest path, counting leaf and root. Real ones have two to four. */
export const MAX_PATH_LENGTH = 8;

/** Each candidate issuer is a step, which bounds the search in hostile sets of look-alike certificates. */
const MAX_STEPS = 200;

interface Search {
  readonly paths: Path[];
  readonly obstacles: Set<'loop' | 'too-long'>;
  steps: number;
}

/** Every path from a leaf to one of the roots by name and signature, or why there is none. */
export function findPaths(
  leaf: Certificate,
  intermediates: readonly Certificate[],
  roots: readonly Certificate[],
): { readonly paths: readonly Path[]; readonly findings: readonly Finding[] } {
  const search: Search = { paths: [], obstacles: new Set(), steps: 0 };
  const rootPrints = new Set(roots.map(({ fingerprint }) => fingerprint));
  const candidates = unique([...roots, ...intermediates]);
  extend([leaf], candidates, rootPrints, search);
  return { paths: search.paths, findings: search.paths.length > 0 ? [] : [explain(leaf, search)] };
}

function extend(path: Path, candidates: readonly Certificate[], roots: ReadonlySet<string>, search: Search): void {
  const last = path[path.length - 1] ?? path[0];
  for (const issuer of candidates) {
    if (!last.pki.issuer.isEqual(issuer.pki.subject)) continue;
    if (++search.steps > MAX_STEPS) {
      search.obstacles.add('too-long');
      return;
    }
    // An untrusted root issues itself: that is an end, not a loop.
    if (issuer.fingerprint === last.fingerprint || !isIssuedBy(last, issuer)) continue;
    if (path.some(({ fingerprint }) => fingerprint === issuer.fingerprint)) search.obstacles.add('loop');
    else if (roots.has(issuer.fingerprint)) search.paths.push([...path, issuer]);
    else if (path.length + 1 >= MAX_PATH_LENGTH) search.obstacles.add('too-long');
    else extend([...path, issuer], candidates, roots, search);
  }
}

/** Whether the key of an issuer signed a certificate. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return certificate.x509.verify(issuer.publicKey);
  } catch {
    // OpenSSL throws when key and signature are of different kinds: then this is not the issuer.
    return false;
  }
}

function explain(leaf: Certificate, { obstacles }: Search): Finding {
  if (obstacles.has('too-long')) {
    return fault(
      'certificate.path-too-long',
      `No path of at most ${MAX_PATH_LENGTH} certificates leads from ${nameOf(leaf)} to a trusted root.`,
    );
  }
  if (obstacles.has('loop')) {
    return fault('certificate.loop', `The certificates above ${nameOf(leaf)} issue each other and reach no root.`);
  }
  return fault(
    'certificate.no-path',
    `No path to a trusted root from ${nameOf(leaf)}. Add its root or pin it, and pass missing intermediates.`,
  );
}

function unique(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map(certificate => [certificate.fingerprint, certificate])).values()];
}
