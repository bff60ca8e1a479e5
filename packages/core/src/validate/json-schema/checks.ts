import {
  child,
  compilePattern,
  isJsonObject,
  type JsonObject,
  type LinearPattern,
  member,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import { IN_PLACE } from './apply-in-place.ts';
import { TO_ITEMS, TO_UNSEEN_ITEMS } from './apply-to-items.ts';
import { TO_MEMBERS, TO_UNSEEN_MEMBERS } from './apply-to-members.ts';
import { ASSERTIONS } from './assertions.ts';
import type { Keyword } from './keywords.ts';
import { type Library, resolveReference } from './library.ts';
import type { MakeCheck, Site } from './make-check.ts';
import type { Check, SchemaNode } from './schema-node.ts';

const MAKERS: ReadonlyMap<string, MakeCheck> = new Map(
  [ASSERTIONS, IN_PLACE, TO_MEMBERS, TO_ITEMS, TO_UNSEEN_MEMBERS, TO_UNSEEN_ITEMS].flatMap(Object.entries<MakeCheck>),
);

/** Returns the site of each subschema, created once. */
export function siteFinder(library: Library): (node: SchemaNode) => Site {
  const patterns = new Map<string, LinearPattern>();
  const sites = new Map<SchemaNode, Site>();
  return node => {
    const known = sites.get(node);
    if (known !== undefined) return known;
    const site = siteOf(node, isJsonObject(node.schema) ? node.schema : {}, library, patterns);
    sites.set(node, site);
    return site;
  };
}

/** Creates the checks of a subschema, in evaluation order. */
export function checkMaker(siteOf: (node: SchemaNode) => Site): (node: SchemaNode) => readonly Check[] {
  return node => {
    const { schema } = node;
    if (!isJsonObject(schema)) return [];
    const site = siteOf(node);
    return keywordsIn(node, schema).flatMap(({ name }) => {
      const make = MAKERS.get(name);
      return make === undefined ? [] : [{ keyword: name, ...make(schema[name] ?? null, site) }];
    });
  };
}

function keywordsIn({ dialect }: SchemaNode, schema: JsonObject): Keyword[] {
  const isDraft07 = dialect.name === 'draft-07';
  // Draft-07 ignores everything beside `$ref`.
  const names = isDraft07 && Object.hasOwn(schema, '$ref') ? ['$ref'] : Object.keys(schema);
  return names
    .map(name => dialect.keywords.get(name))
    .filter(keyword => keyword !== undefined)
    .filter(({ vocabulary }) => vocabulary !== 'legacy' || isDraft07)
    .sort((a, b) => a.turn - b.turn);
}

function siteOf(node: SchemaNode, schema: JsonObject, library: Library, patterns: Map<string, LinearPattern>): Site {
  const { nodes } = node.resource.document;
  return {
    sibling: keyword => (node.dialect.keywords.has(keyword) ? member(schema, keyword) : undefined),
    below: (keyword, key) => {
      const value = child(node.pointer, keyword);
      return nodes.get(key === undefined ? value : child(value, key)) ?? missing(keyword, node);
    },
    follow: reference => {
      const resolution = resolveReference(library, node.resource, reference);
      return resolution.outcome === 'found' ? resolution.node : missing(reference, node);
    },
    pattern: source => {
      const pattern = patterns.get(source) ?? compilePattern(source);
      patterns.set(source, pattern);
      return pattern;
    },
  };
}

/** Unreachable for a checked schema. */
function missing(what: string, node: SchemaNode): never {
  const message = `${quoteInert(what)} cannot be resolved in a checked schema.`;
  throw new ToolmarkError('schema.malformed', message, { pointer: node.pointer });
}
