import type { Json } from '../../base/index.ts';
import type { Dialect } from './dialect.ts';
import type { Seen } from './seen.ts';

/** A schema document with all its subschemas, resources and anchors. */
export interface SchemaDocument {
  /** By pointer from the top of the document. */
  readonly nodes: ReadonlyMap<string, SchemaNode>;
  readonly resources: ReadonlyMap<string, Named<SchemaResource>>;
  /** Empty for the schema being compiled. */
  readonly uri: string;
}

/** The part of a document under one `$id`. */
export interface SchemaResource {
  readonly uri: string;
  readonly pointer: string;
  readonly document: SchemaDocument;
  readonly anchors: ReadonlyMap<string, Named<SchemaNode>>;
  readonly dynamicAnchors: ReadonlyMap<string, Named<SchemaNode>>;
}

export interface SchemaNode {
  readonly schema: Json;
  readonly dialect: Dialect;
  readonly pointer: string;
  readonly resource: SchemaResource;
  /** Created on first use. */
  checks: readonly Check[] | undefined;
}

/** Two things with one name cannot be referenced: implementations would choose differently. */
export type Named<Thing> = Thing | 'ambiguous';

/** A compiled keyword of a subschema. */
export interface Check {
  readonly keyword: string;
  readonly holds: (instance: Json, run: Run) => boolean;
  /** The message if the check fails; undefined if subschemas report the failure. */
  readonly demand?: (instance: Json) => string | undefined;
  /** Whether it depends on what other keywords have evaluated. */
  readonly looksBack?: boolean;
}

export interface SchemaViolation {
  readonly instancePointer: string;
  /** Prefixed with `uri#` for a keyword in another document. */
  readonly schemaPointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** The state of one validation. */
export interface Run {
  stepsLeft: number;
  /** Nested evaluations, in total and for the current value. */
  depth: number;
  chain: number;
  readonly path: (string | number)[];
  /** Undefined where failures are not reported, as inside `not`. */
  violations: SchemaViolation[] | undefined;
  /** Undefined unless an `unevaluated…` keyword needs it. */
  seen: Seen | undefined;
  /** The dynamic scope, innermost first. */
  scope: Scope | undefined;
  readonly checksOf: (node: SchemaNode) => readonly Check[];
}

export interface Scope {
  readonly resource: SchemaResource;
  readonly outer: Scope | undefined;
}
