import type { Finding } from '../../base/index.ts';

/** Why a bundle is not a signed update; the pointer is that of the bundle in the list. */
export function updateFault(code: string, message: string, pointer = ''): Finding {
  return { code: `attestation.${code}`, severity: 'error', pointer, message };
}
