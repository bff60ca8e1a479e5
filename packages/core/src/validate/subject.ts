import { isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import {
  CAPABILITIES,
  type Capability,
  findInMeta,
  findMetadataErrors,
  metadataOfMcpTool,
  type Place,
  RISK_LEVELS,
  type SchemaSurvey,
  type Security,
  schemaVersion,
  surveySchema,
  type ToolMetadata,
  toMetadata,
} from '../describe/index.ts';
import { FILE_ACCESS, NETWORK_ACCESS } from './access.ts';
import { collectTexts } from './texts.ts';

/** Pointers from the start of the file to the parts that the rules check. */
export interface SubjectPlaces {
  readonly tool: string;
  readonly parameters: string;
  readonly metadata: string;
  readonly mcp: string;
}

/**
 * One tool as the rules see it, in any format. A member of the wrong type counts as absent: it has a schema finding
 * already, and the rules still check the rest.
 */
export interface Subject {
  readonly kind: 'document' | 'mcp';
  readonly at: SubjectPlaces;
  /** The tool object itself. */
  readonly tool: JsonObject;
  /** The object with title, annotations and outputSchema: `tool.mcp` of a document, or the MCP tool itself. */
  readonly mcp: JsonObject;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly parameters: Json | undefined;
  readonly metadata: ToolMetadata<string> | undefined;
  readonly survey: SchemaSurvey;
  readonly texts: readonly Place[];
  readonly capabilities: readonly { readonly capability: Capability; readonly pointer: string }[];
  readonly security: Partial<Security>;
  /** Documents only: the declared version of the schema. */
  readonly schemaVersion: string | undefined;
  /** Names that are already taken, according to the caller. */
  readonly takenNames: readonly string[];
}

export function subjectOfDocument(document: Json, takenNames: readonly string[]): Subject {
  const given = isJsonObject(document) ? member(document, 'tool') : undefined;
  const tool = isJsonObject(given) ? given : {};
  const metadata = member(tool, 'metadata');
  const parameters = member(tool, 'parameters');
  const shown = member(tool, 'mcp');
  const mcp = isJsonObject(shown) ? shown : {};
  const at = { tool: '/tool', parameters: '/tool/parameters', metadata: '/tool/metadata', mcp: '/tool/mcp' };
  const survey = surveySchema(parameters, at.parameters);
  return {
    kind: 'document',
    at,
    tool,
    mcp,
    name: stringMember(tool, 'name'),
    description: stringMember(tool, 'description'),
    parameters,
    metadata: isJsonObject(metadata) && isWellFormed(metadata) ? toMetadata(metadata) : undefined,
    survey,
    texts: collectTexts({ tool, mcp, survey, at }),
    capabilities: knownCapabilities(member(tool, 'capabilities')),
    security: wellTypedSecurity(member(tool, 'security')),
    schemaVersion: schemaVersion(document),
    takenNames,
  };
}

export function subjectOfMcpTool(value: Json, pointer: string, takenNames: readonly string[]): Subject {
  const tool = isJsonObject(value) ? value : {};
  const inMeta = findInMeta(tool);
  const found = inMeta === undefined || isWellFormed(inMeta.value) ? metadataOfMcpTool(tool) : undefined;
  const parameters = member(tool, 'inputSchema');
  const at = {
    tool: pointer,
    parameters: `${pointer}/inputSchema`,
    metadata: pointer + (found?.pointer ?? ''),
    mcp: pointer,
  };
  const survey = surveySchema(parameters, at.parameters);
  return {
    kind: 'mcp',
    at,
    tool,
    mcp: tool,
    name: stringMember(tool, 'name'),
    description: stringMember(tool, 'description'),
    parameters,
    metadata: found?.metadata,
    survey,
    texts: collectTexts({ tool, mcp: tool, survey, at }),
    capabilities: [],
    security: {},
    schemaVersion: undefined,
    takenNames,
  };
}

function isWellFormed(metadata: JsonObject): boolean {
  return findMetadataErrors(metadata, '').length === 0;
}

function stringMember(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === 'string' ? value : undefined;
}

function knownCapabilities(value: Json | undefined): Subject['capabilities'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) =>
    CAPABILITIES.includes(item as Capability)
      ? [{ capability: item as Capability, pointer: `/tool/capabilities/${index}` }]
      : [],
  );
}

const SECURITY_TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  required_permissions: isStringList,
  risk_level: isOneOf(RISK_LEVELS),
  sandboxing_required: value => typeof value === 'boolean',
  network_access: isOneOf(NETWORK_ACCESS),
  file_access: isOneOf(FILE_ACCESS),
  allowed_domains: isStringList,
  allowed_paths: isStringList,
};

function wellTypedSecurity(value: Json | undefined): Partial<Security> {
  if (!isJsonObject(value)) return {};
  const security: Record<string, Json> = {};
  for (const key of Object.keys(SECURITY_TYPES)) {
    const given = member(value, key);
    if (given !== undefined && SECURITY_TYPES[key]?.(given)) security[key] = given;
  }
  return security;
}

function isStringList(value: Json): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

function isOneOf(words: readonly string[]): (value: Json) => boolean {
  return value => typeof value === 'string' && words.includes(value);
}

/** The places where any of these capabilities is declared. */
export function declaring(subject: Subject, capabilities: readonly Capability[]): Subject['capabilities'] {
  return subject.capabilities.filter(({ capability }) => capabilities.includes(capability));
}
