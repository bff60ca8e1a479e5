import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A published MCP server at one version, and what it needs to start. No credential here is real. */
export interface RealServer {
  readonly package: string;
  readonly version: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Part of every run of `.ci/run`. */
  readonly isInCi?: true;
}

export const REAL_SERVERS: readonly RealServer[] = [
  { package: '@modelcontextprotocol/server-everything', version: '2026.8.31', isInCi: true },
  { package: '@modelcontextprotocol/server-filesystem', version: '2026.8.31', args: ['.'], isInCi: true },
  { package: '@modelcontextprotocol/server-memory', version: '2026.8.31', isInCi: true },
  { package: '@modelcontextprotocol/server-sequential-thinking', version: '2026.8.31', isInCi: true },
  { package: '@playwright/mcp', version: '0.0.83' },
  { package: 'chrome-devtools-mcp', version: '1.11.0' },
  { package: '@upstash/context7-mcp', version: '4.1.1' },
  { package: 'mongodb-mcp-server', version: '3.0.4' },
  { package: '@notionhq/notion-mcp-server', version: '2.5.2' },
  { package: '@modelcontextprotocol/server-github', version: '2025.4.8' },
  {
    package: '@modelcontextprotocol/server-gitlab',
    version: '2025.4.25',
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: 'none' },
  },
  { package: '@modelcontextprotocol/server-google-maps', version: '0.6.2', env: { GOOGLE_MAPS_API_KEY: 'none' } },
  {
    package: '@modelcontextprotocol/server-slack',
    version: '2025.4.25',
    env: { SLACK_BOT_TOKEN: 'none', SLACK_TEAM_ID: 'none' },
  },
  { package: '@brave/brave-search-mcp-server', version: '2.1.4', env: { BRAVE_API_KEY: 'none' } },
  { package: '@antv/mcp-server-chart', version: '0.9.10' },
  { package: '@cyanheads/git-mcp-server', version: '2.15.3' },
  { package: '@delorenj/mcp-server-trello', version: '1.8.1', env: { TRELLO_API_KEY: 'none', TRELLO_TOKEN: 'none' } },
  { package: '@eslint/mcp', version: '0.3.13' },
  { package: '@hubspot/mcp-server', version: '0.4.0', env: { PRIVATE_APP_ACCESS_TOKEN: 'none' } },
  { package: '@pinecone-database/mcp', version: '0.3.0', env: { PINECONE_API_KEY: 'none' } },
  { package: '@shopify/dev-mcp', version: '1.16.0' },
  { package: 'firecrawl-mcp', version: '3.22.2', env: { FIRECRAWL_API_KEY: 'fc-none' } },
  { package: 'tavily-mcp', version: '0.2.22', env: { TAVILY_API_KEY: 'none' } },
  { package: 'exa-mcp-server', version: '3.4.1', env: { EXA_API_KEY: 'none' } },
  { package: 'mcp-server-kubernetes', version: '4.1.7' },
  { package: 'mcp-mermaid', version: '0.4.1' },
  { package: 'figma-developer-mcp', version: '0.13.2', args: ['--stdio'], env: { FIGMA_API_KEY: 'none' } },
  {
    package: '@circleci/mcp-server-circleci',
    version: '0.20.0',
    env: { CIRCLECI_TOKEN: 'none' },
  },
  {
    package: '@elastic/mcp-server-elasticsearch',
    version: '0.3.1',
    env: { ES_URL: 'http://127.0.0.1:9', ES_API_KEY: 'none' },
  },
  { package: '@kazuph/mcp-fetch', version: '1.6.3' },
  { package: '@mapbox/mcp-server', version: '0.14.0', env: { MAPBOX_ACCESS_TOKEN: 'pk.eyJ1IjoibiJ9.none' } },
  { package: '@mastra/mcp-docs-server', version: '1.2.27' },
  {
    package: '@modelcontextprotocol/server-aws-kb-retrieval',
    version: '0.6.2',
    env: { AWS_ACCESS_KEY_ID: 'none', AWS_SECRET_ACCESS_KEY: 'none', AWS_REGION: 'none' },
  },
  { package: '@modelcontextprotocol/server-brave-search', version: '0.6.2', env: { BRAVE_API_KEY: 'none' } },
  { package: '@modelcontextprotocol/server-everart', version: '0.6.2', env: { EVERART_API_KEY: 'none' } },
  { package: '@modelcontextprotocol/server-puppeteer', version: '2025.5.12' },
  { package: '@perplexity-ai/mcp-server', version: '1.2.1', env: { PERPLEXITY_API_KEY: 'none' } },
  { package: '@sentry/mcp-server', version: '0.39.0', env: { SENTRY_ACCESS_TOKEN: 'none' } },
  { package: 'airtable-mcp-server', version: '1.14.0', env: { AIRTABLE_API_KEY: 'none' } },
  { package: 'mcp-fetch-server', version: '1.1.2' },
  { package: 'mcp-searxng', version: '2.4.0', env: { SEARXNG_URL: 'http://127.0.0.1:9' } },
  { package: 'mcp-server-code-runner', version: '0.1.8' },
  { package: 'ref-tools-mcp', version: '3.0.3', env: { REF_API_KEY: 'none' } },
];

/** An `mcp.json` for servers that were installed into a folder. */
export function configFor(servers: readonly RealServer[], folder: string): string {
  const entries = servers.map(server => [server.package, entryFor(server, folder)]);
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2);
}

function entryFor(server: RealServer, folder: string): object {
  const home = path.join(folder, 'node_modules', server.package);
  const { bin } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : Object.values(bin as Record<string, string>)[0];
  return {
    command: 'node',
    args: [path.join(home, script ?? ''), ...(server.args ?? [])],
    ...(server.env === undefined ? {} : { env: server.env }),
  };
}
