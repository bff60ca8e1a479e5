export { readInput, refuseMalformed } from './door.ts';
export {
  type Conversion,
  type ConvertOptions,
  convert,
  REGISTRY_FORMATS,
  type RegistryFormat,
} from './formats/convert.ts';
export { type DescribedServer, type DescribeWishes, describeServer } from './formats/describe-server.ts';
export {
  type DockerEntry,
  type DockerTool,
  findDockerErrors,
  findDockerToolErrors,
  parseDockerEntry,
} from './formats/docker.ts';
export { dockerToolDefinition } from './formats/docker-tool.ts';
export {
  type Extension,
  extensionsOf,
  PUBLISHER_PROVIDED,
  TOOLHIVE_NAMESPACE,
  TOOLMARK_NAMESPACE,
} from './formats/extension.ts';
export { extensionBytes } from './formats/extension-size.ts';
export type { ServerWishes } from './formats/finish-server.ts';
export type { Loss } from './formats/ledger.ts';
export { normalEntry } from './formats/normal-entry.ts';
export {
  findServerErrors,
  type ParsedServer,
  parseServerJson,
  type ServerJson,
  type ServerOptions,
} from './formats/server-json.ts';
export {
  isServerName,
  isServerVersion,
  SERVER_LIMITS,
  SERVER_SCHEMA,
  SERVER_STATUSES,
  type ServerStatus,
} from './formats/server-rules.ts';
export {
  findServerRegistryErrors,
  findToolhiveErrors,
  findToolhiveRegistryErrors,
  isToolhiveRegistry,
  parseToolhiveEntry,
  serversOf,
  type ToolhiveEntry,
  toolhiveEntriesOf,
} from './formats/toolhive.ts';
export {
  type ServerTool,
  type ToolsPointer,
  toolNamesOfServer,
  toolPointersOfServer,
  toolsOfServer,
} from './formats/tools-of-server.ts';
export { isLocalAddress } from './formats/transport-errors.ts';
export {
  type DeclaredFlags,
  type EffectiveFlag,
  effectiveFlags,
  FLAG_MEANINGS,
  FLAGS,
  type Flag,
  findMisnamedHints,
  flagsOfHints,
  type Hint,
} from './hints.ts';
export {
  digestOfSurface,
  itemDigests,
  partDigests,
  promptDigest,
  resourceDigest,
  type SurfaceDigests,
  surfaceDigest,
  templateDigest,
  toolDigest,
} from './identity.ts';
export { MCP_MEMBERS } from './mcp-members.ts';
export { findMcpToolErrors, findToolList, type McpTool, parseMcpTool, parseToolList } from './mcp-tool.ts';
export { mcptrustPromptHash, mcptrustTemplateHash, mcptrustToolHashes } from './mcptrust-identity.ts';
export {
  type Behavior,
  type Classification,
  findInMeta,
  findMetadataErrors,
  METADATA_KEY,
  metadataOfMcpTool,
  type ToolMetadata,
  toMetadata,
} from './metadata.ts';
export { normalForm } from './normal-form.ts';
export {
  type ArgumentCheck,
  type CallCheck,
  type Decision,
  type Policy,
  type PolicyRule,
  parsePolicy,
  type ResourceAccess,
  type Waiver,
} from './policy.ts';
export { type Authorship, toMcpTool, toToolDocument } from './project.ts';
export { type Kind, recognise } from './recognise.ts';
export { remoteAddress } from './remote-address.ts';
export { assessRisk, assessSubject, type RiskAssessment, type RiskReason, type RiskSubject } from './risk.ts';
export { CAPABILITY_LEVELS, OPERATION_LEVELS } from './risk-evidence.ts';
export { collectStrings, type Place, type SchemaSurvey, surveySchema } from './schema-survey.ts';
export { DATA_KEYWORDS, NAMED_SCHEMAS, SCHEMA_KEYWORDS } from './schema-words.ts';
export { DOMAIN_MEANINGS, SERVICE_DOMAINS, type ServiceDomain } from './service-domains.ts';
export { findSnapshotErrors, parseSnapshot, type Snapshot } from './snapshot.ts';
export {
  type Author,
  type DescribedTool,
  findDocumentErrors,
  parseToolDocument,
  type SchemaReading,
  type Security,
  schemaVersion,
  type ToolDocument,
} from './tool-document.ts';
export {
  CAPABILITIES,
  type Capability,
  highestRisk,
  OPERATION_GROUPS,
  OPERATION_MEANINGS,
  OPERATIONS,
  type Operation,
  RISK_LEVELS,
  type RiskLevel,
  riskRank,
} from './vocabulary.ts';
export { wordsOf } from './words.ts';
