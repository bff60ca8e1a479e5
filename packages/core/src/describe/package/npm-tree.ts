import { type JsonObject, ToolmarkError } from '../../base/index.ts';
import type { NpmTree } from './package-tree.ts';

/** The tree in a package-lock of version 3, as bytes or as a value. Throws `package.*`. */
export function parseNpmTree(_packageLock: Uint8Array | unknown): NpmTree {
  throw new ToolmarkError('package.malformed', 'Not implemented yet.');
}

/** A package-lock of version 3 that `npm ci` accepts. */
export function toPackageLock(_tree: NpmTree): JsonObject {
  throw new ToolmarkError('package.malformed', 'Not implemented yet.');
}
