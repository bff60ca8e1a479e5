import { REAL_SERVERS } from '../real-servers.ts';

/** A published server, by the command that people write into their configs. */
export interface TriedServer {
  readonly key: string;
  readonly command: 'npx' | 'uvx';
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
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

export const TRIED_SERVERS: readonly TriedServer[] = [...FROM_NPM, ...FROM_PYPI];
