import { child, isJsonObject, type Json, pointerKeys } from '../../base/index.ts';
import type { Dialect, Remotes } from './dialect.ts';
import { indexDocument } from './document.ts';
import { findMetaSchema } from './meta-schema.ts';
import type { Named, SchemaDocument, SchemaNode, SchemaResource } from './schema-node.ts';
import { decodeFragment, resolveUri, splitFragment } from './uri.ts';

/** A schema and the documents it may refer to: only the remotes of the caller and the meta-schemas. */
export interface Library {
  readonly root: SchemaDocument;
  readonly find: (uri: string) => SchemaDocument | undefined;
}

export type Resolution =
  | { readonly outcome: 'found'; readonly node: SchemaNode }
  | { readonly outcome: 'remote' | 'dangling' | 'ambiguous' };

interface LibraryOptions {
  /** Base URI of the schema; empty if unknown. */
  readonly uri: string;
  readonly dialect: Dialect;
  readonly remotes: Remotes | undefined;
  /** Checks each remote before its first use. */
  readonly admit?: (schema: Json, uri: string) => void;
}

export function openLibrary(schema: Json, { uri, dialect, remotes, admit }: LibraryOptions): Library {
  const root = indexDocument(schema, uri, dialect, remotes);
  const indexed = new Map<string, SchemaDocument>();
  const find = (wanted: string): SchemaDocument | undefined => {
    const known = indexed.get(wanted);
    if (known !== undefined) return known;
    const remote = remotes?.get(wanted);
    const found = remote ?? findMetaSchema(wanted);
    if (found === undefined) return undefined;
    if (remote !== undefined) admit?.(remote, wanted);
    const document = indexDocument(found, wanted, dialect, remotes);
    indexed.set(wanted, document);
    return document;
  };
  return { root, find };
}

/**
 * Resolves a reference in its own document first, then among the known documents. An untrusted schema therefore cannot
 * replace the target of a reference in a remote or a meta-schema.
 */
export function resolveReference(library: Library, from: SchemaResource, reference: string): Resolution {
  const { document, fragment } = splitFragment(resolveUri(from.uri, reference));
  const resource = findResource(library, from, document);
  if (resource === undefined) return { outcome: 'remote' };
  if (resource === 'ambiguous') return { outcome: 'ambiguous' };
  const node = findInResource(resource, fragment);
  if (node === undefined) return { outcome: 'dangling' };
  return node === 'ambiguous' ? { outcome: 'ambiguous' } : { outcome: 'found', node };
}

function findResource(library: Library, from: SchemaResource, uri: string): Named<SchemaResource> | undefined {
  const known = from.document.resources.get(uri) ?? library.find(uri)?.resources.get(uri);
  return known === undefined && uri === from.uri ? from : known;
}

function findInResource(resource: SchemaResource, fragment: string): Named<SchemaNode> | undefined {
  const place = decodeFragment(fragment);
  if (place === undefined) return undefined;
  const { nodes } = resource.document;
  if (place === '') return schemaAt(nodes.get(resource.pointer));
  if (!place.startsWith('/')) return resource.anchors.get(place);
  return schemaAt(nodes.get(pointerKeys(place).reduce(child, resource.pointer)));
}

/** Only schemas can be referenced. */
function schemaAt(node: SchemaNode | undefined): SchemaNode | undefined {
  return node !== undefined && (typeof node.schema === 'boolean' || isJsonObject(node.schema)) ? node : undefined;
}
