import { inert, type VerifyResult } from '@toolmark/core';
import type { Outcome } from '@toolmark/core/sign';
import pc from 'picocolors';

const SENTENCES: Readonly<Record<Outcome, string>> = {
  trusted: 'signed by a trusted signer',
  untrusted: 'the signature is valid, but its signer is not trusted',
  unsigned: 'no signature',
  invalid: 'the signature is invalid',
  revoked: 'the signer was revoked',
  expired: 'the certificate is no longer valid',
  malformed: 'the signature cannot be read',
};

/** One screen: who, trusted by which anchor, since when, and what the signature does not cover. */
export function formatVerdict(file: string, result: VerifyResult, hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  const paint = result.outcome === 'trusted' ? color.green : color.red;
  const { signer, profile, claimedTime } = result;
  const lines = [`${color.bold(inert(file))}  ${paint(result.outcome)}: ${sentenceOf(result)}`];
  if (signer !== undefined) {
    const isTrusted = signer.anchor !== undefined;
    lines.push(
      `  ${isTrusted ? 'signer' : 'claims'}       ${inert(signer.subject)}`,
      `  issued by    ${inert(signer.issuer)}`,
      `  fingerprint  ${signer.fingerprint}`,
      `  valid        ${signer.validFrom} to ${signer.validUntil}`,
    );
  }
  if (signer?.anchor !== undefined) {
    lines.push(
      `  trusted by   ${signer.anchor.type} ${inert(signer.anchor.subject)}`,
      `               ${signer.anchor.fingerprint}`,
    );
  }
  if (claimedTime !== undefined) lines.push(`  signed       ${claimedTime}, as the signer claims`);
  if (profile !== undefined) lines.push(`  profile      ${profile}`, `  not covered  ${uncovered(result.uncovered)}`);
  for (const { severity, code, message } of result.findings) {
    const mark = severity === 'error' ? color.red(severity) : color.yellow(severity);
    lines.push(`  ${mark}  ${code}`, `    ${inert(message)}`);
  }
  return `${lines.join('\n')}\n`;
}

function sentenceOf({ outcome, signer, findings }: VerifyResult): string {
  if (outcome !== 'untrusted' || signer?.anchor === undefined) return SENTENCES[outcome];
  return findings.some(({ code }) => code.startsWith('signature.timestamp'))
    ? 'the signer is trusted, but the claimed time is not valid'
    : 'the signer is trusted, but the signature does not meet the requirements';
}

function uncovered(pointers: readonly string[]): string {
  return pointers.length === 0 ? 'nothing' : pointers.map(inert).join(', ');
}
