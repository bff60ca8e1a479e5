import { type Certificate, parseCertificates } from '@toolmark/core';

/** A certificate from a row; undefined where it was registered under older rules and can no longer be read. */
export function parseStoredCertificate(pem: string): Certificate | undefined {
  try {
    return parseCertificates(new TextEncoder().encode(pem))[0];
  } catch {
    return undefined;
  }
}
