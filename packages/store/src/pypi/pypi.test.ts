import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@toolmark/core';
import type { PypiPackage, PypiSpec, PypiTree, RecognisedPypi } from '@toolmark/core/package';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakePackage, FakePypiIndex } from '../../../../test/fakes/pypi-index.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import type { Context, Environment } from '../context.ts';
import { findProgram } from '../local/find-program.ts';
import { pypi } from './pypi.ts';

/** uv as TOOLMARK_UV names it, or on PATH. */
const UV = process.env.TOOLMARK_UV ?? findProgram('uv', process.env);
const canRun = UV !== undefined && spawnSync(UV, ['python', 'find']).status === 0;

const WEATHER: FakePackage = {
  name: 'weather-server',
  version: '1.0',
  requires: ['forecast>=1', 'winthing; sys_platform == "win32"', 'color; extra == "cli"'],
  scripts: { 'weather-server': 'weather:main', other: 'weather:main' },
  files: {
    'weather/__init__.py': 'import sys, forecast\ndef main():\n    print(forecast.TEXT, sys.argv[1:], sys.prefix)\n',
  },
};
const FORECAST: FakePackage = { name: 'forecast', version: '1.5', files: { 'forecast.py': 'TEXT = "sun"\n' } };

let index: FakePypiIndex;
let folder: string;
let notes: Finding[];

beforeEach(async () => {
  folder = temporaryFolder();
  notes = [];
  index = new FakePypiIndex();
  await index.open();
  index.publish(WEATHER);
  index.publish(FORECAST);
  index.publish({ name: 'winthing', version: '1' });
  index.publish({ name: 'color', version: '2' });
});

afterEach(() => index.close());

function contextWith(env: Environment = {}, changes: Partial<Context> = {}): Context {
  const home = path.join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const PATH = [path.dirname(UV ?? ''), process.env.PATH].join(path.delimiter);
  const quick = { UV_HTTP_RETRIES: '0', UV_PYTHON_DOWNLOADS: 'never', UV_CACHE_DIR: path.join(folder, 'cache') };
  return {
    store: path.join(folder, 'store'),
    cwd: folder,
    env: { PATH, HOME: home, XDG_CONFIG_HOME: home, UV_DEFAULT_INDEX: index.address(), ...quick, ...env },
    onNote: note => notes.push(note),
    ...changes,
  };
}

const spec = (name: string, wanted = '', extras: readonly string[] = []): PypiSpec => ({ name, wanted, extras });

function wantedOf(
  specs: readonly PypiSpec[] = [spec('weather-server')],
  rest: Partial<RecognisedPypi> = {},
): RecognisedPypi {
  return { type: 'pypi', runner: 'uvx', specs, args: ['--port', '1'], ...rest };
}

interface Lock {
  readonly pinned: PypiPackage;
  readonly tree: PypiTree;
}

async function lock(wanted = wantedOf(), context = contextWith()): Promise<Lock> {
  const { package: pinned, tree } = await pypi.resolve(wanted, context);
  if (pinned.type !== 'pypi' || tree?.type !== 'pypi') throw new Error('It is not pinned.');
  return { pinned, tree };
}

async function start({ pinned, tree }: Lock, context = contextWith(), wanted = wantedOf()): Promise<string> {
  const launch = { command: 'uvx', args: ['weather-server'] };
  const { command, args, env } = await pypi.prepare(pinned, tree, wanted, launch, context);
  return execFileSync(command, args, { encoding: 'utf8', cwd: folder, env: { PATH: process.env.PATH, ...env } });
}

const entries = (context = contextWith()): string[] => {
  const at = path.join(context.store, 'pypi');
  return existsSync(at) ? readdirSync(at) : [];
};

test('without uv, says how to get it', async () => {
  const context = contextWith({ PATH: folder });
  await expect(pypi.resolve(wantedOf(), context)).rejects.toMatchObject({
    code: 'package.resolver-missing',
    message: expect.stringContaining('pip install uv'),
  });
});

test.each<[string, PypiSpec]>([
  ['an option as the name', spec('--index-url=https://evil.example')],
  ['two lines as the name', spec('a\n--index-url')],
  ['an address as the version', spec('a', ' @ https://evil.example/a.whl')],
  ['a marker in the version', spec('a', '==1 ; x')],
  ['two lines as the version', spec('a', '==1\n-e .')],
  ['an option as an extra', spec('a', '', ['b]\n-e .'])],
])('%s is refused before uv runs', async (_, hostile) => {
  const refusal = pypi.resolve(wantedOf([hostile]), contextWith({ PATH: folder }));
  await expect(refusal).rejects.toMatchObject({ code: 'package.unsupported-source' });
});

describe('with uv', () => {
  if (!canRun) {
    test.skip('needs uv on PATH, or TOOLMARK_UV, and a Python', () => {});
    return;
  }

  test('a package is pinned with all packages that it needs, for every platform', async () => {
    const { pinned, tree } = await lock();
    expect(pinned).toEqual({
      type: 'pypi',
      name: 'weather-server',
      version: '1.0',
      spec: '',
      bin: 'weather-server',
      tree: expect.stringMatching(/^sha256:/),
      purl: 'pkg:pypi/weather-server@1.0',
    });
    expect([...tree.packages].map(([name, { version, marker }]) => [name, version, marker])).toEqual([
      ['forecast', '1.5', undefined],
      ['weather-server', '1.0', undefined],
      ['winthing', '1', "sys_platform == 'win32'"],
    ]);
  });

  test('a version, an extra, another package and a program are pinned as the command says', async () => {
    index.publish({ ...WEATHER, version: '2.0' });
    index.publish({ name: 'plugin', version: '3' });
    const specs = [spec('weather-server', '==1.0', ['cli']), spec('plugin', '>=2,<4')];
    const { pinned, tree } = await lock(wantedOf(specs, { bin: 'other' }));
    expect(pinned).toMatchObject({ version: '1.0', spec: '==1.0', bin: 'other' });
    expect([...tree.packages.keys()]).toEqual(['color', 'forecast', 'plugin', 'weather-server', 'winthing']);
  });

  test('it starts in its own environment, with its arguments, also without index and uv', async () => {
    const locked = await lock();
    const printed = await start(locked);
    expect(printed).toMatch(/^sun \['--port', '1'\] /);
    expect(printed).toContain(entries()[0]);
    await index.close();
    expect(await start(locked, contextWith({ PATH: folder }))).toBe(printed);
    expect(entries()).toHaveLength(1);
  });

  test('it still starts the pinned version after a newer one is published', async () => {
    const locked = await lock();
    index.publish({ ...FORECAST, version: '1.6', files: { 'forecast.py': 'TEXT = "rain"\n' } });
    expect(await start(locked)).toMatch(/^sun /);
    expect((await lock()).pinned.tree).not.toBe(locked.pinned.tree);
  });

  test('a child of the program runs in the same environment', async () => {
    const code =
      'import subprocess, sys\ndef main():\n    print(subprocess.check_output([sys.executable, "-c", "import forecast; print(forecast.TEXT)"], text=True))\n';
    index.publish({ ...WEATHER, version: '1.1', files: { 'weather/__init__.py': code } });
    expect(await start(await lock())).toBe('sun\n\n');
  });

  test('a package is started under each spelling of its name', async () => {
    index.publish({
      name: 'My.Tool',
      version: '1',
      scripts: { my_tool: 'mytool:main' },
      files: { 'mytool.py': 'def main(): print("hi")\n' },
    });
    const wanted = wantedOf([spec('my-tool')]);
    expect(await start(await lock(wanted), contextWith(), wanted)).toBe('hi\n');
  });

  test('the settings of a project are not used, as by uvx', async () => {
    const settings = {
      'uv.toml': 'no-index = true',
      'pyproject.toml': '[tool.uv]\nno-index = true',
      '.python-version': '3.99',
    };
    for (const [name, text] of Object.entries(settings)) writeFileSync(path.join(folder, name), `${text}\n`);
    expect(await start(await lock())).toMatch(/^sun /);
  });

  test('the settings of the user are used', async () => {
    const context = contextWith({ UV_DEFAULT_INDEX: undefined });
    mkdirSync(path.join(folder, 'home', 'uv'));
    writeFileSync(
      path.join(folder, 'home', 'uv', 'uv.toml'),
      `index-url = "${index.address()}"\n[pip]\nemit-index-url = true\n`,
    );
    const refusal = await pypi.resolve(wantedOf(), context).catch(error => error);
    // What it writes then begins with an option, whose address may contain a token.
    expect(refusal).toMatchObject({ code: 'package.unsupported-source' });
    writeFileSync(path.join(folder, 'home', 'uv', 'uv.toml'), `index-url = "${index.address()}"\n`);
    expect((await lock(wantedOf(), context)).pinned.version).toBe('1.0');
  });

  test('packages with other versions elsewhere are pinned for this machine, with a note', async () => {
    index.publish({ ...FORECAST, version: '1.4' });
    const requires = ['forecast==1.4; sys_platform == "win32"', 'forecast==1.5; sys_platform != "win32"'];
    index.publish({ ...WEATHER, version: '1.1', requires });
    const locked = await lock();
    expect(locked.tree.packages.get('forecast')).toMatchObject({
      version: process.platform === 'win32' ? '1.4' : '1.5',
    });
    expect(notes).toMatchObject([{ code: 'package.one-platform', severity: 'info' }]);
    expect(await start(locked)).toMatch(/^sun /);
  });

  describe('resolving is refused', () => {
    test.each<[string, RecognisedPypi, string]>([
      ['an unknown package', wantedOf([spec('nothing')]), 'package.not-found'],
      ['an unknown version', wantedOf([spec('weather-server', '==9')]), 'package.no-such-version'],
      ['an unknown dependency', wantedOf([spec('needs-nothing')]), 'package.not-found'],
      ['a dependency without a fitting version', wantedOf([spec('needs-newer')]), 'package.no-such-version'],
      ['a package that must be built', wantedOf([spec('source-only')]), 'package.unsupported-source'],
      ['a dependency that must be built', wantedOf([spec('needs-source')]), 'package.unsupported-source'],
      ['a dependency at an address', wantedOf([spec('needs-address')]), 'package.unsupported-source'],
      ['a Python that is not there', wantedOf(undefined, { python: '3.99' }), 'package.no-python'],
    ])('%s', async (_, wanted, code) => {
      index.publishSource('source-only', '1.0');
      index.publish({ name: 'needs-nothing', version: '1', requires: ['nothing'] });
      index.publish({ name: 'needs-newer', version: '1', requires: ['forecast>=9'] });
      index.publish({ name: 'needs-source', version: '1', requires: ['source-only'] });
      index.publish({
        name: 'needs-address',
        version: '1',
        requires: [`color @ ${index.address().replace('/simple', '/files/color-2-py3-none-any.whl')}`],
      });
      await expect(lock(wanted)).rejects.toMatchObject({ code });
      expect(entries()).toEqual([]);
    });

    test('an index that is not there', async () => {
      await index.close();
      await expect(lock()).rejects.toMatchObject({ code: 'package.offline' });
    });

    test('an index that requires another login, without the password in the message', async () => {
      index.requireLogin('ada:right-secret');
      const context = contextWith({ UV_DEFAULT_INDEX: index.address('ada:wrong-secret') });
      const refusal = await lock(wantedOf(), context).catch(error => error);
      expect(refusal).toMatchObject({ code: 'package.unauthorized' });
      expect(`${refusal.message} ${refusal.cause ?? ''}`).not.toContain('secret');
    });

    test('a caller that has cancelled', async () => {
      const context = contextWith({}, { signal: AbortSignal.abort() });
      await expect(lock(wantedOf(), context)).rejects.toMatchObject({ code: 'package.cancelled' });
    });
  });

  test('a login is used, and is not in the lock', async () => {
    index.requireLogin('ada:right-secret');
    const locked = await lock(wantedOf(), contextWith({ UV_DEFAULT_INDEX: index.address('ada:right-secret') }));
    expect(JSON.stringify([locked.pinned, [...locked.tree.packages]])).not.toMatch(/secret|127\.0\.0\.1/);
  });

  describe('installing is refused', () => {
    const evil = { 'forecast.py': 'TEXT = "evil"\n' };

    test.each<[string, (locked: Lock) => Lock | undefined, string]>([
      [
        'other bytes of a dependency',
        () => void index.replace({ ...FORECAST, files: evil }, 'new-digest'),
        'package.integrity-mismatch',
      ],
      [
        'other bytes under the old digest',
        () => void index.replace({ ...FORECAST, files: evil }, 'old-digest'),
        'package.integrity-mismatch',
      ],
      [
        'other bytes of the package',
        () => void index.replace({ ...WEATHER, requires: [] }, 'new-digest'),
        'package.integrity-mismatch',
      ],
      [
        'a version that the lock does not name',
        ({ pinned, tree }) => ({ pinned: { ...pinned, version: '9' }, tree }),
        'packages.contradicts-itself',
      ],
      ['a tree that was edited', locked => edited(locked, { version: '1.6' }), 'packages.contradicts-itself'],
      [
        'a tree with another hash',
        locked => edited(locked, { hashes: [`sha256:${'0'.repeat(64)}`] }),
        'packages.contradicts-itself',
      ],
      [
        'a tree without a package',
        ({ pinned, tree }) => ({ pinned, tree: { ...tree, packages: new Map() } }),
        'packages.contradicts-itself',
      ],
    ])('%s', async (_, attack, code) => {
      const locked = await lock();
      const attacked = attack(locked) ?? locked;
      const context = contextWith({ UV_CACHE_DIR: path.join(folder, 'cache-of-another-machine') });
      await expect(start(attacked, context)).rejects.toMatchObject({ code });
      expect(entries()).toEqual([]);
    });

    test('a missing tree', async () => {
      const { pinned } = await lock();
      const refusal = pypi.prepare(pinned, undefined, wantedOf(), { command: 'uvx', args: [] }, contextWith());
      await expect(refusal).rejects.toMatchObject({ code: 'packages.missing' });
    });

    test('an index that is not there any more', async () => {
      const locked = await lock();
      await index.close();
      const env = { UV_CACHE_DIR: path.join(folder, 'cache-of-another-machine') };
      await expect(start(locked, contextWith(env))).rejects.toMatchObject({ code: 'package.offline' });
      expect(entries()).toEqual([]);
    });

    test('a wheel for another platform', async () => {
      index.publish({ name: 'native', version: '1', tag: 'cp39-cp39-win_arm64' });
      const wanted = wantedOf([spec('native')]);
      const attempt = lock(wanted).then(locked => start(locked, contextWith(), wanted));
      await expect(attempt).rejects.toMatchObject({ code: 'package.unsupported-source' });
    });

    const cfg = 'include-system-site-packages = true';
    test.each<[string, FakePackage, string]>([
      ['another package', { name: 'liar', version: '1', metadata: { name: 'forecast' } }, 'package.'],
      ['another version', { name: 'liar', version: '1', metadata: { version: '2' } }, 'package.'],
      ['Python', { name: 'liar', version: '1', files: { 'liar-1.data/scripts/python': '#!/bin/sh\n' } }, 'package.'],
      [
        'settings',
        { name: 'liar', version: '1', files: { 'liar-1.data/data/pyvenv.cfg': cfg } },
        'package.unsafe-path',
      ],
    ])('a wheel that says it is, or brings, %s', async (_, liar, code) => {
      index.publish(liar);
      const wanted = wantedOf([spec('liar')]);
      const attempt = lock(wanted).then(locked => start(locked, contextWith(), wanted));
      await expect(attempt).rejects.toMatchObject({ code: expect.stringContaining(code) });
      expect(entries()).toEqual([]);
    });

    test('a wheel with a path that leaves its folder, or the path is left out', async () => {
      index.publish({ name: 'liar', version: '1', files: { '../../../../evil.py': 'x', '/evil.py': 'x' } });
      const wanted = wantedOf([spec('liar')]);
      const attempt = lock(wanted).then(locked => start(locked, contextWith(), wanted));
      await expect(attempt).rejects.toMatchObject({ code: expect.stringMatching(/^package\./) });
      expect(readdirSync(folder, { recursive: true }).filter(name => String(name).endsWith('evil.py'))).toEqual([]);
    });

    test('variables of uv that turn off its checks are not used', async () => {
      const locked = await lock();
      index.replace({ ...FORECAST, files: evil }, 'new-digest');
      const env = { UV_NO_VERIFY_HASHES: '1', UV_REQUIRE_HASHES: '0', UV_CACHE_DIR: path.join(folder, 'cache-2') };
      await expect(start(locked, contextWith(env))).rejects.toMatchObject({ code: 'package.integrity-mismatch' });
    });

    test('a setting that installs elsewhere', async () => {
      const locked = await lock();
      mkdirSync(path.join(folder, 'home', 'uv'));
      writeFileSync(
        path.join(folder, 'home', 'uv', 'uv.toml'),
        `[pip]\ntarget = ${JSON.stringify(path.join(folder, 'elsewhere'))}\n`,
      );
      await expect(start(locked)).rejects.toMatchObject({ code: 'package.missing' });
    });
  });

  describe('a program is refused', () => {
    test.each<[string, string]>([
      ['that the package does not have', 'nothing'],
      ['that is Python itself', 'python'],
      ['that belongs to the environment', 'activate'],
      ['that leaves the folder', '../../../../bin/sh'],
    ])('%s', async (_, bin) => {
      const { pinned, tree } = await lock();
      await expect(start({ pinned: { ...pinned, bin }, tree })).rejects.toMatchObject({
        code: 'package.no-bin',
        message: expect.stringContaining('"other", "weather-server"'),
      });
    });
  });

  test('a changed file in the store is refused', async () => {
    const locked = await lock();
    await start(locked);
    const files = path.join(contextWith().store, 'pypi', entries()[0] ?? '', 'files');
    const [python = ''] = readdirSync(path.join(files, 'lib'));
    const file = path.join(files, 'lib', python, 'site-packages', 'forecast.py');
    chmodSync(file, 0o600);
    writeFileSync(file, 'TEXT = "bad"\n');
    await expect(start(locked)).rejects.toMatchObject({ code: 'store.changed' });
  });
});

/** The tree with another entry for `forecast`. */
function edited({ pinned, tree }: Lock, change: object): Lock {
  const packages = new Map(tree.packages);
  packages.set('forecast', { version: '1.5', hashes: [], ...packages.get('forecast'), ...change });
  return { pinned, tree: { ...tree, packages } };
}
