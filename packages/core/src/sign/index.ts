export {
  ADVISORY_SEVERITIES,
  type Advisory,
  type AdvisoryList,
  type AdvisorySeverity,
  type AdvisoryStatement,
  findAdvisory,
} from './advisories.ts';
export { type AdvisoryKey, advisoryKey } from './advisory-signature.ts';
export { type Certificate, parseCertificate } from './certificate.ts';
export { SIGN_CODES } from './codes.ts';
export { isCrlSignedBy } from './crl.ts';
export type { Anchor } from './judge-signer.ts';
export type { Profile } from './profile.ts';
export {
  namesForRevocation,
  parseRevocations,
  REVOCATION_REASONS,
  type Revocation,
  type RevocationReason,
  writeRevocations,
} from './revocation.ts';
export { checkSignature, type Scheme } from './scheme.ts';
export { type SigningIdentity, type SignOptions, signDocument } from './sign.ts';
export { type AdvisorySigner, signAdvisories } from './sign-advisories.ts';
export { type Submission, type SubmitOptions, submit } from './submit.ts';
export { parseCertificates, parseTrust, type Trust, type TrustMaterial } from './trust.ts';
export { type SignatureReport, validateSignature } from './validate-signature.ts';
export type { Outcome, Signer, VerifyResult } from './verdict.ts';
export { createVerifier, type Verifier, type VerifyOptions, verifyDocument } from './verify.ts';
export { MAX_ADVISORIES_BYTES, verifyAdvisories } from './verify-advisories.ts';
export { CRL_REASON_CODES, type CrlEntry, writeCrl } from './write-crl.ts';
