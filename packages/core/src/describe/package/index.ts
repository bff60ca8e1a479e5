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
  RecognisedUnpinned,
} from './launch.ts';
export { parseNpmTree, toPackageLock } from './npm-tree.ts';
export type { NpmEntry, NpmTree, PackageTree, PypiEntry, PypiTree } from './package-tree.ts';
export { programOf } from './program-of.ts';
export { type PurlSubject, purlOf } from './purl.ts';
export { recognisePackage } from './recognise-package.ts';
export { treeDigest } from './tree-digest.ts';
