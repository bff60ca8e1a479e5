export { backup } from './backup/backup.ts';
export type { BackupCounts } from './backup/backup-lines.ts';
export { restore } from './backup/restore.ts';
export { createLog, LOG_LEVELS, type LogFormat, type LogLevel } from './create-log.ts';
export { checkDatabase, type DatabaseHealth } from './database/check-database.ts';
export { openDatabase } from './database/open-database.ts';
export { rebuild } from './events/rebuild.ts';
export { addExamples } from './first-start/add-examples.ts';
export {
  type ImportOptions,
  type ImportResult,
  importDocuments,
  type RefusedLine,
} from './importing/import-documents.ts';
export { openRegistry, type RegistryOptions } from './open-registry.ts';
export { type OidcIssuer, parseOidcIssuers } from './proving/oidc-issuers.ts';
export type { ProofSources } from './proving/proof-sources.ts';
export { createInspector } from './publishing/create-inspector.ts';
export type { Inspector } from './publishing/inspector.ts';
export { publish } from './publishing/publish.ts';
export type { Registry } from './registry.ts';
export { type ServeOptions, type Serving, serve } from './serve.ts';
export { bytesPages, filePages } from './syncing/file-pages.ts';
export { type SyncOptions, type SyncRemark, type SyncResult, syncServers } from './syncing/sync-servers.ts';
export { upstreamPages } from './syncing/upstream-pages.ts';
export { search } from './tools/search.ts';
