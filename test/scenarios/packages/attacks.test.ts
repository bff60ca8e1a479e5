import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { drift, ToolmarkError } from '@toolmark/core';
import {
  formatPackages,
  type NpmPackage,
  type NpmTree,
  parseNpmTree,
  parsePackages,
  toPackageLock,
  treeDigest,
} from '@toolmark/core/package';
import { type Context, listStore, preparePackage, pruneStore, resolvePackage, verifyStore } from '@toolmark/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NpmRegistry } from '../../fakes/npm-registry.ts';
import { type NpmUser, npmUser, npx, output } from '../../fakes/npm-user.ts';
import { tarball } from '../../fakes/tarball.ts';
import { rejectionOf } from '../../refusal.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let registry: NpmRegistry;
let user: NpmUser;

beforeEach(async () => {
  registry = await NpmRegistry.start();
  user = npmUser(registry);
  publishServer();
});

afterEach(() => registry.stop());

/** A server with one dependency, which prints its version. */
function publishServer(dependencies: Readonly<Record<string, string>> = { dep: '^1.0.0' }): void {
  registry.publish('dep', '1.0.0', { files: { 'index.js': 'module.exports = "dep 1.0.0";' } });
  registry.publish('weather', '1.0.0', {
    manifest: { bin: { weather: 'cli.js' }, dependencies },
    files: { 'cli.js': '#!/usr/bin/env node\nconsole.log(require("dep"), ...process.argv.slice(2));' },
  });
}

interface Found {
  readonly pinned: NpmPackage;
  readonly tree: NpmTree;
  readonly needsScripts: readonly string[];
}

async function resolve(
  wanted = npx('weather'),
  context: Context & { allowScripts?: string[] } = user.context,
): Promise<Found> {
  const { package: pinned, tree, needsScripts } = await resolvePackage(wanted, context);
  if (pinned.type !== 'npm' || tree?.type !== 'npm') throw new Error('This is not an npm package.');
  return { pinned, tree, needsScripts };
}

const LAUNCH = { command: 'npx', args: [] };

function prepare(
  { pinned, tree }: Omit<Found, 'needsScripts'>,
  wanted = npx('weather'),
  context: Context = user.context,
) {
  return preparePackage(pinned, tree, wanted, LAUNCH, context);
}

/** The code of the refusal; nothing may be left of what was refused. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const { code } = await rejectionOf(work);
  expect(await listStore(user.context.store)).toEqual([]);
  expect(leftovers()).toEqual([]);
  return code;
}

function leftovers(store = user.context.store): string[] {
  const temporary = path.join(store, 'tmp');
  return existsSync(temporary) ? readdirSync(temporary) : [];
}

function allFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .map(item => path.join(item.parentPath, item.name));
}

describe('a package', () => {
  test('is resolved, installed and started as npx does, and needs no registry once it is stored', async () => {
    const found = await resolve();
    expect(found.pinned).toMatchObject({ name: 'weather', version: '1.0.0', spec: 'latest', bin: 'weather' });
    expect(found.pinned.integrity).toBe(registry.integrity('weather', '1.0.0'));
    await prepare(found);
    await registry.stop();
    const launch = await prepare(found, npx('weather', 'latest', ['--city', 'Oslo']));
    expect(launch.command).toBe(process.execPath);
    expect(output(launch)).toBe('dep 1.0.0 --city Oslo\n');
  });

  test('comes from the registry although another one is installed in the working folder', async () => {
    const planted = path.join(user.context.cwd, 'node_modules', 'weather');
    mkdirSync(planted, { recursive: true });
    writeFileSync(path.join(planted, 'package.json'), '{"name":"weather","version":"9.9.9","bin":"evil.js"}');
    writeFileSync(path.join(planted, 'evil.js'), 'console.log("planted");');
    const found = await resolve();
    expect(found.pinned.version).toBe('1.0.0');
    expect(output(await prepare(found))).toBe('dep 1.0.0\n');
  });

  test('keeps its tree under a configuration that would change it', async () => {
    registry.publish('extra', '1.0.0');
    registry.publish('peer', '1.0.0');
    registry.publish('weather', '1.0.0', {
      manifest: { bin: 'cli.js', optionalDependencies: { extra: '1.0.0' }, peerDependencies: { peer: '1.0.0' } },
      files: { 'cli.js': '#!/usr/bin/env node\n' },
    });
    const plain = await resolve();
    expect([...plain.tree.packages.keys()]).toEqual([
      'node_modules/extra',
      'node_modules/peer',
      'node_modules/weather',
    ]);
    const shown = ['usage=true', 'heading=other', 'libc=musl'];
    const odd = [
      ...shown,
      'omit[]=optional',
      'omit[]=peer',
      'legacy-peer-deps=true',
      'install-strategy=nested',
      'dry-run=true',
    ];
    const other = npmUser(registry, [...odd, 'ignore-scripts=false', 'package-lock=false', 'global=true', 'os=win32']);
    const env = { ...other.context.env, npm_config_omit: 'optional', NODE_ENV: 'production' };
    const found = await resolve(npx('weather'), { ...other.context, env });
    expect(found.pinned).toEqual(plain.pinned);
    await prepare(found, npx('weather'), { ...other.context, env });
  });
});

describe('the registry', () => {
  test.each(['new digest', 'old digest'] as const)(
    'serves other bytes under the same version, with the %s',
    async says => {
      const found = await resolve();
      registry.replaceArchive('dep', '1.0.0', tarball([{ path: 'package/index.js', text: 'evil' }]), says);
      expect(await refusal(prepare(found))).toBe('package.integrity-mismatch');
    },
  );

  test('publishes a newer version between resolve and fetch: the pinned one is installed', async () => {
    const found = await resolve();
    registry.publish('dep', '1.0.1', { files: { 'index.js': 'module.exports = "dep 1.0.1";' } });
    expect(output(await prepare(found))).toBe('dep 1.0.0\n');
  });

  test('no longer has a dependency', async () => {
    const found = await resolve();
    registry.unpublish('dep');
    expect(await refusal(prepare(found, npx('weather'), npmUserWithEmptyCache()))).toBe('package.not-found');
  });

  test('sends an archive whose package.json names another version', async () => {
    const text = JSON.stringify({ name: 'dep', version: '6.6.6' });
    registry.publish('dep', '1.0.0', { members: [{ path: 'package/package.json', text }] });
    expect(await refusal(prepare(await resolve()))).toBe('package.integrity-mismatch');
  });

  test.each([
    ['does not have the package', npx('nowhere'), 'package.not-found'],
    ['does not have the version', npx('weather', '7.0.0'), 'package.no-such-version'],
  ])('%s', async (_what, wanted, code) => {
    expect(await refusal(resolve(wanted))).toBe(code);
  });

  test('fails', async () => {
    registry.intercept = (_request, response) => response.writeHead(500).end('{}') !== undefined;
    expect(await refusal(resolve())).toBe('package.offline');
  });

  test('cannot be reached', async () => {
    const found = await resolve();
    await registry.stop();
    expect(await refusal(prepare(found, npx('weather'), npmUserWithEmptyCache()))).toBe('package.offline');
    expect(await refusal(resolve())).toBe('package.offline');
  });

  test('does not answer before the deadline', async () => {
    registry.intercept = () => true;
    expect(await refusal(resolve(npx('weather'), { ...user.context, timeoutMs: 1000 }))).toBe('package.timeout');
  });

  test('does not answer, and the caller gives up: npm is ended', async () => {
    const controller = new AbortController();
    const gone = new Promise<void>(closed => {
      registry.intercept = request => {
        request.socket.once('close', () => closed());
        controller.abort(new ToolmarkError('server.cancelled', 'The request was cancelled.'));
        return true;
      };
    });
    const context = { ...user.context, signal: controller.signal };
    expect(await refusal(resolve(npx('weather'), context))).toBe('server.cancelled');
    await gone;
  });
});

/** The same store, and a cache in which nothing is yet. */
function npmUserWithEmptyCache(): Context {
  return { ...npmUser(registry).context, store: user.context.store };
}

describe('a lock edited by hand', () => {
  const edit = (tree: NpmTree, change: (packages: Record<string, Record<string, unknown>>) => void): NpmTree => {
    const lock = structuredClone(toPackageLock(tree)) as { packages: Record<string, Record<string, unknown>> };
    change(lock.packages);
    return parseNpmTree(lock);
  };

  test.each<[string, (packages: Record<string, Record<string, unknown>>) => void]>([
    [
      'the digest of a dependency',
      all => Object.assign(all['node_modules/dep'] ?? {}, { integrity: `sha512-${'A'.repeat(86)}==` }),
    ],
    ['the version of a dependency', all => Object.assign(all['node_modules/dep'] ?? {}, { version: '1.0.1' })],
    [
      'one more package',
      all => Object.assign(all, { 'node_modules/extra': { ...all['node_modules/dep'], name: 'dep' } }),
    ],
    ['a package less', all => void Reflect.deleteProperty(all, 'node_modules/dep')],
  ])('is refused: %s', async (_what, change) => {
    const found = await resolve();
    expect(await refusal(prepare({ ...found, tree: edit(found.tree, change) }))).toBe('packages.contradicts-itself');
  });

  test.each<[string, Partial<NpmPackage>]>([
    ['the digest of the package', { integrity: `sha512-${'A'.repeat(86)}==` }],
    ['the version of the package', { version: '1.0.1' }],
    ['the name of the package', { name: 'dep' }],
  ])('is refused: %s', async (_what, change) => {
    const found = await resolve();
    expect(await refusal(prepare({ ...found, pinned: { ...found.pinned, ...change } }))).toBe(
      'packages.contradicts-itself',
    );
  });

  test('is refused: the version of the package, when the store has the tree', async () => {
    const found = await resolve();
    await prepare(found);
    const edited = { ...found, pinned: { ...found.pinned, version: '1.0.1' } };
    expect((await rejectionOf(prepare(edited))).code).toBe('packages.contradicts-itself');
  });

  test('does not install what the registry does not have, with digests that agree', async () => {
    const found = await resolve();
    const tree = edit(found.tree, all => {
      Object.assign(all['node_modules/dep'] ?? {}, { integrity: `sha512-${'A'.repeat(86)}==` });
    });
    const pinned = { ...found.pinned, tree: treeDigest(tree) };
    expect(await refusal(prepare({ pinned, tree }))).toBe('package.integrity-mismatch');
  });

  test('cannot say that its tree is another one', async () => {
    const found = await resolve();
    const file = formatPackages({ packagesVersion: 1, trees: new Map([[found.pinned.tree, found.tree]]) });
    const swapped = file.replace(
      found.tree.packages.get('node_modules/dep')?.integrity ?? '',
      `sha512-${'A'.repeat(86)}==`,
    );
    expect(() => parsePackages(Buffer.from(swapped))).toThrow(
      expect.objectContaining({ code: 'packages.contradicts-itself' }),
    );
  });
});

describe('a dependency', () => {
  test.each([
    ['from git', 'git+https://127.0.0.1:1/evil.git', 'package.unsupported-source'],
    ['from git over ssh', 'git+ssh://git@127.0.0.1:1/evil.git', 'package.unsupported-source'],
    ['from GitHub', 'github:evil/evil', 'package.unsupported-source'],
    ['from a file', 'file:../evil.tgz', 'package.unsupported-source'],
    ['from a link', 'link:../evil', 'package.unsupported-source'],
    ['from a URL that nothing answers', 'http://127.0.0.1:1/evil.tgz', 'package.offline'],
    ['through an alias of a folder', 'npm:dep@file:../evil', 'package.resolver-failed'],
  ])('%s is refused', async (_what, source, code) => {
    publishServer({ dep: source });
    expect(await refusal(resolve())).toBe(code);
  });

  test('from a folder is refused', async () => {
    publishServer({ dep: 'file:../../../../evil' });
    // Before version 11, npm puts it into the tree, at a place outside it.
    expect(['package.unsupported-source', 'package.unsafe-path']).toContain(await refusal(resolve()));
  });

  test('from the URL of another registry is refused', async () => {
    const other = await NpmRegistry.start();
    try {
      other.publish('dep', '1.0.0');
      publishServer({ dep: `${other.url.replace('//', '//user:hunter2@')}dep/-/dep-1.0.0.tgz` });
      const error = await rejectionOf(resolve());
      expect(error.code).toBe('package.unsupported-source');
      expect(error.message).not.toContain('hunter2');
    } finally {
      await other.stop();
    }
  });

  test('that is bundled is installed from the archive of its parent', async () => {
    registry.publish('weather', '1.0.0', {
      manifest: { bin: 'cli.js', dependencies: { inside: '1.0.0' }, bundleDependencies: ['inside'] },
      files: {
        'cli.js': '#!/usr/bin/env node\nconsole.log(require("inside"));',
        'node_modules/inside/package.json': '{"name":"inside","version":"1.0.0"}',
        'node_modules/inside/index.js': 'module.exports = "bundled";',
      },
    });
    const found = await resolve();
    expect(found.tree.packages.get('node_modules/weather/node_modules/inside')).toMatchObject({ inBundle: true });
    expect(output(await prepare(found))).toBe('bundled\n');
  });

  test('that npm does not install, because only an optional peer would fit, is not in the tree', async () => {
    registry.publish('shared', '1.0.0');
    registry.publish('shared', '2.0.0');
    registry.publish('asks-peer', '1.0.0', {
      manifest: { peerDependencies: { shared: '^1.0.0' }, peerDependenciesMeta: { shared: { optional: true } } },
    });
    registry.publish('asks', '1.0.0', { manifest: { dependencies: { shared: '^2.0.0' } } });
    publishServer({ asks: '1.0.0', 'asks-peer': '1.0.0', dep: '1.0.0' });
    expect(output(await prepare(await resolve()))).toBe('dep 1.0.0\n');
  });

  test('that is for another platform is pinned and left out', async () => {
    registry.publish('native-elsewhere', '1.0.0', { manifest: { os: ['aix'] } });
    registry.publish('native-here', '1.0.0', { manifest: { os: [process.platform], cpu: [process.arch] } });
    const optionalDependencies = { 'native-elsewhere': '1.0.0', 'native-here': '1.0.0' };
    registry.publish('weather', '1.0.0', {
      manifest: { bin: 'cli.js', optionalDependencies },
      files: { 'cli.js': '#!/usr/bin/env node\nrequire("native-here/package.json"); console.log("ok");' },
    });
    const found = await resolve();
    expect([...found.tree.packages.keys()]).toContain('node_modules/native-elsewhere');
    const launch = await prepare(found);
    expect(output(launch)).toBe('ok\n');
    const installed = path.resolve(launch.args[0] ?? '', '../..');
    expect(readdirSync(installed)).toEqual(expect.arrayContaining(['native-here', 'weather']));
    expect(readdirSync(installed)).not.toContain('native-elsewhere');
  });

  test('that is required and for another platform is refused', async () => {
    registry.publish('dep', '1.0.0', { manifest: { os: ['aix'] } });
    expect(await refusal(resolve().then(found => prepare(found)))).toBe('package.wrong-platform');
  });
});

describe('the archive', () => {
  const outside = (): string[] =>
    [user.context.cwd, user.home].flatMap(allFiles).filter(file => file.includes('escaped'));

  test.each([
    ['a path with ..', { path: 'package/../../../../../escaped.txt', text: 'x' }],
    ['an absolute path', { path: '/tmp/toolmark-escaped.txt', text: 'x' }],
    ['a symbolic link that leaves it', { path: 'package/escaped', link: '../../../../../..' }],
    ['a hard link that leaves it', { path: 'package/escaped', hardLink: '/etc/hostname' }],
  ])('with %s does not write outside its folder', async (_what, member) => {
    registry.publish('dep', '1.0.0', { files: { 'index.js': 'module.exports = "dep";' }, members: [member] });
    const outcome = await prepare(await resolve()).catch((error: unknown) => error);
    if (!(outcome instanceof ToolmarkError)) {
      expect(output(outcome as { command: string; args: string[] })).toBe('dep\n');
      const [entry = ''] = readdirSync(path.join(user.context.store, 'npm'));
      const files = path.join(user.context.store, 'npm', entry, 'files');
      const links = readdirSync(files, { recursive: true, withFileTypes: true }).filter(item => item.isSymbolicLink());
      expect(links.map(link => link.name)).toEqual(['weather']);
    }
    expect(outside()).toEqual([]);
    expect(existsSync('/tmp/toolmark-escaped.txt')).toBe(false);
  });

  test.each([
    ['leaves the package', '../../../../../../../../usr/bin/env'],
    ['is absolute', '/usr/bin/env'],
    ['is another package', '../dep/index.js'],
  ])('with a program that %s is not started', async (_what, bin) => {
    // npm's metadata would have a harmless path.
    registry.publish('weather', '1.0.0', {
      manifest: { bin: { weather: bin }, dependencies: { dep: '1.0.0' } },
      metadata: { bin: { weather: 'cli.js' } },
      files: { 'cli.js': '#!/usr/bin/env node\n' },
    });
    const found = await resolve();
    expect((await rejectionOf(prepare(found))).code).toBe('package.bin-outside');
  });

  test('whose metadata has a program outside the package is refused', async () => {
    registry.publish('weather', '1.0.0', { manifest: { bin: { weather: '../../../evil.js' } } });
    const error = await rejectionOf(resolve().then(found => prepare(found)));
    expect(['package.bin-outside', 'package.no-bin']).toContain(error.code);
  });

  test('with a program that is not JavaScript runs it as it is', async () => {
    registry.publish('weather', '1.0.0', {
      manifest: { bin: 'run.sh' },
      files: { 'run.sh': '#!/bin/sh\necho shell "$1"\n' },
    });
    const wanted = npx('weather', 'latest', ['x']);
    expect(output(await prepare(await resolve(wanted), wanted))).toBe('shell x\n');
  });

  test('with options of Node in its first line keeps them', async () => {
    const text = '#!/usr/bin/env -S node --no-warnings --stack-size=2000\nconsole.log(process.execArgv.join());';
    registry.publish('weather', '1.0.0', { manifest: { bin: 'cli.js' }, files: { 'cli.js': text } });
    expect(output(await prepare(await resolve()))).toBe('--no-warnings,--stack-size=2000\n');
  });
});

// The digest of a tree holds what is installed, not who asks for it.
test('a tree that was edited cannot leave out a package', async () => {
  const { pinned, tree } = await resolve();
  const packages = new Map(tree.packages);
  for (const [location, { dependencies, ...entry }] of packages)
    packages.set(location, { ...entry, ...(location.endsWith('/dep') && { devOptional: true }) });
  const edited = { ...tree, packages };
  expect(treeDigest(edited)).toBe(pinned.tree);
  expect(await refusal(prepare({ pinned, tree: edited }))).toBe('package.missing');
});

describe('install scripts', () => {
  const marker = (name: string): string => path.join(user.home, name);
  const writing = (name: string): string =>
    `node -e "fs.writeFileSync('${marker(name)}', process.env.SECRET ?? 'none')"`;

  test('of a compromised dependency do not run, and the dependency is reported before anything of it runs', async () => {
    const before = await resolve();
    await prepare(before);
    registry.publish('dep', '1.0.1', {
      manifest: { scripts: { postinstall: writing('ran') } },
      files: { 'index.js': `fs.writeFileSync(${JSON.stringify(marker('loaded'))}, '')` },
    });
    const now = await resolve();
    expect(now.pinned).toMatchObject({ version: '1.0.0', integrity: before.pinned.integrity });
    expect(now.needsScripts).toEqual(['dep@1.0.1']);
    const seen = drift(serverWith(before), emptySnapshot(), {
      package: now.pinned,
      trees: { locked: before.tree, live: now.tree },
    });
    expect(seen.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['dependency_changed', 'install_script_added']),
    );
    expect(output(await prepare(before))).toBe('dep 1.0.0\n');
    await prepare(now);
    expect([marker('ran'), marker('loaded')].filter(existsSync)).toEqual([]);
  });

  test('run only for the package that was allowed, without the secrets of the environment', async () => {
    registry.publish('dep', '1.0.0', {
      manifest: { scripts: { postinstall: writing('dep') } },
      files: { 'index.js': 'module.exports = "dep 1.0.0";' },
    });
    registry.publish('other', '1.0.0', { manifest: { scripts: { install: writing('other') } } });
    publishMore({ dep: '1.0.0', other: '1.0.0' });
    const context = { ...user.context, env: { ...user.context.env, SECRET: 'hunter2' } };
    const found = await resolve(npx('weather'), { ...context, allowScripts: ['dep'] });
    expect(Object.keys(found.pinned.scripts ?? {})).toEqual(['node_modules/dep']);
    expect(found.needsScripts).toEqual(['other@1.0.0']);
    expect([marker('dep'), marker('other')].filter(existsSync)).toEqual([]);
    await prepare(found, npx('weather'), context);
    expect(readFileSync(marker('dep'), 'utf8')).toBe('none');
    expect(existsSync(marker('other'))).toBe(false);
  });

  test('do not run if their text is another one than was allowed', async () => {
    registry.publish('dep', '1.0.0', { manifest: { scripts: { postinstall: writing('dep') } } });
    const found = await resolve(npx('weather'), { ...user.context, allowScripts: ['dep@1.0.0'] });
    const scripts = { 'node_modules/dep': `sha256:${'0'.repeat(64)}` } as const;
    expect(await refusal(prepare({ ...found, pinned: { ...found.pinned, scripts } }))).toBe('package.script-changed');
    expect(existsSync(marker('dep'))).toBe(false);
  });

  test('do not run in a program that the project names', async () => {
    registry.publish('dep', '1.0.0', {
      manifest: { scripts: { postinstall: writing('dep') } },
      files: { 'index.js': 'module.exports = "dep 1.0.0";' },
    });
    const found = await resolve(npx('weather'), { ...user.context, allowScripts: ['dep'] });
    const evil = path.join(user.context.cwd, 'evil.sh');
    writeFileSync(evil, `#!/bin/sh\ntouch '${marker('evil')}'\nexec sh "$@"\n`, { mode: 0o755 });
    writeFileSync(path.join(user.context.cwd, '.npmrc'), `script-shell=${evil}\nnode-gyp=${evil}\n`);
    await prepare(found);
    expect([marker('dep'), marker('evil')].map(existsSync)).toEqual([true, false]);
  });

  test('that fail leave nothing installed', async () => {
    registry.publish('dep', '1.0.0', { manifest: { scripts: { postinstall: 'exit 1' } } });
    const found = await resolve(npx('weather'), { ...user.context, allowScripts: ['dep'] });
    expect(await refusal(prepare(found))).toBe('package.script-failed');
  });

  function publishMore(dependencies: Readonly<Record<string, string>>): void {
    registry.publish('weather', '1.0.0', {
      manifest: { bin: 'cli.js', dependencies },
      files: { 'cli.js': '#!/usr/bin/env node\nconsole.log(require("dep"));' },
    });
  }
});

function serverWith({ pinned }: Found): Parameters<typeof drift>[0] {
  const none = new Map();
  const surfaceDigest = `sha256:${'0'.repeat(64)}` as const;
  return {
    surfaceDigest,
    package: pinned,
    serverInfo: {},
    tools: none,
    prompts: none,
    resources: none,
    templates: none,
  };
}

function emptySnapshot(): Parameters<typeof drift>[1] {
  return { tools: [], prompts: [], resources: [], templates: [] };
}

describe('a private registry', () => {
  const SECRET = 'npm_S3cretS3cretS3cretS3cretS3cretS3cret';
  const tokenLine = (value: string): string => `//${new URL(registry.url).host}/:_authToken=${value}`;

  test('is used with the token of the project, which is in no file of the store and in no lock', async () => {
    registry.token = SECRET;
    writeFileSync(path.join(user.context.cwd, '.npmrc'), `${tokenLine('${PRIVATE_TOKEN}')}\n`);
    const context = { ...user.context, env: { ...user.context.env, PRIVATE_TOKEN: SECRET } };
    const found = await resolve(npx('weather'), context);
    expect(output(await prepare(found, npx('weather'), context))).toBe('dep 1.0.0\n');
    const written = [
      JSON.stringify(found.pinned),
      formatPackages({ packagesVersion: 1, trees: new Map([[found.pinned.tree, found.tree]]) }),
    ];
    const stored = allFiles(user.context.store).map(file => readFileSync(file, 'utf8'));
    const host = new URL(registry.url).host;
    for (const text of [...written, ...stored]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(host);
    }
  });

  test('is used with the token of the user for a scope of the project', async () => {
    const own = await NpmRegistry.start();
    try {
      own.token = SECRET;
      own.publish('@corp/tool', '1.0.0', {
        manifest: { bin: 'cli.js' },
        files: { 'cli.js': '#!/usr/bin/env node\nconsole.log("corp");' },
      });
      writeFileSync(path.join(user.context.cwd, '.npmrc'), `@corp:registry=${own.url}\n`);
      writeFileSync(path.join(user.context.cwd, 'package.json'), '{}');
      const line = `//${new URL(own.url).host}/:_authToken=${SECRET}`;
      const mine = npmUser(registry, [line]).context;
      const context = { ...mine, cwd: path.join(user.context.cwd, 'deeper') };
      mkdirSync(context.cwd);
      const found = await resolve(npx('@corp/tool'), context);
      expect(output(await prepare(found, npx('@corp/tool'), context))).toBe('corp\n');
    } finally {
      await own.stop();
    }
  });

  test.each([401, 403])('that refuses the token with %i is reported without it', async status => {
    registry.intercept = (_request, response) =>
      response.writeHead(status).end(JSON.stringify({ error: `bad ${SECRET}` })) !== undefined;
    const { context } = npmUser(registry, [tokenLine(SECRET)]);
    const error = await rejectionOf(resolve(npx('weather'), context));
    expect(error.code).toBe('package.unauthorized');
    expect(`${error.message} ${String(error.cause)}`).not.toContain(SECRET);
    expect(error.message).not.toContain(registry.url);
  });
});

describe('the store', () => {
  test('is not started from after one byte of a file changed, although size and time are the same', async () => {
    const found = await resolve();
    const launch = await prepare(found);
    flipByte(launch.args[0] ?? '');
    expect((await rejectionOf(prepare(found))).code).toBe('store.changed');
    const { ok, bad } = await verifyStore(user.context.store);
    expect([ok, bad.map(({ code }) => code)]).toEqual([false, ['store.changed']]);
    expect(await pruneStore(user.context.store, { keep: new Set([found.pinned.tree]), now: Date.now() })).toEqual({
      removed: [found.pinned.tree],
    });
    expect(output(await prepare(found))).toBe('dep 1.0.0\n');
  });

  test('has one entry after three processes installed it at the same time', async () => {
    const found = await resolve();
    const children = [0, 1, 2].map(() => installChild(found, user.context));
    const launches = await Promise.all(children.map(outputOf));
    expect(new Set(launches)).toEqual(new Set([`${JSON.stringify(await prepare(found))}\n`]));
    expect(await listStore(user.context.store)).toHaveLength(1);
    expect(leftovers()).toEqual([]);
    expect(await verifyStore(user.context.store)).toEqual({ ok: true, bad: [] });
  });

  test('has nothing half-installed after kill -9, and the next installation removes what is left', async () => {
    const found = await resolve();
    const isStuck = new Promise<void>(stuck => {
      registry.intercept = request => {
        const isArchive = request.url?.endsWith('.tgz') === true;
        if (isArchive) stuck();
        return isArchive;
      };
    });
    const child = installChild(found, npmUserWithEmptyCache());
    await isStuck;
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(leftovers()).toHaveLength(1);
    expect(await listStore(user.context.store)).toEqual([]);
    registry.intercept = () => false;
    expect(output(await prepare(found))).toBe('dep 1.0.0\n');
    expect(leftovers()).toEqual([]);
  });

  test.runIf(canMount())('on a full disk has nothing half-installed', async () => {
    registry.publish('dep', '1.0.0', { files: { 'index.js': `//${'x'.repeat(4_000_000)}` } });
    const found = await resolve();
    // What npm warns of must be found, whatever it calls itself.
    writeFileSync(path.join(user.context.cwd, '.npmrc'), 'heading=other\n');
    const small = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small]);
    try {
      const store = path.join(small, 'store');
      const error = await rejectionOf(prepare(found, npx('weather'), { ...user.context, store }));
      expect(error.code).toBe('store.no-space');
      expect([await listStore(store), leftovers(store)]).toEqual([[], []]);
    } finally {
      execFileSync('umount', [small]);
    }
  });

  test('is not used through a link that was planted in it', async () => {
    const found = await resolve();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, path.join(user.context.store, 'npm'));
    expect((await rejectionOf(prepare(found))).code).toBe('store.damaged');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('is not used through an entry that is a link', async () => {
    const found = await resolve();
    const other = { ...user.context, store: temporaryFolder() };
    await prepare(found, npx('weather'), other);
    const [name = ''] = readdirSync(path.join(other.store, 'npm'));
    mkdirSync(path.join(user.context.store, 'npm'));
    symlinkSync(path.join(other.store, 'npm', name), path.join(user.context.store, 'npm', name));
    expect((await rejectionOf(prepare(found))).code).toBe('store.damaged');
  });
});

const CHILD = [
  '--conditions=toolmark-source',
  '--import',
  import.meta.resolve('tsx'),
  path.join(import.meta.dirname, 'install-child.ts'),
];

/** Installs in another process. */
function installChild({ pinned, tree }: Found, context: Context): ChildProcess {
  const file = path.join(temporaryFolder(), 'install.json');
  writeFileSync(file, JSON.stringify({ pinned, lock: toPackageLock(tree), wanted: npx('weather'), context }));
  return spawn(process.execPath, [...CHILD, file], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function outputOf(child: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', chunk => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString();
}

function flipByte(file: string): void {
  const { atime, mtime, mode } = statSync(file);
  const bytes = readFileSync(file);
  bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1;
  chmodSync(file, 0o644);
  writeFileSync(file, bytes);
  chmodSync(file, mode);
  utimesSync(file, atime, mtime);
}

/** Only root may mount a small disk. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = temporaryFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) return false;
  return spawnSync('umount', [folder]).status === 0;
}
