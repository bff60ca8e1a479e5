export { withApproved } from './approve.ts';
export type { Change } from './change.ts';
export { compareSchemas } from './compare-schemas.ts';
export { compareWithMcptrust, type McptrustComparison } from './compare-with-mcptrust.ts';
export { findStaleRisk } from './contradictions.ts';
export { type DriftOptions, drift, withoutAllow } from './drift.ts';
export { formatLock } from './format-lock.ts';
export { isUnchanged } from './is-unchanged.ts';
export type { Lock, LockedItem, LockedServer, LockedTool } from './lock.ts';
export {
  addressOf,
  type BundlePackage,
  type ImagePackage,
  type LockedPackage,
  type LockedProvenance,
  type NpmPackage,
  type PathPackage,
  type PinnedPackage,
  type PypiPackage,
  type RemotePackage,
  type UnpinnedPackage,
} from './locked-package.ts';
export { importMcptrustLock } from './mcptrust-lock.ts';
export { formatPackages, type PackagesFile, parsePackages, treesOf } from './packages-file.ts';
export { LOCK_LIMITS, parseLock } from './parse-lock.ts';
export { pin } from './pin.ts';
export type { Attested, CertificatePublisher, IdentityPublisher, KeyPublisher, LockedPublisher } from './publisher.ts';
export { salvageLock } from './salvage-lock.ts';
export {
  DRIFT_SEVERITIES,
  type DriftSeverity,
  failsOn,
  SEVERITY_TABLE,
  type SeverityColumn,
} from './severity-table.ts';

export type { SignedUpdate, UpdateJudgement } from './update.ts';
export { type JudgedDrift, withUpdate } from './update-drift.ts';
export { hasViews, joinViews, type SeenServer, type View } from './views.ts';
export { type WordDiffPart, wordDiff } from './word-diff.ts';
