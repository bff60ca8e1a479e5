export { readInput, refuseMalformed } from './door.ts';
export {
  type Conversion,
  convert,
  REGISTRY_FORMATS,
  type RegistryFormat,
} from './formats/convert.ts';
export { type DescribeOptions, describeServer } from './formats/describe-server.ts';
export {
  type DockerTool,
  findDockerErrors,
  findDockerToolErrors,
} from './formats/docker.ts';
export { dockerToolDefinition } from './formats/docker-tool.ts';
export {
  extensionsOf,
  PUBLISHER_PROVIDED,
  TOOLHIVE_NAMESPACE,
} from './formats/extension.ts';

export type { Loss } from './formats/ledger.ts';
export { normalEntry } from './formats/normal-entry.ts';
export {
  findServerErrors,
  parseServerJson,
  type ServerOptions,
} from './formats/server-json.ts';
export {
  SERVER_LIMITS,
  SERVER_STATUSES,
  type ServerStatus,
} from './formats/server-rules.ts';
export type { ServerJson } from './formats/server-shape.ts';
export {
  findServerRegistryErrors,
  findToolhiveErrors,
  findToolhiveRegistryErrors,
  isToolhiveRegistry,
  parseToolhiveEntry,
  serversOf,
  toolhiveEntriesOf,
} from './formats/toolhive.ts';
export {
  type ServerTool,
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
export { LIST_KINDS, LIST_NAMES, type ListKind, type ListName } from './mcp-lists.ts';
export { MCP_MEMBERS } from './mcp-members.ts';
export { findMcpToolErrors, findToolList, type McpTool, parseMcpTool, parseToolList } from './mcp-tool.ts';
export { mcptrustPromptHash, mcptrustTemplateHash, mcptrustToolHashes } from './mcptrust-identity.ts';
export {
  type Behavior,
  findInMeta,
  findMetadataErrors,
  METADATA_KEY,
  metadataOfMcpTool,
  type ToolMetadata,
  toMetadata,
} from './metadata.ts';
export { normalForm } from './normal-form.ts';
export {
  isImageName,
  isNpmName,
  isNpmVersion,
  isProgramName,
  isPypiName,
  isPypiSpecifier,
  isPypiVersion,
  isSha512,
  isWanted,
  type Launch,
  type NpmEntry,
  type NpmTree,
  normalPypiName,
  npmPackagesJson,
  type PackageSpec,
  type PackageTree,
  type Program,
  type PurlSubject,
  type PypiEntry,
  type PypiSpec,
  type PypiTree,
  parseNpmTree,
  programOf,
  projectTree,
  purlOf,
  pypiPackagesJson,
  type Recognised,
  type RecognisedBundle,
  type RecognisedImage,
  type RecognisedNpm,
  type RecognisedPath,
  type RecognisedPypi,
  readNpmPackages,
  readPypiPackages,
  recognisePackage,
  TREE_LIMITS,
  toPackageLock,
  treeDigest,
} from './package/index.ts';
export {
  type ArgumentCheck,
  type CallCheck,
  type Decision,
  type PackagePolicy,
  type Policy,
  type PolicyRule,
  parsePolicy,
  type ResourceAccess,
  type UpdatePolicy,
  type Waiver,
} from './policy.ts';
export { toMcpTool, toToolDocument } from './project.ts';
export { type Kind, recognise } from './recognise.ts';
export { remoteAddress } from './remote-address.ts';
export { assessRisk, assessSubject, type RiskAssessment } from './risk.ts';
export { CAPABILITY_LEVELS, OPERATION_LEVELS } from './risk-evidence.ts';
export { collectStrings, type Place, type SchemaSurvey, surveySchema } from './schema-survey.ts';
export { DATA_KEYWORDS, NAMED_SCHEMAS, SCHEMA_KEYWORDS } from './schema-words.ts';
export { DOMAIN_MEANINGS, SERVICE_DOMAINS, type ServiceDomain } from './service-domains.ts';
export { findSnapshotErrors, parseSnapshot, type Snapshot } from './snapshot.ts';
export {
  findDocumentErrors,
  parseToolDocument,
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
