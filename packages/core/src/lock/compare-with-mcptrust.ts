import { type JsonObject, member, sha256 } from '../base/index.ts';
import { mcptrustPromptHash, mcptrustTemplateHash, mcptrustToolHashes, type Snapshot } from '../describe/index.ts';
import type { McptrustEntry, McptrustLock } from './mcptrust-lock.ts';

export interface McptrustComparison {
  readonly tools: Agreement;
  readonly prompts: Agreement;
  readonly templates: Agreement;
  readonly uncovered: readonly string[];
}

/** A list of the server compared with the approved one. Names are sorted. */
export interface Agreement {
  /** Everything that the old lock covers is as it was approved. */
  readonly agreeing: readonly string[];
  readonly moved: readonly { readonly name: string; readonly parts: readonly string[] }[];
  readonly added: readonly string[];
  readonly missing: readonly string[];
}

/** Which items of a live server are still those that a lock of MCPTrust approved. */
export function compareWithMcptrust(lock: McptrustLock, live: Snapshot): McptrustComparison {
  return {
    tools: compareList(lock.tools, live.tools, 'name', hashesOfTool),
    prompts: compareList(lock.prompts, live.prompts, 'name', hashesOfPrompt),
    templates: compareList(lock.templates, live.templates, 'uriTemplate', hashesOfTemplate),
    uncovered: lock.uncovered,
  };
}

type HashesOf = (item: JsonObject) => Readonly<Record<string, string>>;

function compareList(
  approved: ReadonlyMap<string, McptrustEntry>,
  items: readonly JsonObject[],
  key: string,
  hashesOf: HashesOf,
): Agreement {
  const live = new Map(items.map(item => [item[key] as string, item]));
  const shared = [...live].flatMap(([name, item]) => {
    const entry = approved.get(name);
    return entry === undefined ? [] : [{ name, parts: movedParts(entry, hashesOf(item)) }];
  });
  return {
    agreeing: shared
      .filter(({ parts }) => parts.length === 0)
      .map(({ name }) => name)
      .sort(),
    moved: shared.filter(({ parts }) => parts.length > 0).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    added: [...live.keys()].filter(name => !approved.has(name)).sort(),
    missing: [...approved.keys()].filter(name => !live.has(name)).sort(),
  };
}

function movedParts(entry: McptrustEntry, hashes: Readonly<Record<string, string>>): string[] {
  return [...entry].filter(([part, hash]) => hashes[part] !== hash).map(([part]) => part);
}

function hashesOfTool(tool: JsonObject): Readonly<Record<string, string>> {
  return { ...mcptrustToolHashes(tool) };
}

function hashesOfPrompt(prompt: JsonObject): Readonly<Record<string, string>> {
  return {
    arguments: mcptrustPromptHash(prompt),
    title: textHash(prompt, 'title'),
    description: textHash(prompt, 'description'),
  };
}

function hashesOfTemplate(template: JsonObject): Readonly<Record<string, string>> {
  return {
    template: mcptrustTemplateHash(template),
    name: textHash(template, 'name'),
    description: textHash(template, 'description'),
  };
}

/** It forgives line ends and the spaces before them in these texts, though not in those of tools. */
function textHash(item: JsonObject, key: string): string {
  const text = member(item, key);
  const lines = (typeof text === 'string' ? text : '').split(/\r\n|\r|\n/);
  return sha256(lines.map(withoutTrailingBlanks).join('\n'));
}

function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}
