import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import {
  cleanTool,
  inert,
  MetadataPolicy,
  parseMcpTool,
  parseToolDocument,
  RISK_LEVELS,
  ToolmarkError,
  toMcpTool,
  toolDigest,
} from '@toolmark/core';
import type { FoundTool } from '@toolmark/core/registry';
import { z } from 'zod';
import type { Principal } from '../accounts/principal.ts';
import { refuseNul } from '../http/check-input.ts';
import type { Problem } from '../http/problem.ts';
import type { Registry } from '../registry.ts';
import { readTool } from '../tools/read-tool.ts';
import { search } from '../tools/search.ts';
import { verifyTool } from '../tools/verify-tool.ts';

/** Scores are for programs. Models choose by order and need no number that a description could refer to. */
const SCORES_KEY = 'dev.toolmark/scores';

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The registry as an MCP server: agents search, read and verify tools as one principal. */
export function registryServer(
  registry: Registry,
  principal: Principal | undefined,
  explain: (error: unknown) => Pick<Problem, 'code' | 'title'>,
): McpServer {
  const answer = answering(explain);
  const server = new McpServer({ name: 'toolmark-registry', version: '1.0.0' });
  server.registerTool('search_tools', { ...SEARCH, annotations: READS }, query =>
    answer(async () => {
      const { prefer_domain: preferDomains, max_risk_level: maxRisk, read_only: readOnly, ...rest } = query;
      const { min_reputation: minReputation, query: q, ...filters } = rest;
      refuseNul([q ?? '', ...[filters.capabilities, filters.domains, preferDomains].flatMap(list => list ?? [])], '');
      const page = await search(registry, principal, {
        ...{ q, preferDomains, maxRisk, readOnly, minReputation },
        ...{ capabilities: filters.capabilities, domains: filters.domains, limit: filters.limit },
      });
      const scores = Object.fromEntries(page.tools.map(({ name, score }) => [name, score]));
      return { result: { tools: page.tools.map(toListed) }, meta: { [SCORES_KEY]: scores } };
    }),
  );
  server.registerTool('get_tool', { ...GET, annotations: READS }, ({ name, version }) =>
    answer(async () => {
      refuseNul([name, version ?? ''], '');
      const { kind, bytes, registry: facts } = await readTool(registry, principal, name, version);
      const read = new Uint8Array(bytes);
      const shown = kind === 'document' ? toMcpTool(parseToolDocument(read)) : parseMcpTool(read);
      const { tool } = cleanTool(shown, MetadataPolicy.defaults());
      const { publisher, status, digest, toolDigest, verification, advisories } = facts;
      const judged = { publisher, status, verification, advisories };
      return { result: { tool, version: facts.version, ...judged, digest, toolDigest } };
    }),
  );
  server.registerTool('verify_tool', { ...VERIFY, annotations: READS }, ({ name, digest, definition }) =>
    answer(async () => {
      refuseNul([name], '');
      const held = digest ?? digestOf(definition);
      return { result: { ...(await verifyTool(registry, principal, name, held)), digest: held } };
    }),
  );
  return server;
}

const SEARCH = {
  title: 'Search tools',
  description:
    'Searches the registry for MCP tools. The best match by relevance and reputation comes first, tools under an advisory last. ' +
    'Filters leave out what does not fit; prefer_domain only moves tools up.',
  inputSchema: z.strictObject({
    query: z.string().max(512).optional(),
    capabilities: z.array(z.string().max(64)).max(20).optional(),
    domains: z.array(z.string().max(64)).max(20).optional(),
    prefer_domain: z.array(z.string().max(64)).max(20).optional(),
    max_risk_level: z.enum(RISK_LEVELS).optional(),
    min_reputation: z.number().min(0).max(1).optional(),
    read_only: z.boolean().optional(),
    limit: z.number().int().min(1).max(50).optional(),
  }),
};

const GET = {
  title: 'Get a tool',
  description: 'Reads the published definition of a tool: the newest version, or the one that is named.',
  inputSchema: z.strictObject({ name: z.string().min(1).max(400), version: z.string().max(255).optional() }),
};

const VERIFY = {
  title: 'Verify a tool',
  description:
    'Checks whether a tool definition was published under its name and is not withdrawn. ' +
    'Give its digest, or the whole definition as a server lists it.',
  inputSchema: z.strictObject({
    name: z.string().min(1).max(400),
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .optional(),
    definition: z.looseObject({ name: z.string() }).optional(),
  }),
};

function toListed(found: FoundTool) {
  const { name, version, summary, publisher, status, verification, advisories, riskLevel, readOnly, toolDigest } =
    found;
  const { contradictions = [] } = found;
  const judged = { status, verification: { outcome: verification.outcome }, advisories, contradictions };
  return { name, version, summary, publisher, ...judged, riskLevel, readOnly, toolDigest };
}

function digestOf(definition: unknown): string {
  if (definition === undefined) {
    throw new ToolmarkError('request.malformed', 'Give the digest of the tool, or its definition.');
  }
  try {
    return toolDigest(parseMcpTool(definition));
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    throw new ToolmarkError('request.malformed', error.message, { cause: error });
  }
}

type Work = () => Promise<{ readonly result: object; readonly meta?: Record<string, unknown> }>;

/** Returns structured content and the same as text. A refusal becomes a tool error with the code and title of the HTTP API. */
function answering(explain: (error: unknown) => Pick<Problem, 'code' | 'title'>) {
  return async (work: Work): Promise<CallToolResult> => {
    try {
      const { result, meta } = await work();
      const structuredContent = JSON.parse(JSON.stringify(result)) as Record<string, unknown>;
      const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }];
      return { content, structuredContent, ...(meta === undefined ? {} : { _meta: meta }) };
    } catch (error) {
      const { code, title } = explain(error);
      return { content: [{ type: 'text', text: `${code}: ${inert(title)}` }], isError: true };
    }
  };
}
