import { type Finding, isJsonObject, type Json, type JsonObject, member, ReadOnce } from '../base/index.ts';
import { toolDocument10, toolDocument10AsBorn, toolDocument11 } from './document-shape.gen.js';
import { readInput, refuseMalformed } from './door.ts';
import type { ToolMetadata } from './metadata.ts';
import { findShapeErrors } from './shape-error.ts';
import type { Capability, RiskLevel } from './vocabulary.ts';

export interface Author extends JsonObject {
  readonly name: string;
  readonly email: string;
  readonly organization?: string;
}

export interface Security extends JsonObject {
  readonly required_permissions: readonly string[];
  readonly risk_level: RiskLevel;
  readonly sandboxing_required: boolean;
  readonly network_access: 'none' | 'local' | 'internet';
  readonly file_access: 'none' | 'read' | 'write' | 'full';
  readonly allowed_domains?: readonly string[];
  readonly allowed_paths?: readonly string[];
}

export interface DescribedTool {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: Author;
  readonly capabilities: readonly Capability[];
  readonly parameters: JsonObject;
  readonly security: Security;
  readonly signature?: JsonObject;
  /** Schema 1.1: the three axes. */
  readonly metadata?: ToolMetadata<string>;
  /** Schema 1.1: what the MCP tool has beyond name, description, inputSchema and hints. */
  readonly mcp?: JsonObject;
  /** Schema 1.1: reverse-DNS keys, for others to extend the document inside the signed bytes. */
  readonly extensions?: JsonObject;
}

/** The metadata document of one tool (docs/spec/tool-document.md). */
export interface ToolDocument {
  readonly schema_version: string;
  readonly tool: DescribedTool;
}

/** A document from bytes, or from a value made elsewhere; throws `document.malformed` with every reason. */
export function parseToolDocument(input: Uint8Array | ReadOnce | unknown): ToolDocument {
  const value = input instanceof ReadOnce ? input.value() : readInput(input, 'document.malformed');
  refuseMalformed(findDocumentErrors(value), 'document.malformed', 'This is not a tool document');
  return value as unknown as ToolDocument;
}

/** `born`: the verdict of the original validator. `asserted`: formats, ASCII patterns, unknown members reported. */
export type SchemaReading = 'asserted' | 'born';

export function findDocumentErrors(value: Json, reading: SchemaReading = 'asserted'): Finding[] {
  if (reading === 'born') return findShapeErrors(toolDocument10AsBorn, value);
  const version = schemaVersion(value);
  if (version === undefined || !/^1\.[1-9]/.test(version)) {
    return findShapeErrors(toolDocument10, value, { unknownMembers: 'warning' });
  }
  // A later minor version may add members; what 1.1 knows must still hold.
  return findShapeErrors(toolDocument11, value, { unknownMembers: version === '1.1' ? 'error' : 'warning' });
}

/** The declared version when it is spelled as one; anything else is left for the schema to report. */
export function schemaVersion(value: Json): string | undefined {
  const version = isJsonObject(value) ? member(value, 'schema_version') : undefined;
  return typeof version === 'string' && /^\d+\.\d+$/.test(version) ? version : undefined;
}
