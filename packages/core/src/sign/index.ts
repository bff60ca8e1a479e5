export {
  ADVISORY_SEVERITIES,
  type Advisory,
  type AdvisoryList,
  type AdvisorySeverity,
  type AdvisoryStatement,
  findAdvisory,
} from './advisories.ts';
export {
  type AdvisorySigner,
  advisoryKey,
  MAX_ADVISORIES_BYTES,
  signAdvisories,
  verifyAdvisories,
} from './advisory-signature.ts';
export { type Certificate, parseCertificate } from './certificate.ts';
export { SIGN_CODES } from './codes.ts';
export { isCrlSignedBy } from './crl.ts';
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
export { type SigningIdentity, signDocument } from './sign.ts';
export { type Submission, submit } from './submit.ts';
export { parseCertificates, parseTrust, type Trust, type TrustMaterial } from './trust.ts';
export type { Outcome, VerifyResult } from './verdict.ts';
export { createVerifier, type SignatureReport, type Verifier, validateSignature, verifyDocument } from './verify.ts';
export { CRL_REASON_CODES, type CrlEntry, writeCrl } from './write-crl.ts';
