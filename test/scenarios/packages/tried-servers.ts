import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mcpbFile, mcpbManifest } from '../../fakes/mcpb-file.ts';
import { REAL_SERVERS } from '../real-servers.ts';

/** A published server, by the command that people write into their configs. */
export interface TriedServer {
  readonly key: string;
  readonly command: 'npx' | 'uvx' | './weather.mcpb';
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How it starts without Toolmark, where that is not the command. */
  readonly direct?: readonly string[];
  /** Part of every run of `.ci/run`. */
  readonly isInCi?: true;
}

const FROM_NPM: readonly TriedServer[] = REAL_SERVERS.map(({ package: name, version, args = [], env, isInCi }) => ({
  key: name,
  command: 'npx',
  args: ['-y', `${name}@${version}`, ...args],
  ...(env && { env }),
  ...(isInCi && { isInCi }),
}));

const FROM_PYPI: readonly TriedServer[] = [
  { key: 'mcp-server-time', command: 'uvx', args: ['mcp-server-time'], isInCi: true },
  { key: 'mcp-server-git', command: 'uvx', args: ['mcp-server-git'] },
  { key: 'mcp-server-fetch', command: 'uvx', args: ['mcp-server-fetch'] },
  { key: 'mcp-server-sqlite', command: 'uvx', args: ['mcp-server-sqlite', '--db-path', 'notes.db'] },
  { key: 'mcp-server-calculator', command: 'uvx', args: ['mcp-server-calculator'] },
  { key: 'mcp-simple-pubmed', command: 'uvx', args: ['mcp-simple-pubmed'], env: { PUBMED_EMAIL: 'a@example.org' } },
  { key: 'duckduckgo-mcp-server', command: 'uvx', args: ['duckduckgo-mcp-server'] },
];

const SERVERS = path.resolve(import.meta.dirname, '../servers');
const WEATHER = path.join(SERVERS, 'description-rewrite.js');

/** A bundle of a server of our own. */
const BUNDLE: TriedServer = {
  key: 'weather.mcpb',
  command: './weather.mcpb',
  args: [],
  direct: ['node', WEATHER],
  isInCi: true,
};

export const TRIED_SERVERS: readonly TriedServer[] = [...FROM_NPM, ...FROM_PYPI, BUNDLE];

/** The bytes of `weather.mcpb`. */
export function weatherMcpb(): Uint8Array {
  return mcpbFile({
    'manifest.json': mcpbManifest(),
    'package.json': { type: 'module' },
    'server/index.js': readFileSync(WEATHER),
    'server/serve.js': readFileSync(path.join(SERVERS, 'serve.js')),
  });
}
