import {
  assessRisk,
  type JsonObject,
  type McpTool,
  partDigests,
  promptDigest,
  type Snapshot,
  surfaceDigest,
  templateDigest,
  toolDigest,
} from '@toolmark/core';
import { mcptrustPromptHash, mcptrustTemplateHash, mcptrustToolHashes } from '@toolmark/core/formats';
import { EXIT, type Io } from '../io.ts';
import type { DigestedItem, DigestResult, Profile } from '../render/digest-text.ts';
import { formatDigests } from '../render/digest-text.ts';
import { formatJson } from '../render/print-json.ts';
import { askOneSource } from '../sources/ask-one-server.ts';
import type { AskOptions } from '../sources/ask-servers.ts';
import { refuseLiveSource } from '../sources/find-servers.ts';
import { naming, readSnapshot } from '../sources/read-surfaces.ts';
import type { SourceOptions } from '../sources/source-options.ts';

export interface DigestArguments extends SourceOptions, AskOptions {
  /** Without one a live server is asked. */
  readonly file?: string;
  readonly profile: Profile;
  readonly format: 'text' | 'json';
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
