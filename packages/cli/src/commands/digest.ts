import {
  assessRisk,
  type JsonObject,
  type McpTool,
  mcptrustPromptHash,
  mcptrustTemplateHash,
  mcptrustToolHashes,
  partDigests,
  promptDigest,
  type Snapshot,
  surfaceDigest,
  templateDigest,
  toolDigest,
} from '@toolmark/core';
import { askOneSource } from '../ask-one-server.ts';
import type { AskOptions } from '../ask-servers.ts';
import { refuseLiveSource, type SourceOptions } from '../find-servers.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { naming, readSnapshot } from '../read-surfaces.ts';
import { formatDigests } from './digest-text.ts';

export type Profile = 'toolmark' | 'mcptrust';

export interface DigestArguments extends SourceOptions, AskOptions {
  /** Without one a live server is asked. */
  readonly file?: string;
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
  /** The config starts a guard, and the server behind it was asked. */
  readonly behind?: 'guard';
}

export async function runDigest({ file, profile, format, ...source }: DigestArguments, io: Io): Promise<number> {
  if (file !== undefined) refuseLiveSource(source);
  const result =
    file === undefined
      ? await digestLive(profile, source, io)
      : naming(file, () => digestSnapshot(readSnapshot(file, io), profile));
  io.out(format === 'json' ? formatJson(result) : formatDigests(result, io.hasColor));
  return EXIT.yes;
}

async function digestLive(profile: Profile, options: SourceOptions & AskOptions, io: Io): Promise<DigestResult> {
  const { snapshot, behind } = await askOneSource(options, io);
  return { ...digestSnapshot(snapshot, profile), ...(behind && { behind }) };
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
