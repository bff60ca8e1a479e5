import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Io } from '../../packages/cli/src/io.ts';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SERVERS = path.join(import.meta.dirname, 'servers');
const EVERYTHING = path.join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

describe('locking, as teams do it', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = temporaryFolder();
  });

  const at = (file: string): string => path.join(cwd, file);
  const lock = (): string => readFileSync(at('toolmark.lock.json'), 'utf8');
  const server = (name: string, ...args: string[]): string[] => ['--', 'node', path.join(SERVERS, name), ...args];

  async function toolmark(args: readonly string[], world: Partial<Io> = {}): Promise<[exit: number, printed: string]> {
    const { exit, stdout, stderr } = await runToolmark(args, { cwd, ...world });
    return [exit, stderr + stdout];
  }

  test('a server that shuffles tools and keys gives the same bytes each time', async () => {
    await toolmark(['lock', ...server('shuffling.js')]);
    const first = lock();
    for (let i = 0; i < 5; i++) {
      await toolmark(['lock', '--yes', ...server('shuffling.js')]);
      expect(lock()).toBe(first);
    }
  });

  /** A run whose server waits, and what lets it go on. */
  async function waitingRun(name: string): Promise<{ readonly run: Promise<[number, string]>; goOn(): void }> {
    const gate = at(`gate-${name}`);
    const run = toolmark(['lock', '--name', name, ...server('gated.js', gate)]);
    while (!existsSync(`${gate}.asked`)) await new Promise(setImmediate);
    return { run, goOn: () => writeFileSync(gate, '') };
  }

  test('two runs that lock different servers both succeed', async () => {
    await toolmark(['lock', '--name', 'a', ...server('honest.js')]);
    const { run, goOn } = await waitingRun('b');
    await toolmark(['lock', '--name', 'c', ...server('honest.js')]);
    goOn();
    expect((await run)[0]).toBe(0);
    expect(Object.keys(JSON.parse(lock()).servers)).toEqual(['a', 'b', 'c']);
  });

  test('a run is refused when another has changed the same entry meanwhile', async () => {
    const { run, goOn } = await waitingRun('a');
    await toolmark(['lock', '--name', 'a', ...server('honest.js')]);
    const before = lock();
    goOn();
    expect(await run).toEqual([2, expect.stringContaining('[lock.changed-meanwhile]')]);
    expect(lock()).toBe(before);
  });

  test('a lock behind a link is written through it, and links that lead in a circle are refused', async () => {
    writeFileSync(at('real.json'), '{"lockfileVersion":1,"servers":{}}');
    symlinkSync('real.json', at('toolmark.lock.json'));
    expect(await toolmark(['lock', ...server('honest.js')])).toEqual([0, expect.any(String)]);
    expect(JSON.parse(readFileSync(at('real.json'), 'utf8')).servers.default.tools).toHaveProperty('get_forecast');
    symlinkSync('loop.json', at('loop.json'));
    const [exit, printed] = await toolmark(['check', '--lockfile', 'loop.json', ...server('honest.js')]);
    expect([exit, printed]).toEqual([2, expect.stringContaining('too many symbolic links')]);
  });

  test('a lock that cannot be written is exit 2, and the old one stays', async () => {
    await toolmark(['lock', ...server('honest.js')]);
    const [exit, printed] = await toolmark(['lock', '--lockfile', 'no/such/folder/lock.json', ...server('honest.js')]);
    expect([exit, printed]).toEqual([2, expect.stringContaining('[output.unwritable]')]);
  });

  test('a killed lock leaves the old file whole', async () => {
    await toolmark(['lock', ...server('honest.js')]);
    const before = lock();
    const bin = path.join(ROOT, 'packages/cli/bin/toolmark.js');
    const child = spawn(process.execPath, [bin, 'lock', '--yes', ...server('slow.js', '60000')], { cwd });
    await new Promise(resolve => child.once('spawn', resolve));
    child.kill('SIGKILL');
    await new Promise(resolve => child.once('close', resolve));
    expect(lock()).toBe(before);
  });

  test('secrets of the config are never printed', async () => {
    const args = ['-e', 'console.error("token is " + process.env.TOKEN); process.exit(1)'];
    writeFileSync(
      at('mcp.json'),
      JSON.stringify({ mcpServers: { a: { command: 'node', args, env: { TOKEN: 'hunter2!' } } } }),
    );
    const [exit, printed] = await toolmark(['lock', '--verbose']);
    expect(exit).toBe(2);
    expect(printed).toContain('token is [redacted]');
    expect(printed).not.toContain('hunter2!');
  });

  test('hostile text cannot leave its place in a markdown report', async () => {
    const tool = { name: 'a`b', description: 'Honest.', inputSchema: { type: 'object' } };
    const evil = '``` \n\n<script>alert(1)</script> @everyone [x](http://evil) \u001b[31m\u202e';
    writeFileSync(at('before.json'), JSON.stringify({ tools: [tool] }));
    writeFileSync(at('after.json'), JSON.stringify({ tools: [{ ...tool, description: evil }] }));
    await toolmark(['lock', ...server('from-file.js', at('before.json'))]);
    const [exit, markdown] = await toolmark([
      'check',
      '--format',
      'markdown',
      ...server('from-file.js', at('after.json')),
    ]);
    expect(exit).toBe(1);
    expect(markdown).toContain('`` a`b ``');
    const fence = /^ {2}(`{3,})diff$/m.exec(markdown)?.[1] ?? '';
    expect(fence.length).toBeGreaterThan(3);
    expect(markdown.split('\n').filter(line => line.trim() === fence)).toHaveLength(1);
    expect(markdown).not.toMatch(/[\u001b\u202e]/);
  });

  test('a report takes the place of no lock, no link and no device', async () => {
    await toolmark(['lock', ...server('honest.js')]);
    const before = lock();
    writeFileSync(at('outside.txt'), 'precious');
    symlinkSync('outside.txt', at('check.md'));
    for (const [file, code] of [
      ['toolmark.lock.json', 'usage.report-over-lock'],
      ['check.md', 'output.unwritable'],
      ['/dev/null', 'output.unwritable'],
    ]) {
      const [exit, printed] = await toolmark(['check', '--report', `json=${file}`, ...server('honest.js')]);
      expect([exit, printed]).toEqual([2, expect.stringContaining(`[${code}]`)]);
    }
    expect([lock(), readFileSync(at('outside.txt'), 'utf8')]).toEqual([before, 'precious']);
  });

  test('a config with only disabled servers does not match', async () => {
    await toolmark(['lock', '--name', 'a', ...server('honest.js')]);
    writeFileSync(at('mcp.json'), JSON.stringify({ mcpServers: { a: { command: 'node', disabled: true } } }));
    for (const command of ['check', 'lock', 'scan']) {
      expect(await toolmark([command])).toEqual([2, expect.stringContaining('[usage.no-servers]')]);
    }
  });

  test('pruning shows and asks, and keeps what the config still names', async () => {
    for (const name of ['a', 'b', 'c']) await toolmark(['lock', '--name', name, ...server('honest.js')]);
    const entry = { command: 'node', args: [path.join(SERVERS, 'honest.js')] };
    const unusable = { ...entry, env: { TOKEN: '${NOBODY_SETS_THIS}' } };
    writeFileSync(at('mcp.json'), JSON.stringify({ mcpServers: { a: entry, b: unusable } }));
    const [exit, printed] = await toolmark(['lock', '--prune']);
    expect([exit, printed]).toEqual([1, expect.stringContaining('c  removed: not in any source')]);
    await toolmark(['lock', '--prune', '--yes']);
    expect(Object.keys(JSON.parse(lock()).servers)).toEqual(['a', 'b']);
  });

  test.each([
    [
      'approve and import',
      ['lock', '--import', 'x.json', '--approve', `a@sha256:${'0'.repeat(64)}`],
      'usage.two-wishes',
    ],
    ['approve and allow', ['lock', '--allow', 'subset', '--approve', `a@sha256:${'0'.repeat(64)}`], 'usage.two-wishes'],
    ['prune and a single server', ['lock', '--prune'], 'usage.prune-part'],
    ['a header for a command', ['lock', '--header', 'a: b'], 'usage.header-without-url'],
    ['a lock on standard output', ['lock', '--lockfile', '-'], 'usage.no-lockfile'],
  ])('%s: refused, not half obeyed', async (_, args, code) => {
    expect(await toolmark([...args, ...server('honest.js')])).toEqual([2, expect.stringContaining(`[${code}]`)]);
  });

  test('what a server repeats of its secrets is pointed out before it is committed', async () => {
    writeFileSync(at('leak.json'), JSON.stringify({ tools: [], instructions: 'Connects to postgres://u:hunter2!' }));
    const args = [path.join(SERVERS, 'from-file.js'), at('leak.json')];
    writeFileSync(
      at('mcp.json'),
      JSON.stringify({ mcpServers: { a: { command: 'node', args, env: { PASS: 'hunter2!' } } } }),
    );
    expect(await toolmark(['lock'])).toEqual([0, expect.stringContaining('[lock.holds-secret]')]);
  });

  test('two locks that differ in anything differ', async () => {
    await toolmark(['lock', '--lockfile', 'a.json', ...server('honest.js')]);
    await toolmark(['lock', '--lockfile', 'b.json', '--allow', 'subset', ...server('honest.js')]);
    writeFileSync(at('c.json'), '{"lockfileVersion":1,"servers":{}}');
    expect(await toolmark(['diff', 'a.json', 'a.json'])).toEqual([0, 'default  unchanged\n']);
    expect(await toolmark(['diff', 'a.json', 'b.json'])).toEqual([
      1,
      expect.stringContaining('A subset of it is fine now.'),
    ]);
    expect((await toolmark(['diff', 'b.json', 'c.json']))[0]).toBe(1);
    expect(await toolmark(['diff', 'a.json', 'b.json', '--server', 'x'])).toEqual([
      2,
      expect.stringContaining('[usage.unknown-server]'),
    ]);
  });

  test('discovery finds the servers of clients, and lists what it cannot use', async () => {
    spawnSync('mkdir', ['-p', at('.cursor'), at('.codex')]);
    const entry = { command: 'node', args: [path.join(SERVERS, 'honest.js')] };
    writeFileSync(
      at('.cursor/mcp.json'),
      JSON.stringify({ mcpServers: { weather: entry, old: { url: 'x', type: 'sse' } } }),
    );
    writeFileSync(
      at('.codex/config.toml'),
      `[mcp_servers.codex-weather]\ncommand = "node"\nargs = ["${entry.args[0]}"]\n`,
    );
    const world = { env: { PATH: process.env.PATH } };
    const [exit, printed] = await toolmark(['lock', '--discover'], world);
    expect(exit).toBe(2);
    expect(printed).toContain('old: left out.');
    expect(Object.keys(JSON.parse(lock()).servers)).toEqual(['codex-weather', 'weather']);
  });

  test('a real server over streamable HTTP is locked and checked', async () => {
    const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
      env: { ...process.env, PORT: '38471' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      await new Promise<void>(resolve => {
        child.stderr.on('data', chunk => String(chunk).includes('listening') && resolve());
        child.on('exit', () => resolve());
      });
      const url = ['--url', 'http://127.0.0.1:38471/mcp'];
      expect(await toolmark(['lock', ...url])).toEqual([0, expect.stringContaining('17 tools')]);
      const checked = await toolmark(['check', '--fail-on', 'safe', ...url]);
      expect(checked).toEqual([0, expect.stringContaining('default  unchanged\n')]);
      expect(checked[1]).toContain('Only clients that declare roots see: get-roots-list.');
      expect((await toolmark(['check', '--url', 'http://127.0.0.1:38471/nowhere']))[1]).toContain('[server.not-mcp]');
    } finally {
      child.kill();
    }
  });
});
