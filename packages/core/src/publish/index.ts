export { type ClaimedName, judgeName, type NameVerdict } from './judge-name.ts';
export { hashName, isNearKnown, type KnownNames } from './name-hash.ts';
export { nameKey } from './name-key.ts';
export { nearNameKeys } from './near-name-keys.ts';
export { compareVersions, parseVersion, type Version } from './version.ts';
export { versionKey } from './version-key.ts';
