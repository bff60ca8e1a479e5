import { isJsonObject, type Json, type LinearPattern } from '../../base/index.ts';
import { isJsonList } from './json-list.ts';
import type { Site } from './make-check.ts';
import type { SchemaNode } from './schema-node.ts';

/** The subschemas of a schema, by keyword. */
export class Subschemas {
  private readonly siteOf: (node: SchemaNode) => Site;

  constructor(siteOf: (node: SchemaNode) => Site) {
    this.siteOf = siteOf;
  }

  referred(node: SchemaNode, keyword: '$ref' | '$dynamicRef'): SchemaNode[] {
    const site = this.siteOf(node);
    const reference = site.sibling(keyword);
    return typeof reference === 'string' ? [site.follow(reference)] : [];
  }

  /** The single subschema of a keyword such as `items`. */
  only(node: SchemaNode, keyword: string): SchemaNode[] {
    const value = this.valueOf(node, keyword);
    return value === undefined || isJsonList(value) ? [] : [this.siteOf(node).below(keyword)];
  }

  inList(node: SchemaNode, keyword: string): SchemaNode[] {
    const value = this.valueOf(node, keyword) ?? null;
    return isJsonList(value) ? value.map((_, index) => this.siteOf(node).below(keyword, index)) : [];
  }

  names(node: SchemaNode, keyword: string): string[] {
    const value = this.valueOf(node, keyword);
    return value === undefined || !isJsonObject(value) ? [] : Object.keys(value);
  }

  named(node: SchemaNode, keyword: string, name: string): SchemaNode[] {
    const value = this.valueOf(node, keyword);
    if (value === undefined || !isJsonObject(value) || !Object.hasOwn(value, name)) return [];
    // `dependencies` of draft-07 may contain a list of names instead.
    return isJsonList(value[name] ?? null) ? [] : [this.siteOf(node).below(keyword, name)];
  }

  /** Those of `patternProperties` whose pattern matches. */
  matching(node: SchemaNode, fits: (pattern: LinearPattern) => boolean): SchemaNode[] {
    const { pattern } = this.siteOf(node);
    return this.names(node, 'patternProperties')
      .filter(source => fits(pattern(source)))
      .flatMap(source => this.named(node, 'patternProperties', source));
  }

  /** Draft-07 ignores everything beside `$ref`. */
  private valueOf(node: SchemaNode, keyword: string): Json | undefined {
    const isIgnored =
      node.dialect.name === 'draft-07' && isJsonObject(node.schema) && Object.hasOwn(node.schema, '$ref');
    return isIgnored ? undefined : this.siteOf(node).sibling(keyword);
  }
}
