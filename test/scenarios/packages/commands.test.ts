import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NpmRegistry } from '../../fakes/npm-registry.ts';
import { type NpmUser, npmUser } from '../../fakes/npm-user.ts';
import { type Outcome, runToolmark } from '../../run-toolmark.ts';
import { TOOLMARK } from '../guarded-client.ts';
import { askThrough, INITIALIZE } from './ask-through.ts';
import { publishGreeting, publishServer } from './published-server.ts';

const NPX = ['--', 'npx', '-y', '@acme/greeter'];

let registry: NpmRegistry;
let user: NpmUser;

beforeEach(async () => {
  registry = await NpmRegistry.start();
  user = npmUser(registry);
  publishGreeting(registry, '1.0.0', 'hello');
  publishServer(registry, '1.0.0');
});
afterEach(() => registry.stop());

const at = (file: string): string => path.join(user.context.cwd, file);

function world(): { cwd: string; home: string; env: Record<string, string | undefined> } {
  const { cwd, env, store } = user.context;
  return { cwd, home: user.home, env: { ...env, TOOLMARK_STORE: store } };
}

function toolmark(...args: string[]): Promise<Outcome> {
  return runToolmark(args, world());
}

async function locked(...options: string[]): Promise<void> {
  const { exit, stdout, stderr } = await toolmark('lock', '--yes', ...options);
  expect(exit, stdout + stderr).toBe(0);
}

function writeConfig(entry: object): void {
  writeFileSync(at('mcp.json'), JSON.stringify({ mcpServers: { greeter: entry } }));
}

/** A local server, as a file of the project. */
function copyServer(): void {
  for (const [from, to] of [
    ['honest.js', 'server.js'],
    ['serve.js', 'serve.js'],
  ] as const) {
    copyFileSync(path.join(import.meta.dirname, '../servers', from), at(to));
  }
}

describe('lock', () => {
  test('gives equal bytes for equal servers, in both files', async () => {
    await locked(...NPX);
    const files = (): string[] =>
      ['toolmark.lock.json', 'toolmark.packages.json'].map(file => readFileSync(at(file), 'utf8'));
    const first = files();
    await locked('--update', ...NPX);
    expect(files()).toEqual(first);
  });

  test('keeps only the trees that the lock refers to', async () => {
    await locked('--name', 'one', ...NPX);
    publishServer(registry, '1.1.0');
    await locked('--name', 'two', ...NPX);
    const trees = (): string[] => Object.keys(JSON.parse(readFileSync(at('toolmark.packages.json'), 'utf8')).trees);
    expect(trees()).toHaveLength(2);
    await locked('--update', '--name', 'one', ...NPX);
    expect(trees()).toHaveLength(1);
    await locked('--no-package', '--name', 'one', ...NPX);
    await locked('--no-package', '--name', 'two', ...NPX);
    expect(() => readFileSync(at('toolmark.packages.json'))).toThrow('ENOENT');
  });

  test('moves to a newer version only with --update, and shows package, dependency and surface', async () => {
    await locked(...NPX);
    publishGreeting(registry, '1.1.0', 'good day');
    publishServer(registry, '1.1.0', { description: 'Greets politely.' });
    expect((await toolmark('lock', ...NPX)).stdout).toContain('up to date');
    const { exit, stdout } = await toolmark('lock', '--update', ...NPX);
    expect(exit).toBe(1);
    expect(stdout).toContain('1.0.0');
    for (const part of ['package', '"greeting" dependency changed: 1.0.0 → 1.1.0', '{+ politely+}']) {
      expect(stdout).toContain(part);
    }
    expect(await toolmark('check', ...NPX)).toMatchObject({ exit: 1 });
    await locked('--update', 'default', ...NPX);
    expect(await toolmark('check', ...NPX)).toMatchObject({ exit: 0, stdout: 'default  unchanged\n' });
  });

  test('resolves again when the command asks for something else', async () => {
    await locked(...NPX);
    publishServer(registry, '2.0.0');
    const { exit, stdout } = await toolmark('lock', '--', 'npx', '-y', '@acme/greeter@2.0.0');
    expect(exit).toBe(1);
    expect(stdout).toContain('2.0.0');
  });

  test('names a package that needs its install script, and runs it only when allowed', async () => {
    const script = "node -e \"require('node:fs').writeFileSync('built', '')\"";
    registry.publish('greeting', '1.0.1', {
      manifest: { scripts: { postinstall: script } },
      files: {
        'index.js': "exports.greet = () => require('node:fs').existsSync(__dirname + '/built') ? 'built' : 'bare';",
      },
    });
    const { stdout } = await toolmark('lock', ...NPX);
    expect(stdout).toContain(
      '  the install script of greeting@1.0.1 did not run; if the server needs it: --allow-scripts greeting\n',
    );
    const requests = [INITIALIZE, ['tools/call', { name: 'greet', arguments: {} }]] as const;
    const ask = async () => (await askThrough(['guard', '--start-wait', '60', ...NPX], world(), requests)).answers[1];
    expect(await ask()).toMatchObject({ result: { content: [{ text: 'bare' }] } });
    await locked('--allow-scripts', 'greeting', ...NPX);
    expect(await ask()).toMatchObject({ result: { content: [{ text: 'built' }] } });
  });

  test('says what a bare name would really run', async () => {
    mkdirSync(at('node_modules/@acme/greeter'), { recursive: true });
    const { stderr } = await toolmark('lock', ...NPX);
    expect(stderr).toContain('"node_modules/@acme/greeter", and not the pinned package. [package.shadowed]');
    expect((await toolmark('lock', '--', 'npx', '-y', '@acme/greeter@latest')).stderr).not.toContain('shadowed');
  });

  test('keeps the entry of a server that cannot be resolved, and locks the others', async () => {
    writeFileSync(
      at('mcp.json'),
      JSON.stringify({
        mcpServers: {
          gone: { command: 'npx', args: ['-y', 'no-such-server'] },
          greeter: { command: 'npx', args: ['-y', '@acme/greeter'] },
        },
      }),
    );
    const { exit, stdout } = await toolmark('lock', '--config', 'mcp.json');
    expect(exit).toBe(2);
    expect(stdout).toContain('gone  could not be locked\n');
    expect(stdout).toContain('[package.not-found]');
    expect(Object.keys(JSON.parse(readFileSync(at('toolmark.lock.json'), 'utf8')).servers)).toEqual(['greeter']);
  });
});

describe('check', () => {
  test('behind a guard needs no registry, because only the pinned code can run', async () => {
    writeConfig({ command: 'npx', args: ['-y', '@acme/greeter'] });
    await locked('--config', 'mcp.json');
    const original = path.join(user.home, 'original.json');
    writeFileSync(original, readFileSync(at('mcp.json')));
    writeConfig({ command: process.execPath, args: [TOOLMARK, 'guard', '--config', original, '--server', 'greeter'] });
    await registry.stop();
    const { exit, stdout, stderr } = await toolmark('check', '--config', 'mcp.json');
    expect(stdout, stderr).toBe('greeter  unchanged\n');
    expect(exit).toBe(0);
  });

  test.each<[string, string[], string]>([
    ['another package', ['npx', '-y', 'evil'], 'package replaced'],
    ['a command that cannot be pinned', ['npx', '-y', '--call', 'evil'], 'package is no longer pinned'],
    ['a local program', [process.execPath, 'evil.js'], 'package'],
  ])('reports %s in place of the locked package, and does not start it', async (_, command, words) => {
    await locked(...NPX);
    const marker = at('started');
    const source = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`;
    registry.publish('evil', '1.0.0', { manifest: { bin: 'evil.js' }, files: { 'evil.js': source } });
    writeFileSync(at('evil.js'), source);
    const { exit, stdout } = await toolmark('check', '--', ...command);
    expect(exit, stdout).toBe(1);
    expect(stdout).toContain(words);
    expect(() => readFileSync(marker)).toThrow('ENOENT');
  });

  test('is an error and no match if the registry cannot be asked', async () => {
    await locked(...NPX);
    await registry.stop();
    expect(await toolmark('check', ...NPX)).toMatchObject({ exit: 2 });
  });

  test('says that a lock without packages was not compared', async () => {
    await locked('--no-package', ...NPX);
    const { exit, stdout } = await toolmark('check', ...NPX);
    expect(stdout).toContain('The lock has no package for this server');
    expect(exit).toBe(0);
  });
});

describe('guard', () => {
  const list = [INITIALIZE, ['tools/list', {}]] as const;
  const guarded = (...options: string[]) => askThrough(['guard', '--start-wait', '60', ...options], world(), list);

  test.each<[string, string[]]>([
    ['another package', ['npx', '-y', 'evil']],
    ['another version', ['npx', '-y', '@acme/greeter@2']],
    ['another program of the package', ['npx', '-y', '-p', '@acme/greeter', 'other']],
    ['a local file', ['node', 'server.js']],
    ['a shell', ['sh', '-c', 'npx -y @acme/greeter']],
  ])('refuses %s', async (_, command) => {
    await locked(...NPX);
    const { outcome } = await guarded('--', ...command);
    expect(outcome).toMatchObject({ exit: 2, stderr: expect.stringContaining('[guard.other-package]') });
  });

  test('refuses to start without the dependencies that the lock names', async () => {
    await locked(...NPX);
    rmSync(at('toolmark.packages.json'));
    const { outcome } = await guarded(...NPX);
    expect(outcome).toMatchObject({ exit: 2, stderr: expect.stringContaining('[packages.missing]') });
  });

  test('refuses a tree that was edited by hand', async () => {
    await locked(...NPX);
    const trees = readFileSync(at('toolmark.packages.json'), 'utf8');
    writeFileSync(at('toolmark.packages.json'), trees.replaceAll('"version": "1.0.0"', '"version": "1.0.1"'));
    const { outcome } = await guarded(...NPX);
    expect(outcome).toMatchObject({ exit: 2, stderr: expect.stringContaining('[packages.contradicts-itself]') });
  });

  test('names what it starts in the audit log', async () => {
    await locked(...NPX);
    await guarded('--audit', 'audit.jsonl', ...NPX);
    const [start = ''] = readFileSync(at('audit.jsonl'), 'utf8').split('\n');
    const { tree } = JSON.parse(readFileSync(at('toolmark.lock.json'), 'utf8')).servers.default.package;
    expect(JSON.parse(start)).toMatchObject({
      packages: { default: { purl: 'pkg:npm/%40acme/greeter@1.0.0', digest: tree } },
    });
    expect(await toolmark('audit', 'verify', 'audit.jsonl')).toMatchObject({ exit: 0 });
  });

  test('says that a server without a package is not pinned, and starts it as before', async () => {
    await locked('--no-package', ...NPX);
    const { answers, outcome } = await guarded(...NPX);
    expect(answers[1]).toMatchObject({ result: { tools: [{ name: 'greet' }] } });
    expect(outcome.stderr).toContain('default: the lock has no package for it, so its code is not checked.');
  });

  test('starts local files that have changed, and says so', async () => {
    copyServer();
    writeFileSync(at('more.js'), '');
    await locked('--', process.execPath, 'server.js');
    expect((await guarded('--', process.execPath, 'server.js')).outcome.stderr).not.toContain('changed');
    writeFileSync(at('more.js'), '// edited');
    const { answers, outcome } = await guarded('--', process.execPath, 'server.js');
    expect(answers[1]).toHaveProperty('result');
    expect(outcome.stderr).toContain('default: its files have changed since they were locked.');
  });
});

describe('a policy that requires provenance', () => {
  const policy = 'version: 1\npackages: { requireProvenance: true }\n';

  test('refuses to lock a package without a trusted root to verify it', async () => {
    writeFileSync(at('toolmark.policy.yaml'), policy);
    const { exit, stdout } = await toolmark('lock', ...NPX);
    expect(exit).toBe(2);
    expect(stdout).toContain('[provenance.no-trusted-root]');
  });

  test.each<[string, string[]]>([
    ['guard', ['guard', ...NPX]],
    ['run', ['run', 'default']],
  ])('refuses to start a package that was locked without it: %s', async (_, args) => {
    await locked(...NPX);
    writeFileSync(at('toolmark.policy.yaml'), policy);
    expect(await toolmark(...args)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('[provenance.required]'),
    });
  });
});

describe('run', () => {
  /** A real process, because the server has the streams of the command. */
  async function run(
    args: readonly string[],
    input: string,
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const { cwd, env } = world();
    const child = spawn(process.execPath, [TOOLMARK, 'run', ...args], { cwd, env });
    const printed = { stdout: '', stderr: '' };
    child.stdout.on('data', chunk => (printed.stdout += chunk));
    child.stderr.on('data', chunk => (printed.stderr += chunk));
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    return { code, ...printed };
  }

  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{}}}\n';

  test('starts the pinned package with the arguments and variables of its entry, or those after "--"', async () => {
    writeConfig({ command: 'npx', args: ['-y', '@acme/greeter', 'dear', 'Ada'] });
    await locked('--config', 'mcp.json');
    publishGreeting(registry, '1.1.0', 'stolen');
    await registry.stop();
    expect(await run(['greeter'], call)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"hello dear Ada"'),
    });
    const other = await run(['greeter', '--', '--loud'], call);
    expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining('"hello --loud"'), stderr: '' });
  });

  test('needs no config for a package', async () => {
    await locked(...NPX);
    expect(await run(['default', '--', 'Ada'], call)).toMatchObject({ stdout: expect.stringContaining('"hello Ada"') });
  });

  test('passes the exit code on', async () => {
    publishServer(registry, '1.0.1');
    registry.publish('greeting', '1.0.1', {
      files: { 'index.js': 'exports.greet = () => process.exit(7);' },
    });
    await locked(...NPX);
    expect(await run(['default'], call)).toMatchObject({ code: 7 });
  });

  test('passes signals on', async () => {
    await locked(...NPX);
    const { cwd, env } = world();
    const child = spawn(process.execPath, [TOOLMARK, 'run', 'default'], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.write(call);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(143);
  });

  test('refuses an entry that asks for another package, and local files that have changed', async () => {
    writeConfig({ command: 'npx', args: ['-y', '@acme/greeter'] });
    await locked('--config', 'mcp.json');
    writeConfig({ command: 'npx', args: ['-y', 'evil'] });
    expect(await toolmark('run', 'greeter')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('[guard.other-package]'),
    });
    copyServer();
    writeConfig({ command: process.execPath, args: ['server.js'] });
    await locked('--config', 'mcp.json');
    writeFileSync(at('more.js'), '');
    expect(await toolmark('run', 'greeter')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('[run.files-changed]'),
    });
  });
});

describe('install', () => {
  test('puts a guard in front that starts the pinned package, and undo restores the entry byte for byte', async () => {
    const text = '{ "mcpServers": {\n\t"greeter": {"command":"npx", "args":["-y","@acme/greeter","Ada"]} } }\r\n';
    writeFileSync(at('.mcp.json'), text);
    await locked('--config', '.mcp.json');
    expect(await toolmark('install', 'project', '--yes')).toMatchObject({ exit: 0 });
    expect(await toolmark('check')).toMatchObject({ exit: 0, stdout: 'greeter  unchanged\n' });
    publishGreeting(registry, '1.1.0', 'stolen');
    await registry.stop();
    const [, guard = '', ...options] = JSON.parse(readFileSync(at('.mcp.json'), 'utf8')).mcpServers.greeter.args;
    const requests = [INITIALIZE, ['tools/call', { name: 'greet', arguments: {} }]] as const;
    const { answers } = await askThrough([guard, '--start-wait', '60', ...options], world(), requests);
    expect(answers[1]).toMatchObject({ result: { content: [{ text: 'hello Ada' }] } });
    expect(await toolmark('install', 'project', '--undo', '--yes')).toMatchObject({ exit: 0 });
    expect(readFileSync(at('.mcp.json'), 'utf8')).toBe(text);
  });
});

describe('store', () => {
  test('lists, verifies and cleans up what was installed', async () => {
    await locked(...NPX);
    const { tree } = JSON.parse(readFileSync(at('toolmark.lock.json'), 'utf8')).servers.default.package;
    const { entries } = JSON.parse((await toolmark('store', 'list', '--format', 'json')).stdout);
    expect(entries).toMatchObject([{ digest: tree, type: 'npm', packages: 2, name: '@acme/greeter@1.0.0' }]);
    expect((await toolmark('store', 'list')).stdout).toContain('@acme/greeter@1.0.0');
    expect(await toolmark('store', 'verify')).toMatchObject({ exit: 0 });
    const later = { ...world(), now: new Date('2099-01-01T00:00:00Z') };
    expect(await runToolmark(['store', 'prune'], later)).toMatchObject({ exit: 0, stdout: 'Nothing to remove.\n' });
    rmSync(at('toolmark.lock.json'));
    expect(await runToolmark(['store', 'prune'], later)).toMatchObject({ stdout: `removed ${tree}\n` });
    expect(JSON.parse((await toolmark('store', 'list', '--format', 'json')).stdout)).toEqual({ entries: [] });
  });
});

describe('vulnerabilities', () => {
  test('names the packages that have known ones', async () => {
    await locked(...NPX);
    expect(await toolmark('vulnerabilities')).toMatchObject({
      exit: 0,
      stdout: '2 packages checked, none with known vulnerabilities.\n',
    });
    const advisory = {
      id: 1,
      title: 'Greets \u001b[31mstrangers',
      severity: 'high',
      vulnerable_versions: '<2',
      url: 'https://x.example/1',
    };
    registry.advisories = { greeting: [advisory] };
    const { exit, stdout } = await toolmark('vulnerabilities');
    expect(exit).toBe(1);
    expect(stdout).toContain('default  high      greeting 1.0.0: Greets');
    expect(stdout).not.toContain('\u001b');
    const { outcome, vulnerabilities } = JSON.parse((await toolmark('vulnerabilities', '--format', 'json')).stdout);
    expect(outcome).toBe('found');
    expect(vulnerabilities).toMatchObject([{ server: 'default', package: 'greeting', versions: ['1.0.0'] }]);
  });

  test('is an error if the registry cannot be asked', async () => {
    await locked(...NPX);
    await registry.stop();
    expect(await toolmark('vulnerabilities')).toMatchObject({
      exit: 2,
      stdout: expect.stringContaining('not checked'),
    });
  });
});
