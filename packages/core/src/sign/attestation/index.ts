export {
  BUNDLE_MEDIA_TYPE,
  type Bundle,
  type LogEntry,
  type LogProof,
  MAX_BUNDLE_BYTES,
  PAYLOAD_TYPE,
  readBundle,
} from './bundle.ts';
export type {
  BundleSigner,
  BundleTrust,
  CertificateTrust,
  KeyTrust,
  PinnedKey,
  SigstoreSigner,
  SigstoreTrust,
  Thresholds,
} from './bundle-trust.ts';
export { ATTESTATION_CODES } from './codes.ts';
export type { Claims, SigstoreIdentity } from './fulcio-identity.ts';
export {
  judgeProvenance,
  npmPurl,
  type PinnedNpmPackage,
  type ProvenanceQuestion,
  type ProvenanceVerdict,
} from './judge-provenance.ts';
export { pae } from './pae.ts';
export type { Provenance } from './provenance-builders.ts';
export { isRepositoryPattern, matchesRepository } from './repository-pattern.ts';
export { MAX_SUBJECTS, parseStatement, type Statement, type Subject } from './statement.ts';
export {
  attestationStatement,
  coversSurface,
  digestsOfSnapshot,
  parseSurfacePredicate,
  remoteSubject,
  SURFACE_PREDICATE,
  type SurfaceAttestation,
  type SurfaceLaunch,
  type SurfacePredicate,
} from './surface-predicate.ts';
export { parseTrustedRoot, type TrustedRoot } from './trusted-root.ts';
export { type BundleOutcome, type BundleResult, verifyBundle } from './verify-bundle.ts';
export { type BundleParts, keyHint, signPayload, toBundle } from './write-bundle.ts';
