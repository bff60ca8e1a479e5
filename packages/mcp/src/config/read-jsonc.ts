import { inert, type Json, quoteInert } from '@toolmark/core';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH } from '@toolmark/core/json';
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { refuse } from './codes.ts';

/** Token kinds of the scanner; the enum does not exist at run time. */
const OPENING = new Set([1, 3]);
const CLOSING = new Set([2, 4]);
const END = 17;

/** A syntax node. Members are read one by one, so that errors elsewhere do not matter. */
export type JsoncNode = Node;

/** Parses JSON with comments and trailing commas. */
export function readJsonc(text: string): JsoncNode {
  if (text.length > DEFAULT_MAX_BYTES) refuse('config.too-large', `The file has more than ${DEFAULT_MAX_BYTES} bytes.`);
  refuseDepth(text);
  if (isEmpty(text)) refuse('config.syntax', 'The file is empty.');
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (root !== undefined && first === undefined) return root;
  const what = first === undefined ? 'There is no value' : printParseErrorCode(first.error);
  return refuse('config.syntax', `${what} ${placeOf(text, first?.offset ?? 0)}.`);
}

/** The value of a member; refuses duplicates, because hosts disagree about which one counts. */
export function memberNode(object: JsoncNode | undefined, name: string): JsoncNode | undefined {
  const named = object === undefined ? [] : pairs(object).filter(([key]) => key === name);
  refuseTwice(named);
  return named[0]?.[1];
}

/** All members in file order, none if not an object; throws `config.duplicate-key`. */
export function members(object: JsoncNode): Pair[] {
  const all = pairs(object);
  refuseTwice(all);
  return all;
}

type Pair = readonly [string, JsoncNode];

function pairs(object: JsoncNode): Pair[] {
  if (object.type !== 'object') return [];
  return (object.children ?? []).flatMap(({ children }): Pair[] => {
    const [key, value] = children ?? [];
    return key === undefined || value === undefined ? [] : [[String(key.value), value]];
  });
}

function refuseTwice(all: readonly Pair[]): void {
  const seen = new Set<string>();
  for (const [name] of all) {
    if (seen.has(name))
      refuse('config.duplicate-key', `Duplicate key ${quoteInert(name)}: hosts disagree about which one counts.`);
    seen.add(name);
  }
}

/** The whole value; refuses duplicate keys at any depth. */
export function jsonOf(node: JsoncNode): Json {
  if (node.type === 'object') return Object.fromEntries(members(node).map(([name, value]) => [name, jsonOf(value)]));
  if (node.type === 'array') return (node.children ?? []).map(jsonOf);
  return node.value as Json;
}

function isEmpty(text: string): boolean {
  return Number(createScanner(text, true).scan()) === END;
}

/** Runs before the parser, which recurses without a limit. */
function refuseDepth(text: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPENING.has(token)) depth++;
    if (CLOSING.has(token)) depth--;
    if (depth > DEFAULT_MAX_DEPTH)
      refuse('config.too-large', `The file nests deeper than ${DEFAULT_MAX_DEPTH} levels.`);
  }
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return inert(`at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`);
}
