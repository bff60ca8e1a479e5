import { DEFAULT_MAX_DEPTH, inert, type Json, quoteInert } from '@toolmark/core';
import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { refuse } from './refuse-entry.ts';

/** The parser compares what it reads many times over. Configs of people are far smaller. */
const MAX_CHARACTERS = 256 * 1024;

/** A value in a YAML file. */
export type YamlNode = Node;

/** A member of a mapping: its key and where both begin and end. */
export interface YamlMember {
  readonly key: string;
  readonly keyNode: YamlNode;
  /** Absent where nothing follows the colon. */
  readonly value: YamlNode | undefined;
}

/** The root of the first and only document of a text; absent for a file without content. */
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

/** Before the parser recurses, which takes it very long. Brackets in texts count too; they seldom are left open. */
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
    // The parser recurses, and has no limit of its own.
    if (error instanceof RangeError) return refuseDeep();
    throw error;
  }
}

/** All members of a mapping in the order of the file; throws `config.duplicate-key`. */
export function yamlMembers(node: YamlNode | undefined): YamlMember[] {
  if (!isMap(node)) return [];
  const seen = new Set<string>();
  return node.items.map(({ key, value }) => {
    if (!isScalar(key)) refuse('config.malformed', 'A key is not a plain text.');
    const name = String(key.value);
    if (seen.has(name)) refuse('config.duplicate-key', `The key ${quoteInert(name)} is there twice.`);
    seen.add(name);
    return { key: name, keyNode: key as YamlNode, value: (value ?? undefined) as YamlNode | undefined };
  });
}

/** The items of a list, or none for anything else. */
export function yamlItems(node: YamlNode | undefined): YamlNode[] {
  return isSeq(node) ? (node.items as YamlNode[]) : [];
}

/** The whole value. Anchors and aliases are refused: what is replaced here may be used elsewhere. */
export function jsonOfYaml(node: YamlNode | undefined): Json {
  if (node === undefined) return null;
  if (isAlias(node) || (node as { anchor?: string }).anchor !== undefined) {
    return refuse('config.unsupported', 'Anchors and aliases of YAML are not supported. Write the value out.');
  }
  if (isMap(node)) return Object.fromEntries(yamlMembers(node).map(({ key, value }) => [key, jsonOfYaml(value)]));
  if (isSeq(node)) return yamlItems(node).map(jsonOfYaml);
  const value: unknown = isScalar(node) ? node.value : undefined;
  const isPlain = value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
  return isPlain ? (value as Json) : refuse('config.malformed', 'A value is not text, a number, true, false or null.');
}

/** A list or mapping in brackets cannot be edited by lines. */
export function isFlow(node: YamlNode | undefined): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}
