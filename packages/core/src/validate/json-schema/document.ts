import { child, isJsonObject, type Json, type JsonObject, member } from '../../base/index.ts';
import type { Dialect, Remotes } from './dialect.ts';
import type { Named, SchemaDocument, SchemaNode, SchemaResource } from './schema-node.ts';
import { resolveUri, splitFragment } from './uri.ts';
import { findOwnId, type Place, walkSchema } from './walk.ts';

/** The state of indexing. */
interface Draft {
  readonly nodes: Map<string, SchemaNode>;
  readonly resources: Map<string, Named<SchemaResource>>;
  readonly document: SchemaDocument;
  readonly placed: Map<Place, Placed>;
}

interface Placed {
  readonly pointer: string;
  readonly resource: ResourceDraft;
}

interface ResourceDraft extends SchemaResource {
  readonly anchors: Map<string, Named<SchemaNode>>;
  readonly dynamicAnchors: Map<string, Named<SchemaNode>>;
}

export function indexDocument(schema: Json, uri: string, dialect: Dialect, remotes?: Remotes): SchemaDocument {
  const nodes = new Map<string, SchemaNode>();
  const resources = new Map<string, Named<SchemaResource>>();
  const document: SchemaDocument = { nodes, resources, uri };
  const draft: Draft = { nodes, resources, document, placed: new Map() };
  walkSchema(schema, dialect, place => addNode(place, draft), remotes);
  const top = nodes.get('');
  // The document is also known by its retrieval URI, whatever its `$id`.
  if (top !== undefined) addName(resources, uri, top.resource);
  return document;
}

function addNode(place: Place, draft: Draft): undefined {
  const above = place.parent === undefined ? undefined : draft.placed.get(place.parent);
  const pointer = above === undefined ? '' : pointerBelow(above.pointer, place);
  const { schema, dialect } = place;
  const names = isJsonObject(schema) ? namesOf(schema, dialect) : NO_NAMES;
  const resource = resourceFor(names.id, pointer, above?.resource, draft);
  const node: SchemaNode = { schema, dialect, pointer, resource, checks: undefined };
  draft.placed.set(place, { pointer, resource });
  draft.nodes.set(pointer, node);
  if (names.anchor !== undefined) addName(resource.anchors, names.anchor, node);
  if (names.dynamicAnchor === undefined) return;
  addName(resource.anchors, names.dynamicAnchor, node);
  addName(resource.dynamicAnchors, names.dynamicAnchor, node);
}

function pointerBelow(pointer: string, place: Place): string {
  // Only names chosen by the author need escaping.
  const value = `${pointer}/${place.keyword}`;
  return place.key === undefined ? value : child(value, place.key);
}

interface Names {
  readonly id: string;
  readonly anchor: string | undefined;
  readonly dynamicAnchor: string | undefined;
}

const NO_NAMES: Names = { id: '', anchor: undefined, dynamicAnchor: undefined };

/** Identifier and anchors of a subschema. In draft-07 the fragment of `$id` is the anchor. */
function namesOf(schema: JsonObject, dialect: Dialect): Names {
  const { document: id, fragment } = splitFragment(findOwnId(schema, dialect) ?? '');
  if (dialect.name === 'draft-07') return { id, anchor: fragment || undefined, dynamicAnchor: undefined };
  return { id, anchor: textMember(schema, '$anchor'), dynamicAnchor: textMember(schema, '$dynamicAnchor') };
}

function textMember(schema: JsonObject, name: string): string | undefined {
  const value = member(schema, name);
  return typeof value === 'string' ? value : undefined;
}

/** Nested relative `$id`s add up; longer URIs are dropped. */
const MAX_URI_LENGTH = 4_096;
const NAMELESS = 'urn:toolmark:nameless';

function resourceFor(id: string, pointer: string, above: ResourceDraft | undefined, draft: Draft): ResourceDraft {
  if (above !== undefined && id === '') return above;
  const { document } = draft;
  const resolved = resolveUri(above?.uri ?? document.uri, id);
  const uri = resolved.length > MAX_URI_LENGTH ? NAMELESS : resolved;
  const resource: ResourceDraft = { uri, pointer, document, anchors: new Map(), dynamicAnchors: new Map() };
  if (uri !== NAMELESS) addName(draft.resources, uri, resource);
  return resource;
}

function addName<Thing>(names: Map<string, Named<Thing>>, name: string, thing: Thing): void {
  const known = names.get(name);
  names.set(name, known === undefined || known === thing ? thing : 'ambiguous');
}
