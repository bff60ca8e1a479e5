import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Io } from '../../packages/cli/src/io.ts';
import { findClientConfigs } from '../../packages/mcp/src/index.ts';
import { type Outcome, runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const HONEST = path.join(import.meta.dirname, 'servers/honest.js');
const BIN = path.resolve(import.meta.dirname, '../../packages/cli/bin/toolmark.js');

const ENTRY = { command: 'node', args: [HONEST], env: { TOKEN: 'sesame-open' } };
const WEB = { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer sesame-open' } };

/** A config as each client writes it, with one server called weather. */
const CONFIGS: Readonly<Record<string, string>> = {
  'claude-desktop': `${JSON.stringify({ mcpServers: { weather: ENTRY } }, null, 2)}\n`,
  'claude-code': JSON.stringify({ numStartups: 3, mcpServers: { weather: { type: 'stdio', ...ENTRY } }, projects: {} }),
  cursor: `{\n  // mine\n  "mcpServers": {\n    "weather": ${JSON.stringify(ENTRY)},\n  }\n}\n`,
  'vs-code': `{\n\t"inputs": [],\n\t"servers": {\n\t\t"weather": { "type": "http", ${JSON.stringify(WEB).slice(1)}\n\t}\n}\n`,
  'vs-code-insiders': JSON.stringify({ servers: { weather: { type: 'http', ...WEB } } }),
  windsurf: JSON.stringify({ mcpServers: { weather: { serverUrl: WEB.url, headers: WEB.headers } } }, null, 4),
  'gemini-cli': JSON.stringify({ theme: 'x', mcpServers: { weather: { httpUrl: WEB.url, headers: WEB.headers } } }),
  codex: `model = "x"\n\n[mcp_servers.weather]\ncommand = "node"\nargs = [${JSON.stringify(HONEST)}]\n\n[mcp_servers.weather.env]\nTOKEN = "sesame-open"\n`,
  opencode: `{
  "$schema": "https://opencode.ai/config.json", // mine
  "mcp": {
    "weather": {
      "type": "local",
      "command": ["node", ${JSON.stringify(HONEST)}],
      "environment": { "TOKEN": "sesame-open" },
      "enabled": true,
    },
  },
}
`,
  'qwen-code': JSON.stringify({ $version: 3, mcpServers: { weather: { ...ENTRY, trust: false } } }, null, 2),
  'copilot-cli': JSON.stringify({ mcpServers: { weather: { type: 'local', ...ENTRY, tools: ['*'] } } }, null, 2),
  zed: `{
  "theme": "One Dark", // mine
  "context_servers": {
    "weather": { "source": "custom", "enabled": true, ${JSON.stringify(ENTRY).slice(1)}
  }
}
`,
  cline: JSON.stringify({ mcpServers: { weather: { ...ENTRY, disabled: false, autoApprove: [] } } }, null, 2),
  'roo-code': JSON.stringify(
    { mcpServers: { weather: { type: 'streamable-http', ...WEB, alwaysAllow: [] } } },
    null,
    2,
  ),
  continue: `name: mine
version: 0.0.1
schema: v1
mcpServers:
  # the weather
  - name: weather
    type: stdio
    command: node
    args:
      - ${JSON.stringify(HONEST)}
    env:
      TOKEN: sesame-open # secret
models: []
`,
  goose: `GOOSE_PROVIDER: anthropic # mine
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    type: builtin
  weather:
    enabled: true
    name: weather
    description: ''
    type: stdio
    cmd: node
    args:
    - ${JSON.stringify(HONEST)}
    envs:
      TOKEN: sesame-open
    env_keys: []
    timeout: 300
`,
  'lm-studio': JSON.stringify({ mcpServers: { weather: WEB } }, null, 2),
  'amazon-q': JSON.stringify({ mcpServers: { weather: { ...ENTRY, timeout: 60000 } } }, null, 2),
  warp: JSON.stringify({ mcpServers: { weather: { ...ENTRY, working_directory: '/tmp' } } }, null, 2),
  junie: JSON.stringify({ mcpServers: { weather: ENTRY } }, null, 2),
  project: JSON.stringify({ mcpServers: { weather: ENTRY } }),
};

describe('putting the guard into clients', () => {
  let lock: string;
  let shared: string;
  let home: string;
  let cwd: string;
  beforeAll(async () => {
    shared = temporaryFolder();
    lock = path.join(shared, 'toolmark.lock.json');
    await runToolmark(['lock', '--name', 'weather', '--', 'node', HONEST], { cwd: shared });
  });
  beforeEach(() => {
    home = temporaryFolder();
    cwd = path.join(home, 'work');
    mkdirSync(cwd);
  });

  const install = (client: string, args: readonly string[] = ['--yes'], world: Partial<Io> = {}): Promise<Outcome> =>
    runToolmark(['install', client, '--lockfile', lock, ...args], { cwd, home, env: {}, ...world });

  function place(client: string, scope = client === 'project' ? 'project' : 'user'): string {
    const places = findClientConfigs({ home, platform: process.platform, cwd, env: {} });
    const found = places.find(one => one.client.toLowerCase().replaceAll(' ', '-') === client && one.scope === scope);
    return found?.path ?? '';
  }

  function write(client: string, text = CONFIGS[client] ?? '', file = place(client)): string {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  describe.each(Object.keys(CONFIGS))('%s', client => {
    test('gets the guard and is put back byte for byte, with nothing left behind', async () => {
      const file = write(client);
      const folder = readdirSync(path.dirname(file));
      expect(await install(client)).toMatchObject({ exit: 0 });
      const after = readFileSync(file, 'utf8');
      expect(after).toContain(JSON.stringify(BIN));
      const lockedWith = await runToolmark(['check', '--config', file, '--server', 'weather', '--lockfile', lock], {
        cwd,
        home,
      });
      // A server at an address cannot be asked here; all others are asked behind their guard.
      if (!CONFIGS[client]?.includes('https://example.org')) expect(lockedWith).toMatchObject({ exit: 0 });
      expect(after).toContain(JSON.stringify(lock));
      expect(after).not.toContain('sesame');
      const side = file.replace(/(\.\w+)$/, '.toolmark$1');
      expect(readFileSync(side, 'utf8')).toContain('sesame-open');
      expect([side, `${file}.toolmark-backup`].map(name => statSync(name).mode & 0o777)).toEqual([0o600, 0o600]);

      expect(await install(client)).toMatchObject({ exit: 0, stdout: expect.stringContaining('Nothing to change') });
      expect(readFileSync(file, 'utf8')).toBe(after);

      expect(await install(client, ['--undo', '--yes'])).toMatchObject({ exit: 0 });
      expect(readFileSync(file, 'utf8')).toBe(CONFIGS[client]);
      expect(readdirSync(path.dirname(file))).toEqual(folder);
    });

    test('that has changed the file since gets its entries back, and keeps the change', async () => {
      const file = write(client);
      await install(client);
      const isToml = file.endsWith('.toml');
      const isYaml = file.endsWith('.yaml');
      const addTo = (text: string): string =>
        isToml || isYaml ? `added${isToml ? ' =' : ':'} 1\n${text}` : text.replace('{', '{"added": 1, ');
      writeFileSync(file, addTo(readFileSync(file, 'utf8')));
      const { exit, stdout } = await install(client, ['--undo', '--yes']);
      expect([exit, stdout]).toEqual([0, expect.stringContaining('only the entries are put back')]);
      const before = CONFIGS[client] ?? '';
      if (!isToml) expect(readFileSync(file, 'utf8')).toBe(addTo(before));
      else
        expect(readFileSync(file, 'utf8')).toMatch(
          /^added = 1\n[\s\S]*\[mcp_servers\.weather\.env\]\nTOKEN = "sesame-open"\n+$/,
        );
      expect(existsSync(`${file}.toolmark-backup`)).toBe(true);
      expect(existsSync(file.replace(/(\.\w+)$/, '.toolmark$1'))).toBe(false);
    });
  });

  test('what the guard will find in the side file is the server that was there', async () => {
    const file = write('cursor');
    await install('cursor');
    const side = file.replace('.json', '.toolmark.json');
    const args = ['check', '--config', side, '--server', 'weather', '--lockfile', lock];
    expect(await runToolmark(args, { cwd })).toMatchObject({ exit: 0 });
  });

  test.each([
    ['another program by the same name', ['npx', '-y', 'toolmark@elsewhere']],
    ['this program under another base name', [process.execPath, `${BIN}.old`]],
    ['this program with code before it', [process.execPath, '--require=/tmp/evil.js', BIN]],
  ])(
    '[install.vouches-exactly] an entry that starts %s is reported, and the exit code is 1',
    async (_, [command, ...start]) => {
      const file = write('claude-desktop');
      await install('claude-desktop');
      const config = JSON.parse(readFileSync(file, 'utf8'));
      const { weather } = config.mcpServers;
      config.mcpServers.weather = { ...weather, command, args: [...start, ...weather.args.slice(1)] };
      writeFileSync(file, JSON.stringify(config));
      const { exit, stdout } = await install('claude-desktop');
      expect([exit, stdout]).toEqual([1, expect.stringContaining('[install.differs]')]);
    },
  );

  test.each([
    ['NODE_OPTIONS', { env: { NODE_OPTIONS: '--require /tmp/evil.js' } }, []],
    ['another mode', {}, ['--mode', 'audit']],
    ['another policy', {}, ['--policy', 'other.yaml']],
  ])('an entry with %s is reported, and the exit code is 1', async (_, members, options) => {
    const file = write('claude-desktop');
    await install('claude-desktop');
    const config = JSON.parse(readFileSync(file, 'utf8'));
    const { weather } = config.mcpServers;
    config.mcpServers.weather = { ...weather, ...members, args: [...weather.args, ...options] };
    writeFileSync(file, JSON.stringify(config));
    expect(await install('claude-desktop')).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('[install.differs]'),
    });
    expect(await install('claude-desktop', ['--undo', '--yes'])).toMatchObject({ exit: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.weather).toEqual(ENTRY);
  });

  test.each(['--', '-x', '--help', '--format=json', '__proto__', ' ', 'a b', 'a=b', '\u202ea"'])(
    'a server of the key %j is locked, guarded and served',
    async key => {
      const text = `{"mcpServers":{${JSON.stringify(key)}:${JSON.stringify(ENTRY)}}}`;
      const file = write('cursor', text);
      const locked = await runToolmark(['lock', '--config', file], { cwd, home });
      expect(locked.exit, locked.stderr).toBe(0);
      const own = ['--yes', '--lockfile', 'toolmark.lock.json'];
      expect(await install('cursor', own)).toMatchObject({ exit: 0 });
      const entries = new Map<string, { args: string[] }>(
        Object.entries(JSON.parse(readFileSync(file, 'utf8')).mcpServers),
      );
      const input = new PassThrough();
      const output = new PassThrough();
      const answer = new Promise<string>(resolve => output.once('data', chunk => resolve(String(chunk))));
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      const words = entries.get(key)?.args.slice(1) ?? [];
      const ended = runToolmark(words, { cwd, home, streams: () => ({ input, output }) });
      expect(await Promise.race([answer, ended])).toContain('"result"');
      input.end();
      expect(await ended).toMatchObject({ exit: 0 });
      expect(await install('cursor', own)).toMatchObject({ exit: 0 });
      expect(await install('cursor', ['--undo', '--yes'])).toMatchObject({ exit: 0 });
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  test('the policy beside the lock is written down, so that without it the guard does not start', async () => {
    const policy = path.join(shared, 'toolmark.policy.yaml');
    const file = write('claude-desktop');
    writeFileSync(path.join(cwd, 'toolmark.policy.yaml'), 'version: 1\n');
    writeFileSync(policy, 'version: 1\ndefault: deny\n');
    await install('claude-desktop').finally(() => rmSync(policy));
    const { args }: { args: string[] } = JSON.parse(readFileSync(file, 'utf8')).mcpServers.weather;
    expect(args.slice(args.indexOf('--policy'))).toEqual(['--policy', policy]);
    const guard = await runToolmark(args.slice(1), { cwd, home });
    expect([guard.exit, guard.stderr]).toEqual([2, expect.stringContaining('[input.unreadable]')]);
  });

  test('a policy beside the lock that cannot be used is refused before anything is changed', async () => {
    const policy = path.join(shared, 'toolmark.policy.yaml');
    const file = write('cursor');
    writeFileSync(policy, 'version: 2\n');
    const { exit, stderr } = await install('cursor').finally(() => rmSync(policy));
    expect([exit, stderr]).toEqual([2, expect.stringContaining('[policy.malformed]')]);
    expect(readFileSync(file, 'utf8')).toBe(CONFIGS.cursor);
  });

  test('changes nothing without a lock and names the command to create one', async () => {
    const file = write('cursor');
    const { exit, stderr } = await install('cursor', ['--yes', '--lockfile', 'none.json']);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/Run "toolmark lock --config FILE".*\[lock\.missing\]/)]);
    expect(readFileSync(file, 'utf8')).toBe(CONFIGS.cursor);
    expect(readdirSync(path.dirname(file))).toEqual(['mcp.json']);
  });

  test.each([
    ['--dry-run', 0],
    ['--format=text', 1],
  ])('with %s it only shows what it would do', async (option, exit) => {
    const file = write('cursor');
    const outcome = await install('cursor', [option]);
    expect(outcome).toMatchObject({ exit, stdout: expect.stringContaining('guarded   "weather"') });
    expect(readdirSync(path.dirname(file))).toEqual(['mcp.json']);
  });

  test('as JSON every file and entry is listed', async () => {
    const file = write('claude-code');
    write('claude-code', '{"mcpServers":{"stranger":{"command":"x"}}}', path.join(cwd, '.mcp.json'));
    const { exit, stdout, stderr } = await install('claude-code', ['--yes', '--format', 'json']);
    expect(exit).toBe(1);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      client: 'claude-code',
      done: true,
      files: [
        { path: file, scope: 'user', changed: true, entries: [{ key: 'weather', action: 'guarded' }] },
        {
          scope: 'project',
          changed: false,
          entries: [{ key: 'stranger', action: 'left', code: 'install.not-locked' }],
        },
      ],
    });
  });

  test('a file of the project is changed with a word of warning, and only that one with --scope', async () => {
    const user = write('cursor');
    const own = write('cursor', CONFIGS.cursor, path.join(cwd, '.cursor/mcp.json'));
    const { exit, stderr } = await install('cursor', ['--yes', '--scope', 'project']);
    expect([exit, stderr]).toEqual([0, expect.stringContaining('[install.project]')]);
    expect([user, own].map(file => readFileSync(file, 'utf8').includes('"guard"'))).toEqual([false, true]);
  });

  test('a link is followed, and the file behind it keeps its mode', async () => {
    const dotfiles = path.join(home, 'dotfiles.json');
    writeFileSync(dotfiles, CONFIGS.cursor ?? '');
    chmodSync(dotfiles, 0o640);
    mkdirSync(path.dirname(place('cursor')));
    symlinkSync(dotfiles, place('cursor'));
    expect(await install('cursor')).toMatchObject({ exit: 0 });
    expect(readFileSync(dotfiles, 'utf8')).toContain('guard');
    expect(statSync(dotfiles).mode & 0o777).toBe(0o640);
    expect(readdirSync(path.dirname(place('cursor'))).sort()).toEqual([
      'mcp.json',
      'mcp.json.toolmark-backup',
      'mcp.toolmark.json',
    ]);
    expect(await install('cursor', ['--undo', '--yes'])).toMatchObject({ exit: 0 });
    expect(readFileSync(dotfiles, 'utf8')).toBe(CONFIGS.cursor);
  });

  test('a byte order mark stays', async () => {
    const file = write('windsurf', `\ufeff${CONFIGS.windsurf}`);
    await install('windsurf');
    expect(readFileSync(file, 'utf8')).toMatch(/^\ufeff\{/);
    await install('windsurf', ['--undo', '--yes']);
    expect(readFileSync(file, 'utf8')).toBe(`\ufeff${CONFIGS.windsurf}`);
  });

  test('a backup with another content is never overwritten', async () => {
    const file = write('cursor');
    writeFileSync(`${file}.toolmark-backup`, 'mine');
    await install('cursor');
    expect(readFileSync(`${file}.toolmark-backup`, 'utf8')).toBe('mine');
    expect(readFileSync(`${file}.toolmark-backup-2`, 'utf8')).toBe(CONFIGS.cursor);
    await install('cursor', ['--undo', '--yes']);
    expect(readFileSync(file, 'utf8')).toBe(CONFIGS.cursor);
    expect(readdirSync(path.dirname(file))).toEqual(['mcp.json', 'mcp.json.toolmark-backup']);
  });

  test('does not restore a changed backup', async () => {
    const file = write('cursor');
    await install('cursor');
    writeFileSync(`${file}.toolmark-backup`, '{"mcpServers":{"evil":{"command":"x"}}}');
    await install('cursor', ['--undo', '--yes']);
    expect(readFileSync(file, 'utf8')).toBe(CONFIGS.cursor);
  });

  test('a second undo finds nothing to do', async () => {
    write('cursor');
    expect(await install('cursor', ['--undo', '--yes'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('Nothing to change'),
    });
  });

  describe('is refused with exit 2, and the file stays as it is', () => {
    test.each<[string, string, (file: string) => void]>([
      ['broken JSON', 'config.syntax', file => writeFileSync(file, '{"mcpServers":{"weather":')],
      ['two servers of one key', 'config.duplicate-key', file => writeFileSync(file, '{"mcpServers":{"a":{},"a":{}}}')],
      ['invalid UTF-8', 'config.encoding', file => writeFileSync(file, Uint8Array.of(0x7b, 0xff, 0x7d))],
      ['a read-only file', 'install.read-only', file => chmodSync(file, 0o444)],
      ['a foreign side file', 'install.bad-side', file => writeFileSync(file.replace('.json', '.toolmark.json'), '{}')],
      [
        'a side file that is a link',
        'install.bad-side',
        file => symlinkSync('/etc/passwd', file.replace('.json', '.toolmark.json')),
      ],
    ])('%s', async (_, code, spoil) => {
      const file = write('cursor');
      spoil(file);
      const before = readFileSync(file);
      const { exit, stdout } = await install('cursor');
      expect([exit, stdout]).toEqual([2, expect.stringContaining(`[${code}]`)]);
      expect(readFileSync(file)).toEqual(before);
      expect(existsSync(`${file}.toolmark-backup`)).toBe(false);
    });

    test.each<[string, (file: string) => void]>([
      ['links in a circle', file => symlinkSync(file, file)],
      ['a link to nothing', file => symlinkSync('nowhere', file)],
      ['a folder', file => mkdirSync(file)],
    ])('%s', async (_, make) => {
      const file = place('cursor');
      mkdirSync(path.dirname(file));
      make(file);
      const { exit, stdout } = await install('cursor');
      expect([exit, stdout]).toEqual([2, expect.stringContaining('[input.unreadable]')]);
      expect(readdirSync(path.dirname(file))).toEqual(['mcp.json']);
    });

    test('a broken file does not keep the others from being guarded', async () => {
      const good = write('claude-code');
      const bad = write('claude-code', '{', path.join(cwd, '.mcp.json'));
      expect(await install('claude-code')).toMatchObject({ exit: 2 });
      expect(readFileSync(good, 'utf8')).toContain('guard');
      expect(readFileSync(bad, 'utf8')).toBe('{');
    });

    test.each([
      ['emacs', 'usage.unknown-client'],
      ['', 'usage.unknown-client'],
      ['cursor', 'install.no-config'],
    ])('the client %j', async (client, code) => {
      expect(await install(client)).toMatchObject({ exit: 2, stderr: expect.stringContaining(`[${code}]`) });
    });
  });
});
