import type { Finding, Severity } from '../base/index.ts';
import { quoteInert } from '../base/index.ts';
import type { Certificate } from './certificate.ts';

export const CERTIFICATE_POINTER = '/tool/signature/certificate';

/** A finding about a signature. */
export function fault(code: string, message: string, pointer = CERTIFICATE_POINTER): Finding {
  return note('error', code, message, pointer);
}

export function note(severity: Severity, code: string, message: string, pointer = CERTIFICATE_POINTER): Finding {
  return { code, severity, pointer, message };
}

/** A certificate as a reader knows it, inert. */
export function nameOf(certificate: Certificate): string {
  return quoteInert(certificate.subject, 120);
}
