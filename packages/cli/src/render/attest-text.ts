import { inert } from '@toolmark/core';
import type { BundleResult, BundleSigner, SurfacePredicate } from '@toolmark/core/attestation';
import pc from 'picocolors';

const SENTENCES: Readonly<Record<BundleResult['outcome'], string>> = {
  trusted: 'attested by a trusted signer',
  untrusted: 'the attestation is not trusted',
  invalid: 'the signature is invalid',
  revoked: 'the signer was revoked',
  expired: 'the certificate or key is no longer valid',
  malformed: 'the bundle cannot be read',
};

/** One screen: who says which package shows what. */
export function formatAttestation(
  file: string,
  { outcome, signer, statement, predicate, findings }: BundleResult & { readonly predicate?: SurfacePredicate },
  hasColor: boolean,
): string {
  const color = pc.createColors(hasColor);
  const paint = outcome === 'trusted' ? color.green : color.red;
  const names = [...new Set(statement?.subject.map(({ name = '(no name)' }) => name))];
  const lines = [
    `${color.bold(inert(file))}  ${paint(outcome)}: ${SENTENCES[outcome]}`,
    ...(signer === undefined ? [] : [`  ${outcome === 'trusted' ? 'signer  ' : 'claims  '}  ${signerText(signer)}`]),
    ...names.map(name => `  package   ${inert(name)}`),
    ...(predicate === undefined ? [] : surfaceLines(predicate)),
    ...findings.flatMap(({ severity, code, message }) => [
      `  ${severity === 'error' ? color.red(severity) : color.yellow(severity)}  ${code}`,
      `    ${inert(message)}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function signerText(signer: BundleSigner): string {
  if (signer.type === 'key') return `key ${signer.publicKeyDigest}`;
  if (signer.type === 'sigstore') return `${inert(signer.subject)}, as ${inert(signer.issuer)} says`;
  return `${inert(signer.subject)}, certificate ${signer.fingerprint}`;
}

function surfaceLines({ surface, surfaceDigest, completeness, observedAt }: SurfacePredicate): string[] {
  const counts = (['tools', 'prompts', 'resources', 'templates'] as const)
    .filter(list => surface[list].size > 0)
    .map(list => `${surface[list].size} ${surface[list].size === 1 ? list.slice(0, -1) : list}`);
  const shown = counts.length === 0 ? 'nothing' : counts.join(', ');
  const part = completeness === 'superset' ? ', or a part of it' : '';
  return [`  shows     ${shown}${part}`, `  surface   ${surfaceDigest}`, `  observed  ${inert(observedAt)}`];
}
