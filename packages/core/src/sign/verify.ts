import { type Finding, quoteInert, type ReadOnce, refusalIn } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { ChainCache, type Entry } from './chain-cache.ts';
import { CERTIFICATE_POINTER, fault, note } from './fault.ts';
import { type Match, matchProfile } from './profile.ts';
import { AT, readSignedDocument, type SignedDocument } from './signed-document.ts';
import { parseTrust, type Trust } from './trust.ts';
import { conclude, type Outcome, refuse, type VerifyResult } from './verdict.ts';

export interface VerifyOptions {
  readonly now: Date;
  /** Accept only signatures that cover the whole document. */
  readonly require?: 'toolmark';
  /** Accept only signatures that claim to be made within this time before now. */
  readonly maxAgeMs?: number;
}

/** Who signed a document, whether to trust them, and what the signature does not cover. Never throws. */
export function verifyDocument(
  file: Uint8Array | ReadOnce,
  options: VerifyOptions & { readonly trust: Trust },
): Promise<VerifyResult> {
  return createVerifier(options.trust).verify(file, options);
}

/** Verifies many documents; a known signer costs one signature check. */
export interface Verifier {
  verify(file: Uint8Array | ReadOnce, options: VerifyOptions): Promise<VerifyResult>;
}

export function createVerifier(trust: Trust): Verifier {
  const cache = new ChainCache(trust);
  return { verify: (file, options) => verifyWith(cache, file, options).catch(unexpected) };
}

async function verifyWith(
  cache: ChainCache,
  file: Uint8Array | ReadOnce,
  options: VerifyOptions,
): Promise<VerifyResult> {
  const signed = readSignedDocument(file);
  if (signed.type !== 'signed') return refuse(signed.type, signed.findings);
  const entry = readSigner(cache, signed);
  if ('code' in entry) return refuse('malformed', [entry]);
  const leaf = entry.certificate;
  const match = matchSignature(signed, leaf);
  if ('code' in match) return refuse('invalid', [match], leaf);
  const { now, require: demanded, maxAgeMs } = options;
  const standing = cache.find(entry, signed, now) ?? (await cache.judge(entry, signed, now));
  return conclude({ signed, leaf, match, standing, now, demanded, maxAgeMs });
}

/** The signer's certificate; those of the chain must be readable too. */
function readSigner(cache: ChainCache, { certificate, chain }: SignedDocument): Entry | Finding {
  let pointer = CERTIFICATE_POINTER;
  try {
    const entry = cache.get(certificate);
    for (const [index, text] of chain.entries()) {
      pointer = `${AT}/chain/${index}`;
      cache.get(text);
    }
    return entry;
  } catch (error) {
    const { code, message } = refusalIn(error);
    return fault(code, message, pointer);
  }
}

function matchSignature(
  signed: SignedDocument,
  { publicKey }: Certificate,
): Extract<Match, { type: 'match' }> | Finding {
  const match = tryMatch(signed, publicKey);
  if ('code' in match || match.type === 'match') return match;
  const label = quoteInert(signed.algorithm);
  switch (match.type) {
    case 'unknown-algorithm':
      return fault(
        'signature.algorithm-unknown',
        `${label} is not an algorithm of schema ${signed.version}.`,
        `${AT}/algorithm`,
      );
    case 'wrong-key':
      return fault(
        'signature.algorithm-mismatch',
        `The algorithm ${label} does not fit the key in the certificate.`,
        `${AT}/algorithm`,
      );
    case 'none':
      return fault(
        'signature.invalid',
        'The signature is invalid: the document was changed, or another key signed it.',
        `${AT}/signature`,
      );
  }
}

/** A document that has no canonical form cannot have been signed. */
function tryMatch(signed: SignedDocument, key: Certificate['publicKey']): Match | Finding {
  try {
    return matchProfile(signed, key);
  } catch (error) {
    return fault('signature.not-canonical', refusalIn(error).message, '');
  }
}

/** An unexpected error counts as invalid, under its own code. */
function unexpected(error: unknown): VerifyResult {
  const message = `The check could not be finished (${quoteInert(String(error), 200)}). Please report this.`;
  return refuse('invalid', [fault('signature.unexpected', message, '')]);
}

export interface SignatureReport {
  /** `unchecked`: the signature is valid, and no trust was given. */
  readonly outcome: Outcome | 'unchecked';
  readonly findings: readonly Finding[];
}

/**
 * Reports on the signature of a document. With trust, it is verified completely. Without trust, only a broken signature is an
 * error: any other is not checked, and a document without a signature is accepted.
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
