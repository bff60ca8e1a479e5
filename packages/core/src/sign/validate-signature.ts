import type { Finding, ReadOnce } from '../base/index.ts';
import { note } from './fault.ts';
import { AT } from './signed-document.ts';
import { parseTrust, type Trust } from './trust.ts';
import type { Outcome } from './verdict.ts';
import { verifyDocument } from './verify.ts';

export interface SignatureReport {
  /** `unchecked`: the signature holds, and nobody said whom to trust. */
  readonly outcome: Outcome | 'unchecked';
  readonly findings: readonly Finding[];
}

/**
 * What a validator says of the signature of a document. With trust it is the whole verdict. Without it, a broken signature
 * is an error all the same, any other is left unchecked, and a document need not have one.
 */
export async function validateSignature(
  file: Uint8Array | ReadOnce,
  { trust, now }: { readonly trust?: Trust | undefined; readonly now: Date },
): Promise<SignatureReport> {
  const { outcome, findings } = await verifyDocument(file, { trust: trust ?? parseTrust({}), now });
  if (trust !== undefined) return { outcome, findings };
  // A document without a tool has no place for a signature; its shape is judged elsewhere.
  const isUnsigned = outcome === 'unsigned' || findings.some(({ code }) => code === 'signature.not-a-document');
  if (isUnsigned) return { outcome: 'unsigned', findings: [] };
  if (outcome === 'invalid' || outcome === 'malformed') return { outcome, findings };
  return { outcome: 'unchecked', findings: [unchecked()] };
}

function unchecked(): Finding {
  const message = 'Signature present, not checked. Pass the certificates you trust with --trust.';
  return note('info', 'signature.unchecked', message, AT);
}
