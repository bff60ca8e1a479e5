import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, runToolmark } from '../run-toolmark.ts';
import { type Connected, connectTo, guardCommand } from './guarded-client.ts';
import { minimalArguments } from './minimal-arguments.ts';
import { rawTools } from './raw-list.ts';
import { configFor, REAL_SERVERS } from './real-servers.ts';

/** Where `install-servers.ts` has put them. */
const FOLDER = process.env.TOOLMARK_SERVERS;
const installed = REAL_SERVERS.filter(
  server => FOLDER !== undefined && existsSync(path.join(FOLDER, 'node_modules', server.package)),
);

describe.skipIf(FOLDER === undefined)('real servers from npm (TOOLMARK_SERVERS names their folder)', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(path.join(tmpdir(), 'toolmark-real-'));
    writeFileSync(path.join(cwd, 'mcp.json'), configFor(installed, path.resolve(FOLDER ?? '')));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  function toolmark(...args: string[]): Promise<Outcome> {
    return runToolmark([...args, '--timeout', '120', '--format', 'json'], { cwd });
  }

  test('lock and check are clean, and locking twice gives the same bytes', { timeout: 300_000 }, async () => {
    expect(installed.length).toBeGreaterThanOrEqual(REAL_SERVERS.filter(server => server.isInCi).length);
    const locked = await toolmark('lock');
    expect(locked.exit, locked.stdout).toBe(0);
    const bytes = readFileSync(path.join(cwd, 'toolmark.lock.json'), 'utf8');

    const again = await toolmark('lock');
    expect(again.exit, again.stdout).toBe(0);
    expect(readFileSync(path.join(cwd, 'toolmark.lock.json'), 'utf8')).toBe(bytes);

    const checked = await toolmark('check', '--fail-on', 'safe');
    expect(checked.exit, checked.stdout).toBe(0);
    const { outcome, servers } = JSON.parse(checked.stdout);
    expect(outcome).toBe('match');
    expect(servers).toHaveLength(installed.length);
  });

  test.each(installed)('the guarded list of $package equals the direct one byte for byte', async server => {
    const folder = mkdtempSync(path.join(cwd, 'list-'));
    const config = configFor([server], path.resolve(FOLDER ?? ''));
    writeFileSync(path.join(folder, 'mcp.json'), config);
    const locked = await runToolmark(['lock', '--yes', '--timeout', '120'], { cwd: folder });
    expect(locked.exit, locked.stderr).toBe(0);
    const { command, args, env = {} } = JSON.parse(config).mcpServers[server.package];
    const direct = await rawTools([command, ...args], folder, env);
    const audit = path.join(folder, 'audit.jsonl');
    const words = guardCommand('--config', 'mcp.json', '--timeout', '120', '--audit', audit);
    const guarded = await rawTools(words, folder, { XDG_CACHE_HOME: path.join(folder, '.cache') });
    expect(direct.length).toBeGreaterThan(0);
    expect(guarded.length).toBe(direct.length);
    const cleaned = readFileSync(audit, 'utf8').match(/guard\.cleaned/g)?.length ?? 0;
    const differing = guarded.filter((tool, index) => tool !== direct[index]);
    expect(differing.length, differing.join('\n').slice(0, 2000)).toBeLessThanOrEqual(cleaned);
  });

  /** Those that need neither an account nor the network. */
  test.each(installed.filter(server => server.isInCi))(
    'calls of $package with empty and with minimal arguments end alike behind the guard',
    { timeout: 300_000 },
    async server => {
      const folders = ['direct', 'guarded'].map(name => mkdtempSync(path.join(cwd, `${name}-`)));
      const config = configFor([server], path.resolve(FOLDER ?? ''));
      for (const folder of folders) writeFileSync(path.join(folder, 'mcp.json'), config);
      const [inDirect = '', inGuarded = ''] = folders;
      const locked = await runToolmark(['lock', '--yes', '--timeout', '120'], { cwd: inGuarded });
      expect(locked.exit, locked.stderr).toBe(0);
      const { command, args } = JSON.parse(config).mcpServers[server.package];
      const direct = await connectTo([command, ...args], inDirect);
      const guarded = await connectTo(guardCommand('--config', 'mcp.json', '--timeout', '120'), inGuarded);
      const { tools } = await direct.client.listTools();
      expect(tools.length).toBeGreaterThan(0);
      for (const { name, inputSchema } of tools) {
        for (const given of [{}, minimalArguments(inputSchema as never)]) {
          const ends = [await endOf(direct, name, given), await endOf(guarded, name, given)];
          expect(ends[1], `${name} ${JSON.stringify(given)}`).toBe(ends[0]);
        }
      }
      await direct.client.close();
      await guarded.client.close();
    },
  );
});

async function endOf({ client }: Connected, name: string, args: Record<string, unknown>): Promise<'ok' | 'error'> {
  try {
    const { isError } = await client.callTool({ name, arguments: args }, { timeout: 60_000 });
    return isError === true ? 'error' : 'ok';
  } catch {
    return 'error';
  }
}
