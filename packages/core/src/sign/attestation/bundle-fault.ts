import type { Finding } from '../../base/index.ts';
import { fault } from '../fault.ts';

export const AT_CERTIFICATE = '/verificationMaterial/certificate';
export const AT_LOG_ENTRIES = '/verificationMaterial/tlogEntries';
export const AT_TIMESTAMPS = '/verificationMaterial/timestampVerificationData';
export const AT_SIGNATURE = '/dsseEnvelope/signatures/0';

export function bundleFault(code: string, message: string, pointer: string): Finding {
  return fault(`bundle.${code}`, message, pointer);
}

/** Findings about a certificate, at the place that a bundle has it. */
export function atCertificate(findings: readonly Finding[]): Finding[] {
  return findings.map(finding => ({ ...finding, pointer: AT_CERTIFICATE }));
}
