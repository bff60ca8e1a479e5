import '../sources/reflect.ts';
import { X509Crl } from '@peculiar/x509';
import { type Certificate, ToolmarkError } from '@toolmark/core';
import { type CrlEntry, isCrlSignedBy, writeCrl } from '@toolmark/core/sign';
import type { Issuer } from '../sources/issue-certificate.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A CRL in DER that revokes what the previous one did and more. A new CRL replaces the old one, so it repeats its entries. */
export function extendCrl(
  authority: Certificate,
  key: Issuer['key'],
  revoked: readonly CrlEntry[],
  previous: Uint8Array | undefined,
  { now, days }: { readonly now: Date; readonly days: number },
): Uint8Array {
  const earlier = previous === undefined ? [] : readEntries(previous, authority);
  const known = new Set(earlier.map(({ serialNumber }) => serialNumber));
  const entries = [...earlier, ...revoked.filter(({ serialNumber }) => !known.has(serialNumber))];
  return writeCrl(authority, key, entries, {
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + days * DAY_MS),
  });
}

/** Read leniently: CRLs of version 0.1 have empty lists of extensions, which `verify` refuses and this replaces. */
function readEntries(previous: Uint8Array, authority: Certificate): CrlEntry[] {
  if (!isCrlSignedBy(previous, authority)) {
    throw new ToolmarkError('revocation.crl-forged', 'The CRL to extend is not signed by this authority.');
  }
  const crl = new X509Crl(new Uint8Array(previous));
  if ([crl, ...crl.entries].some(({ extensions }) => extensions.some(({ critical }) => critical))) {
    throw new ToolmarkError('revocation.crl-unsupported', 'The CRL to extend is partial, indirect or a delta.');
  }
  return crl.entries.map(({ serialNumber, revocationDate, reason = 0 }) => ({
    serialNumber: BigInt(`0x${serialNumber}`),
    time: revocationDate,
    reasonCode: reason,
  }));
}
