export type {
  Launch,
  PackageSpec,
  PypiSpec,
  Recognised,
  RecognisedBundle,
  RecognisedImage,
  RecognisedNpm,
  RecognisedPath,
  RecognisedPypi,
} from './launch.ts';
export { isNpmVersion, isSha512 } from './npm-entry.ts';
export { isNpmName, isWanted } from './npm-spec.ts';
export { npmPackagesJson, parseNpmTree, readNpmPackages, TREE_LIMITS, toPackageLock } from './npm-tree.ts';
export type { NpmEntry, NpmTree, PackageTree, PypiEntry, PypiTree } from './package-tree.ts';
export { type Program, programOf } from './program-of.ts';
export { type PurlSubject, purlOf } from './purl.ts';
export { isPypiSpecifier, normalPypiName } from './pypi-spec.ts';
export { isPypiName, isPypiVersion, pypiPackagesJson, readPypiPackages } from './pypi-tree.ts';
export { recognisePackage } from './recognise-package.ts';
export { isImageName, isProgramName } from './recognise-runner.ts';
export { projectTree, treeDigest } from './tree-digest.ts';
