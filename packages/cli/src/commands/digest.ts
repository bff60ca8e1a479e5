import {
  assessRisk,
  type Json,
  type JsonObject,
  type McpTool,
  mcptrustPromptHash,
  mcptrustTemplateHash,
  mcptrustToolHashes,
  parseMcpTool,
  parseSnapshot,
  parseToolDocument,
  partDigests,
  promptDigest,
  quoteInert,
  readJson,
  recognise,
  type Snapshot,
  surfaceDigest,
  ToolmarkError,
  templateDigest,
  toMcpTool,
  toolDigest,
} from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { formatDigests } from './digest-text.ts';

export type Profile = 'toolmark' | 'mcptrust';

export interface DigestArguments {
  readonly file: string;
  readonly profile: Profile;
  readonly format: 'text' | 'json';
}

export interface DigestedItem {
  readonly name: string;
  readonly digest?: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly riskLevel?: string;
}

export interface DigestResult {
  readonly profile: Profile;
  readonly tools: readonly DigestedItem[];
  readonly prompts?: readonly DigestedItem[];
  readonly templates?: readonly DigestedItem[];
  readonly surfaceDigest?: string;
}

export function runDigest({ file, profile, format }: DigestArguments, io: Io): number {
  const result = digestFile(readFile(file, io), file, profile);
  io.out(format === 'json' ? formatJson(result) : formatDigests(result, io.hasColor));
  return EXIT.yes;
}

/** Refusals name the file, because what was wrong with it is said in terms of its content. */
function digestFile(bytes: Uint8Array, file: string, profile: Profile): DigestResult {
  try {
    return digestSnapshot(snapshotOf(readJson(bytes)), profile);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw new ToolmarkError(error.code, `${quoteInert(file)}: ${error.message}`, { cause: error });
  }
}

/** Whatever kind of file has tools in it: a tool list, a snapshot, a single tool, or a document that describes one. */
function snapshotOf(value: Json): Snapshot {
  switch (recognise(value)) {
    case 'tool-document':
      return onlyTool(toMcpTool(parseToolDocument(value)));
    case 'mcp-tool':
      return onlyTool(parseMcpTool(value));
    case 'mcp-tools':
      return parseSnapshot(value);
    default:
      throw new ToolmarkError('input.unsupported-kind', 'This is neither a tool document nor a list of MCP tools.');
  }
}

function onlyTool(tool: McpTool): Snapshot {
  return { tools: [tool], prompts: [], resources: [], templates: [] };
}

function digestSnapshot(snapshot: Snapshot, profile: Profile): DigestResult {
  const { prompts, templates } = snapshot;
  const items = ITEMS[profile];
  return {
    profile,
    tools: snapshot.tools.map(items.tool),
    ...(prompts.length === 0 ? {} : { prompts: prompts.map(items.prompt) }),
    ...(templates.length === 0 ? {} : { templates: templates.map(items.template) }),
    ...(profile === 'toolmark' ? { surfaceDigest: surfaceDigest(snapshot) } : {}),
  };
}

interface ItemDigests {
  readonly tool: (tool: McpTool) => DigestedItem;
  readonly prompt: (prompt: JsonObject & { name: string }) => DigestedItem;
  readonly template: (template: JsonObject & { uriTemplate: string }) => DigestedItem;
}

const ITEMS: Readonly<Record<Profile, ItemDigests>> = {
  toolmark: {
    tool: tool => ({
      name: tool.name,
      digest: toolDigest(tool),
      parts: partDigests(tool),
      riskLevel: assessRisk(tool).level,
    }),
    prompt: prompt => ({ name: prompt.name, digest: promptDigest(prompt), parts: partDigests(prompt) }),
    template: template => ({
      name: template.uriTemplate,
      digest: templateDigest(template),
      parts: partDigests(template),
    }),
  },
  // MCPTrust has no digest of the whole tool: only its two parts are comparable.
  mcptrust: {
    tool: tool => ({ name: tool.name, parts: { ...mcptrustToolHashes(tool) }, riskLevel: assessRisk(tool).level }),
    prompt: prompt => ({ name: prompt.name, parts: { arguments: mcptrustPromptHash(prompt) } }),
    template: template => ({ name: template.uriTemplate, parts: { template: mcptrustTemplateHash(template) } }),
  },
};
