export { UPDATE_CODES } from './codes.ts';
export { bundleDigest, judgeUpdate, MAX_BUNDLES } from './judge-update.ts';
export {
  hasSubjects,
  type NamedSubject,
  type PackageVersion,
  packageSubjects,
  surfaceSubject,
} from './package-subjects.ts';
export type { PublisherTrust, SeenVersion, UpdateQuestion } from './update-question.ts';
