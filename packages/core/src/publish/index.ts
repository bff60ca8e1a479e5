export { judgeName } from './judge-name.ts';
export { nameKey, nearNameKeys } from './name-key.ts';
export { compareVersions, parseVersion, versionKey } from './version.ts';
