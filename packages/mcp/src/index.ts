export type { Parameters } from './adapt/fit-schema.ts';
export type { ExportOptions } from './adapt/fit-tools.ts';
export type { ImportOptions, ServerToImport } from './adapt/import-options.ts';
export { type ImportedTools, importServers, type Withheld } from './adapt/import-servers.ts';
export { type ImportOneOptions, importTools } from './adapt/import-tools.ts';
export type { CallOptions, ImportedTool, KnownAnnotations, ToolConnection } from './adapt/imported-tool.ts';
export type { PlainJson, PlainObject } from './adapt/plain-json.ts';
export type { ToolArguments } from './adapt/read-arguments.ts';
export {
  type AiSdkContent,
  type AiSdkOutput,
  type AiSdkSchema,
  type AiSdkTool,
  toAiSdkTools,
} from './adapt/to-ai-sdk-tools.ts';
export { type AnthropicTool, toAnthropicTools } from './adapt/to-anthropic-tools.ts';
export { type ExportedMcpTool, toMcpTools } from './adapt/to-mcp-tools.ts';
export {
  type OpenAiResponsesTool,
  type OpenAiTool,
  toOpenAiResponsesTools,
  toOpenAiTools,
} from './adapt/to-openai-tools.ts';
export type { AdaptWarning, AdaptWarningCode, Warn } from './adapt/warning.ts';
export { AuditLog, type AuditLogOptions, openAuditLog } from './audit/audit-log.ts';
export { type Login, type LoginOptions, login } from './authorize/login.ts';
export { type Logout, logout } from './authorize/logout.ts';
export { type StoreOptions, storedAuthorizations } from './authorize/stored-authorization.ts';
export { unresolvedGuard } from './config/codes.ts';
export { type ConfigKind, configKindOf } from './config/config-kind.ts';
export {
  type ConfigPlace,
  DEFAULT_CONFIGS,
  findClientConfigs,
  type PlaceOptions,
} from './config/find-client-configs.ts';
export {
  type ConfigOptions,
  parseServerConfig,
  type ServerConfig,
  type UnusableEntry,
} from './config/parse-server-config.ts';
export type { Authorization, Authorize } from './connect/authorization.ts';
export { connect } from './connect/connect.ts';
export {
  type ClientCapabilities,
  type Connection,
  type ConnectOptions,
  DEFAULT_TIMEOUT_MS,
  EVERY_CAPABILITY,
} from './connect/connection.ts';
export { withFileLock } from './connect/file-lock.ts';
export { DEFAULT_LIMITS, type Limits } from './connect/limits.ts';
export { prepareToConnect } from './connect/load-sdk.ts';
export { stderrLine } from './connect/redactor.ts';
export { isReserved, serverEnvironment } from './connect/server-environment.ts';
export type { NamedServer, Prepare, PreparedStart, ServerSource } from './connect/server-source.ts';
export { packageOf } from './connect/server-source.ts';
export { type Progress, type ServerResult, type SnapshotsOptions, takeSnapshots } from './connect/take-snapshots.ts';
export type { Protocol } from './connect/version-negotiation.ts';
export type { ClientInfo } from './connect/wire.ts';
export { type GuardCommand, type GuardSource, readGuardCommand } from './install/guard-command.ts';
export { type GuardStart, writeOption } from './install/guard-words.ts';
export type { InstallOptions } from './install/guarded-entry.ts';
export { type GuardWords, steersGuard } from './install/guarded-entry.ts';
export { type EntryPlan, type InstallPlan, planInstall } from './install/plan-install.ts';
export { planUndo, type UndoOptions, type UndoPlan } from './install/plan-undo.ts';
export { formatSideFile, parseSideFile, type SideFile, type SideNote, sidePath } from './install/side-file.ts';
