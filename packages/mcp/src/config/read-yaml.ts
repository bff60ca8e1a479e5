import { inert, type Json, quoteInert } from '@toolmark/core';
import { DEFAULT_MAX_DEPTH } from '@toolmark/core/json';
import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { refuse } from './codes.ts';

/** The parser is slow on large input. Real configs are far smaller. */
const MAX_CHARACTERS = 256 * 1024;

/** A value in a YAML file. */
export type YamlNode = Node;

/** A member of a mapping. */
export interface YamlMember {
  readonly key: string;
  readonly keyNode: YamlNode;
  /** Undefined if nothing follows the colon. */
  readonly value: YamlNode | undefined;
}

/** The root of the only document; undefined for an empty file. */
export function readYaml(text: string): YamlNode | undefined {
  if (text.length > MAX_CHARACTERS) refuse('config.too-large', `The file has more than ${MAX_CHARACTERS} characters.`);
  refuseDepth(text);
  const document = parse(text);
  const problem = document.errors[0];
  if (problem !== undefined) {
    const line = text.slice(0, problem.pos[0]).split('\n').length;
    refuse('config.syntax', inert(`${problem.message.split('\n')[0]} at line ${line}.`));
  }
  return document.contents ?? undefined;
}

/** Runs before the parser, whose recursion is slow. Also counts brackets in strings, which are rarely unbalanced. */
function refuseDepth(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > DEFAULT_MAX_DEPTH) refuseDeep();
  }
  if (/^ *(?:[-?:] +){128}/m.test(text)) refuseDeep();
}

function refuseDeep(): never {
  return refuse('config.too-large', `The file nests deeper than ${DEFAULT_MAX_DEPTH} levels.`);
}

function parse(text: string): ReturnType<typeof parseDocument> {
  try {
    return parseDocument(text, { uniqueKeys: false, schema: 'core', prettyErrors: false });
  } catch (error) {
    // The parser recurses without a limit.
    if (error instanceof RangeError) return refuseDeep();
    throw error;
  }
}

/** All members of a mapping in file order; throws `config.duplicate-key`. */
export function yamlMembers(node: YamlNode | undefined): YamlMember[] {
  if (!isMap(node)) return [];
  const seen = new Set<string>();
  return node.items.map(({ key, value }) => {
    if (!isScalar(key)) refuse('config.malformed', 'A key is not a string.');
    const name = String(key.value);
    if (seen.has(name)) refuse('config.duplicate-key', `Duplicate key ${quoteInert(name)}.`);
    seen.add(name);
    return { key: name, keyNode: key as YamlNode, value: (value ?? undefined) as YamlNode | undefined };
  });
}

/** The items of a list; none for anything else. */
export function yamlItems(node: YamlNode | undefined): YamlNode[] {
  return isSeq(node) ? (node.items as YamlNode[]) : [];
}

/** The whole value. Refuses anchors and aliases: replacing one could change another place. */
export function jsonOfYaml(node: YamlNode | undefined): Json {
  if (node === undefined) return null;
  if (isAlias(node) || (node as { anchor?: string }).anchor !== undefined) {
    return refuse('config.unsupported', 'YAML anchors and aliases are not supported. Write the value itself.');
  }
  if (isMap(node)) return Object.fromEntries(yamlMembers(node).map(({ key, value }) => [key, jsonOfYaml(value)]));
  if (isSeq(node)) return yamlItems(node).map(jsonOfYaml);
  const value: unknown = isScalar(node) ? node.value : undefined;
  const isPlain = value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
  return isPlain ? (value as Json) : refuse('config.malformed', 'A value is not a string, number, boolean or null.');
}

/** Lists and mappings in brackets cannot be edited by line. */
export function isFlow(node: YamlNode | undefined): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}
