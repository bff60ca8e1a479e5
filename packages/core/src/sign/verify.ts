import { type Finding, quoteInert, ToolmarkError } from '../base/index.ts';
import type { Certificate } from './certificate.ts';
import { ChainCache } from './chain-cache.ts';
import { CERTIFICATE_POINTER, fault } from './fault.ts';
import { type Match, matchProfile } from './profile.ts';
import { AT, readSignedDocument, type SignedDocument } from './signed-document.ts';
import type { Trust } from './trust.ts';
import { conclude, refuse, type VerifyResult } from './verdict.ts';

export interface VerifyOptions {
  readonly now: Date;
  /** Accept only signatures that cover the whole document. */
  readonly require?: 'toolmark';
}

/** Who signed a document, whether to trust them, and what the signature does not cover. Never throws. */
export function verifyDocument(
  bytes: Uint8Array,
  options: VerifyOptions & { readonly trust: Trust },
): Promise<VerifyResult> {
  return createVerifier(options.trust).verify(bytes, options);
}

/** For many documents: whoever was found trustworthy once costs one signature check thereafter. */
export interface Verifier {
  verify(bytes: Uint8Array, options: VerifyOptions): Promise<VerifyResult>;
}

export function createVerifier(trust: Trust): Verifier {
  const cache = new ChainCache(trust);
  return { verify: (bytes, options) => verifyWith(cache, bytes, options).catch(unexpected) };
}

async function verifyWith(cache: ChainCache, bytes: Uint8Array, options: VerifyOptions): Promise<VerifyResult> {
  const signed = readSignedDocument(bytes);
  if (signed.type !== 'signed') return refuse(signed.type, signed.findings);
  const leaf = readLeaf(cache, signed);
  if ('code' in leaf) return refuse('malformed', [leaf]);
  const match = matchSignature(signed, leaf);
  if ('code' in match) return refuse('invalid', [match], leaf);
  const standing = await cache.judge(signed.certificate, signed.chain, options.now);
  return conclude({ signed, leaf, match, standing, now: options.now, demanded: options.require });
}

/** The signer's certificate; those of the chain must be readable too. */
function readLeaf(cache: ChainCache, { certificate, chain }: SignedDocument): Certificate | Finding {
  let pointer = CERTIFICATE_POINTER;
  try {
    const leaf = cache.parse(certificate);
    chain.forEach((text, index) => {
      pointer = `${AT}/chain/${index}`;
      cache.parse(text);
    });
    return leaf;
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return fault(error.code, error.message, pointer);
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
        `${label} is no algorithm of schema ${signed.version}.`,
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
        'The signature does not hold: the document was changed, or another key signed it.',
        `${AT}/signature`,
      );
  }
}

/** A document that has no canonical form cannot have been signed. */
function tryMatch(signed: SignedDocument, key: Certificate['publicKey']): Match | Finding {
  try {
    return matchProfile(signed, key);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return fault('signature.not-canonical', error.message, '');
  }
}

/** A mistake of ours, or a library that threw: not known to be good, hence not good, and told apart from the rest. */
function unexpected(error: unknown): VerifyResult {
  const message = `The check could not be finished (${quoteInert(String(error), 200)}). Please report this.`;
  return refuse('invalid', [fault('signature.unexpected', message, '')]);
}
