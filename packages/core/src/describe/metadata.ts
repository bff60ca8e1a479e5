import { type Finding, isJsonObject, type Json, type JsonObject, member } from '../base/index.ts';
import { type DeclaredFlags, FLAGS, flagsOfHints } from './hints.ts';
import type { ServiceDomain } from './service-domains.ts';
import { findShapeErrors } from './shape-error.ts';
import { toolMetadata } from './tool-shape.gen.js';
import type { Operation } from './vocabulary.ts';

export interface Classification<Domain extends string = ServiceDomain> {
  readonly service_domains?: readonly Domain[];
}

/** What happens when the tool runs. A flag that is absent was not declared; it is never null. */
export interface Behavior extends DeclaredFlags {
  readonly operations?: readonly Operation[];
}

/**
 * The three axes. `strict: false` says that the author knows of an apparent contradiction and means it. Authors write domains of the
 * vocabulary; metadata from elsewhere is `ToolMetadata<string>` and keeps domains that are unknown here.
 */
export interface ToolMetadata<Domain extends string = ServiceDomain> {
  readonly classification?: Classification<Domain>;
  readonly behavior?: Behavior;
  readonly extras?: JsonObject;
  readonly strict?: boolean;
}

export const METADATA_KEY = 'dev.toolmark/metadata';
const METADATA_POINTER = '/_meta/dev.toolmark~1metadata';

/** Metadata and where it was found, so that findings can point at it. */
export interface FoundMetadata {
  readonly metadata: ToolMetadata<string>;
  readonly pointer: string;
}

export function findMetadataErrors(value: Json, at: string): Finding[] {
  return findShapeErrors(toolMetadata, value, { at });
}

/** Errors of the axes in a tool's `_meta`, including a value under our key that is not an object. */
export function findInMetaErrors(tool: JsonObject, at: string): Finding[] {
  const meta = member(tool, '_meta');
  const own = isJsonObject(meta) ? member(meta, METADATA_KEY) : undefined;
  if (own !== undefined) return findMetadataErrors(own, at + METADATA_POINTER);
  const found = findInMeta(tool);
  return found === undefined ? [] : findMetadataErrors(found.value, at + found.pointer);
}

/** Typed metadata from a value that has its shape. Undeclared flags written as null become absent; extras stay whole. */
export function toMetadata(value: JsonObject): ToolMetadata<string> {
  if (!isJsonObject(value.behavior)) return value as ToolMetadata<string>;
  return { ...value, behavior: withoutNullFlags(value.behavior) } as ToolMetadata<string>;
}

function withoutNullFlags(behavior: JsonObject): JsonObject {
  if (!FLAGS.some(({ flag }) => behavior[flag] === null)) return behavior;
  return Object.fromEntries(Object.entries(behavior).filter(([, value]) => value !== null));
}

/**
 * The metadata an MCP tool carries: Toolmark's key in `_meta`, else Arcade's. Where neither declares flags, the
 * annotations do.
 */
export function metadataOfMcpTool(tool: JsonObject): FoundMetadata | undefined {
  const found = findInMeta(tool);
  const annotations = member(tool, 'annotations');
  const hints = isJsonObject(annotations) ? flagsOfHints(annotations) : {};
  if (found === undefined) {
    return Object.keys(hints).length === 0 ? undefined : { metadata: { behavior: hints }, pointer: '/annotations' };
  }
  const metadata = toMetadata(found.value);
  if (Object.keys(hints).length === 0) return { metadata, pointer: found.pointer };
  return { metadata: { ...metadata, behavior: { ...hints, ...metadata.behavior } }, pointer: found.pointer };
}

/** Where `_meta` keeps the axes, well-formed or not. Arcade's key counts only where ours is absent. */
export function findInMeta(tool: JsonObject): { value: JsonObject; pointer: string } | undefined {
  const meta = member(tool, '_meta');
  if (!isJsonObject(meta)) return undefined;
  const own = member(meta, METADATA_KEY);
  if (own !== undefined) return isJsonObject(own) ? { value: own, pointer: METADATA_POINTER } : undefined;
  const arcade = member(meta, 'arcade');
  const foreign = isJsonObject(arcade) ? member(arcade, 'metadata') : undefined;
  return isJsonObject(foreign) ? { value: foreign, pointer: '/_meta/arcade/metadata' } : undefined;
}
