export type { StoreEntry } from './content/list-store.ts';
export { listStore } from './content/list-store.ts';
export { pruneStore } from './content/prune-store.ts';
export { verifyStore } from './content/verify-store.ts';
export type { Context } from './context.ts';
export { preparePackage, resolvePackage } from './dispatch.ts';
export type { Prepared, ResolveContext, Resolved, ServerLaunch } from './ecosystem.ts';
export { findVulnerabilities } from './find-vulnerabilities.ts';
export type { Vulnerability } from './npm/vulnerabilities.ts';
