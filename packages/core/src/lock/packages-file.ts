import { type Digest, ToolmarkError } from '../base/index.ts';
import type { PackageTree } from '../describe/index.ts';

/** The trees that a lock refers to (docs/spec/package.md, section 5). */
export interface PackagesFile {
  readonly packagesVersion: 1;
  readonly trees: ReadonlyMap<Digest, PackageTree>;
}

/** Throws `packages.malformed`, `packages.unsupported-version` or `packages.contradicts-itself`. */
export function parsePackages(_input: Uint8Array | unknown): PackagesFile {
  throw new ToolmarkError('packages.malformed', 'Not implemented yet.');
}

/** The one text of the file: equal trees give equal bytes. */
export function formatPackages(_file: PackagesFile): string {
  throw new ToolmarkError('packages.malformed', 'Not implemented yet.');
}
