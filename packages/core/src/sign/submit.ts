import { type Finding, hasErrors, type Json, refusalIn, sortFindings } from '../base/index.ts';
import { type ValidateOptions, validate } from '../validate/index.ts';
import { documentBytes, type SigningIdentity, type SignOptions, signDocument } from './sign.ts';
import { parseTrust, type Trust } from './trust.ts';
import type { VerifyResult } from './verdict.ts';
import { verifyDocument } from './verify.ts';

export interface SubmitOptions extends SignOptions, Pick<ValidateOptions, 'policy' | 'takenNames'> {
  /** The trust of the readers; by default only the signer. */
  readonly trust?: Trust;
}

export interface Submission {
  readonly ready: boolean;
  /** The signed bytes, to be published as they are; absent when it did not come to that. */
  readonly document?: Uint8Array;
  readonly verification?: VerifyResult;
  readonly findings: readonly Finding[];
}

/** From a description to something ready to publish: validate, sign, and verify as a reader will. */
export async function submit(
  document: Uint8Array | Json,
  identity: SigningIdentity,
  options: SubmitOptions,
): Promise<Submission> {
  const bytes = documentBytes(document);
  const findings = validateForSigning(bytes, options);
  if (hasErrors(findings)) return { ready: false, findings };
  const signed = trySign(bytes, identity, options);
  if (!(signed instanceof Uint8Array)) return { ready: false, findings: sortFindings([...findings, ...signed]) };
  const trust = options.trust ?? parseTrust({ pins: [identity.certificate] });
  const verification = await verifyDocument(signed, { trust, now: options.now });
  return {
    ready: verification.outcome === 'trusted',
    document: signed,
    verification,
    findings: sortFindings([...findings, ...verification.findings]),
  };
}

function validateForSigning(bytes: Uint8Array, options: SubmitOptions): readonly Finding[] {
  const { kind, findings } = validate(bytes, options);
  if (kind === 'tool-document' || hasErrors(findings)) return findings;
  const message = 'This is not a tool document. Only tool documents are signed.';
  return [...findings, { code: 'signature.not-a-document', severity: 'error', pointer: '', message }];
}

/** A refusal to sign becomes a finding. */
function trySign(bytes: Uint8Array, identity: SigningIdentity, options: SignOptions): Uint8Array | readonly Finding[] {
  try {
    return signDocument(bytes, identity, options);
  } catch (error) {
    const { code, pointer = '', message, findings } = refusalIn(error);
    return findings.length > 0 ? findings : [{ code, severity: 'error', pointer, message }];
  }
}
