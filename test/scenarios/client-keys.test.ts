import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Outcome, runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const HONEST = path.join(import.meta.dirname, 'servers/honest.js');
const ENTRY = { command: 'node', args: [HONEST] };

describe('the keys of servers that several clients have', () => {
  let home: string;
  let cwd: string;
  beforeEach(() => {
    home = temporaryFolder();
    cwd = path.join(home, 'work');
    mkdirSync(cwd);
  });

  const toolmark = (args: readonly string[], folder = cwd): Promise<Outcome> =>
    runToolmark(args, { cwd: folder, home, env: { PATH: process.env.PATH } });

  function write(file: string, value: object): string {
    const whole = path.join(home, file);
    mkdirSync(path.dirname(whole), { recursive: true });
    writeFileSync(whole, JSON.stringify(value, null, 2));
    return whole;
  }

  const servers = (file: string): string[] => Object.keys(JSON.parse(readFileSync(file, 'utf8')).servers);
  const lock = () => path.join(cwd, 'toolmark.lock.json');
  const userLock = () => path.join(home, '.config/toolmark/toolmark.lock.json');

  test('the same server, with and without type and an empty env, has one key, and every client finds it', async () => {
    const cursor = write('.cursor/mcp.json', { mcpServers: { weather: ENTRY } });
    write('.claude.json', { mcpServers: { weather: { type: 'stdio', ...ENTRY, env: {} } } });
    write('.config/opencode/opencode.json', { mcp: { weather: { type: 'local', command: ['node', HONEST] } } });
    const locked = await toolmark(['lock', '--discover']);
    expect(locked).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('name the same server. It has one key. [config.same-server]'),
    });
    expect(servers(lock())).toEqual(['weather']);
    for (const client of ['cursor', 'claude-code', 'opencode']) {
      expect(await toolmark(['install', client, '--yes'])).toMatchObject({ exit: 0 });
    }
    expect(await toolmark(['check', '--discover'])).toMatchObject({ exit: 0 });
    expect(readFileSync(cursor, 'utf8')).not.toContain('--name');
  });

  test('different servers with one key get keys by location, and each client finds its own', async () => {
    const cursor = write('.cursor/mcp.json', { mcpServers: { weather: ENTRY } });
    write('.claude.json', { mcpServers: { weather: { ...ENTRY, env: { TOKEN: 'sesame' } } } });
    const locked = await toolmark(['lock', '--discover']);
    expect(locked).toMatchObject({ exit: 0, stderr: expect.stringContaining('[config.keys-apart]') });
    expect(servers(lock())).toEqual(['Claude Code, user: weather', 'Cursor, user: weather']);
    const installed = await toolmark(['install', 'cursor', '--yes']);
    expect(installed).toMatchObject({ exit: 0, stdout: expect.stringContaining('locked as "Cursor, user: weather"') });
    expect(JSON.parse(readFileSync(cursor, 'utf8')).mcpServers.weather.args).toEqual(
      expect.arrayContaining(['--server', 'weather', '--name', 'Cursor, user: weather']),
    );
    // The other client is not installed yet: the keys stay what they were.
    expect(await toolmark(['check', '--discover'])).toMatchObject({ exit: 0 });
    expect(await toolmark(['install', 'claude-code', '--yes'])).toMatchObject({ exit: 0 });
    expect(await toolmark(['check', '--discover'])).toMatchObject({ exit: 0 });
    expect(await toolmark(['install', 'cursor', '--yes'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('[install.guarded]'),
    });
  });

  test('a place that cannot be asked does not make lock --prune forget its server', async () => {
    write('.cursor/mcp.json', { mcpServers: { weather: ENTRY } });
    write('.claude.json', { mcpServers: { weather: { ...ENTRY, env: { TOKEN: 'sesame' } } } });
    await toolmark(['lock', '--discover']);
    write('.claude.json', { mcpServers: { weather: { ...ENTRY, env: { TOKEN: '${NOT_SET}' } } } });
    expect(await toolmark(['lock', '--discover', '--prune', '--yes'])).toMatchObject({ exit: 2 });
    expect(servers(lock())).toContain('Claude Code, user: weather');
  });

  test('guards of the user that use the lock of a folder are announced with its whole path', async () => {
    const cursor = write('.cursor/mcp.json', { mcpServers: { weather: ENTRY } });
    await toolmark(['lock', '--config', cursor]);
    const { stdout, stderr } = await toolmark(['install', 'cursor', '--yes']);
    expect(stdout).toContain('lock      toolmark.lock.json');
    expect(stderr).toContain(
      `"mcp.json" counts in every folder, but its guards will use the lock of this one: "${lock()}".`,
    );
    expect(stderr).toContain('[install.lock-of-folder]');
  });

  test('with a lock of the user, install and --discover use it from every folder', async () => {
    const cursor = write('.cursor/mcp.json', { mcpServers: { weather: ENTRY } });
    expect(await toolmark(['lock', '--discover', '--user'])).toMatchObject({ exit: 0 });
    expect([existsSync(lock()), servers(userLock())]).toEqual([false, ['weather']]);
    // The lock of a checkout does not count for a config of the user.
    writeFileSync(lock(), '{"lockfileVersion":1,"servers":{}}');
    const installed = await toolmark(['install', 'cursor', '--yes']);
    expect(installed).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: expect.stringContaining(`lock      ${userLock()}`),
    });
    expect(JSON.parse(readFileSync(cursor, 'utf8')).mcpServers.weather.args).toContain(userLock());
    const elsewhere = path.join(home, 'elsewhere');
    mkdirSync(elsewhere);
    expect(await toolmark(['check', '--discover'], elsewhere)).toMatchObject({ exit: 0 });
    expect(await toolmark(['install', 'cursor', '--yes'], elsewhere)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('Nothing to change'),
    });
  });

  test('files of the project use the lock of the project, and each file says which', async () => {
    write('.cursor/mcp.json', { mcpServers: { weather: ENTRY } });
    write('work/.cursor/mcp.json', { mcpServers: { weather: ENTRY } });
    await toolmark(['lock', '--discover', '--user']);
    const missing = await toolmark(['install', 'cursor', '--dry-run', '--format', 'json']);
    expect(missing.exit).toBe(2);
    expect(JSON.parse(missing.stdout).files).toMatchObject([
      { lock: userLock(), changed: true },
      { error: { code: 'lock.missing' } },
    ]);
    await toolmark(['lock', '--config', '.cursor/mcp.json']);
    const both = await toolmark(['install', 'cursor', '--yes', '--format', 'json']);
    expect(JSON.parse(both.stdout).files).toMatchObject([{ lock: userLock() }, { lock: lock() }]);
  });

  test('install project guards .mcp.json, mcp.json and .vscode/mcp.json, and names them when none is there', async () => {
    const none = await toolmark(['install', 'project']);
    expect(none).toMatchObject({ exit: 2 });
    for (const file of ['.mcp.json', 'mcp.json', '.vscode/mcp.json'])
      expect(none.stderr).toContain(JSON.stringify(path.join(cwd, file)));
    const files = ['work/.mcp.json', 'work/mcp.json'].map(file => write(file, { mcpServers: { weather: ENTRY } }));
    files.push(write('work/.vscode/mcp.json', { servers: { weather: { type: 'stdio', ...ENTRY } } }));
    const before = files.map(file => readFileSync(file, 'utf8'));
    await toolmark(['lock']);
    expect(await toolmark(['install', 'project', '--yes'])).toMatchObject({ exit: 0 });
    for (const file of files) expect(readFileSync(file, 'utf8')).toContain('"guard"');
    expect(await toolmark(['install', 'project', '--undo', '--yes'])).toMatchObject({ exit: 0 });
    expect(files.map(file => readFileSync(file, 'utf8'))).toEqual(before);
  });
});
