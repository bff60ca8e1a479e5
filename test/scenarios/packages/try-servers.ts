import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rawTools } from '../raw-list.ts';
import { TRIED_SERVERS, type TriedServer, weatherMcpb } from './tried-servers.ts';

/**
 * Locks published servers with their packages, cuts the network and starts each from the store:
 * `tsx try-servers.ts [--ci] [--page] [KEY…]`. Each must list the same tools as when `npx` or `uvx` starts it, byte for byte.
 * `--page` writes docs/packages.md.
 */
const ROOT = path.resolve(import.meta.dirname, '../../..');
const TOOLMARK = path.join(ROOT, 'packages/cli/bin/toolmark.js');

const WORDS: Readonly<Record<Tried['result'], string>> = {
  same: 'same bytes',
  different: '**different**',
  'not-started': 'does not start with `npx` or `uvx` either',
  'not-locked': '**not locked**',
  'not-run': '**not run**',
};

const HEAD = [
  '# Pinned servers',
  '',
  '`npx tsx test/scenarios/packages/try-servers.ts --page` makes this page. It locks each published server with its package, and then starts it with `toolmark run`',
  'from the store, in a network namespace without a network. The list of its tools must be the same, byte for byte, as when `npx` or `uvx` starts it. `.ci/run` does this with six servers.',
  '',
  '| server | version | runner | packages | tools | from the store, offline |',
  '|---|---|---|---|---|---|',
];

interface Tried {
  readonly server: TriedServer;
  readonly result: 'same' | 'different' | 'not-started' | 'not-locked' | 'not-run';
  readonly tools: number;
  readonly packages: number;
  readonly version: string;
  readonly detail?: string;
}

const { values, positionals } = parseArgs({
  options: { ci: { type: 'boolean' }, page: { type: 'boolean' } },
  allowPositionals: true,
});
const uv = process.env.TOOLMARK_UV;
const wanted = TRIED_SERVERS.filter(({ key, command, isInCi }) => {
  if (command === 'uvx' && uv === undefined) return false;
  return values.ci ? isInCi : positionals.length === 0 || positionals.includes(key);
});
if (uv === undefined) console.log('Servers from PyPI are skipped: TOOLMARK_UV does not name a uv.');

const folder = mkdtempSync(path.join(tmpdir(), 'try-servers-'));
// Registries and proxies may be set in the environment.
const env: Record<string, string | undefined> = {
  ...process.env,
  PATH: uv === undefined ? process.env.PATH : `${path.dirname(path.resolve(uv))}:${process.env.PATH}`,
  TOOLMARK_STORE: path.join(folder, 'store'),
};
try {
  const tried: Tried[] = [];
  // A few together, as a team would have them; a config of forty would start forty servers.
  for (let first = 0; first < wanted.length; first += 5) {
    tried.push(...(await trySome(wanted.slice(first, first + 5), path.join(folder, String(first)))));
  }
  for (const { server, result, tools, packages, detail = '' } of tried) {
    console.log(`${server.key.padEnd(48)} ${result.padEnd(12)} ${tools} tools, ${packages} packages ${detail}`);
  }
  const same = tried.filter(({ result }) => result === 'same').length;
  console.log(`${same} of ${tried.length} servers list the same tools from the store, without a network.`);
  if (values.page) writePage(tried);
  // A server may need an account to start at all, but not one of those that `.ci/run` tries.
  const good: readonly Tried['result'][] = values.ci ? ['same'] : ['same', 'not-started'];
  process.exitCode = tried.every(({ result }) => good.includes(result)) ? 0 : 1;
} finally {
  spawnSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
}

async function trySome(servers: readonly TriedServer[], cwd: string): Promise<Tried[]> {
  mkdirSync(cwd);
  const entries = servers.map(({ key, command, args, env: own }) => [key, { command, args, ...(own && { env: own }) }]);
  writeFileSync(path.join(cwd, 'weather.mcpb'), weatherMcpb());
  writeFileSync(path.join(cwd, 'mcp.json'), JSON.stringify({ mcpServers: Object.fromEntries(entries) }));
  const locked = spawnSync(
    process.execPath,
    [TOOLMARK, 'lock', '--config', 'mcp.json', '--timeout', '300', '--format', 'json', '--yes'],
    { cwd, env, encoding: 'utf8' },
  );
  const report: { servers: { server: string; error?: { message: string } }[] } = JSON.parse(locked.stdout);
  const tried: Tried[] = [];
  for (const server of servers) {
    const { error } = report.servers.find(({ server: key }) => key === server.key) ?? {};
    tried.push(await tryOne(server, cwd, error?.message));
  }
  return tried;
}

async function tryOne(server: TriedServer, cwd: string, error: string | undefined): Promise<Tried> {
  const none = { server, tools: 0, packages: 0, version: '' };
  const direct = await list(server.direct ?? [server.command, ...server.args], cwd, { ...env, ...server.env });
  // A server that does not start directly either, such as one that needs an account, proves nothing.
  if (typeof direct === 'string') return { ...none, result: 'not-started', detail: direct };
  if (error !== undefined) return { ...none, result: 'not-locked', detail: error };
  const run = [process.execPath, TOOLMARK, 'run', server.key, '--config', 'mcp.json'];
  const pinned = await list(['unshare', '--net', '--map-root-user', ...run], cwd, env);
  const { package: pkg } = JSON.parse(readFileSync(path.join(cwd, 'toolmark.lock.json'), 'utf8')).servers[server.key];
  const known = { server, packages: countPackages(pkg.tree, cwd), version: pkg.version };
  if (typeof pinned === 'string') return { ...known, tools: 0, result: 'not-run', detail: pinned };
  const isSame = direct.length === pinned.length && direct.every((tool, index) => tool === pinned[index]);
  return { ...known, tools: pinned.length, result: isSame ? 'same' : 'different' };
}

/** A bundle is one package. */
function countPackages(tree: string | undefined, cwd: string): number {
  if (tree === undefined) return 1;
  const { trees } = JSON.parse(readFileSync(path.join(cwd, 'toolmark.packages.json'), 'utf8'));
  return Object.keys(trees[tree].packages).filter(location => location !== '').length;
}

async function list(
  command: readonly string[],
  cwd: string,
  given: Record<string, string | undefined>,
): Promise<string[] | string> {
  try {
    return await rawTools(command, cwd, given);
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 300) : String(error);
  }
}

function writePage(tried: readonly Tried[]): void {
  const rows = tried.map(
    ({ server, version, packages, tools, result }) =>
      `| \`${server.key}\` | ${version} | ${server.command} | ${packages} | ${tools} | ${WORDS[result]} |`,
  );
  writeFileSync(path.join(ROOT, 'docs/packages.md'), `${[...HEAD, ...rows, ''].join('\n')}`);
}
