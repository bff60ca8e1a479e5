import { ToolmarkError } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { mcpbManifest } from '../../../../test/fakes/mcpb-file.ts';
import type { Prepared } from '../ecosystem.ts';
import { type BundlePlace, bundleCommand } from './bundle-command.ts';
import { parseManifest } from './parse-manifest.ts';

const PLACE: BundlePlace = {
  folder: '/store/files',
  env: { HOME: '/home/ada' },
  platform: 'linux',
  node: '/usr/bin/node',
  isFile: file => ['/store/files/server/run', '/store/files/server/index.js'].includes(file),
};

interface Parts {
  readonly type?: string;
  readonly config?: object;
  readonly options?: object;
  readonly manifest?: object;
  readonly args?: readonly string[];
  readonly place?: Partial<BundlePlace>;
}

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function command({ type = 'node', config = {}, options = {}, manifest = {}, args = [], place = {} }: Parts): Prepared {
  const mcp_config = { command: 'node', args: [], ...config };
  const server = { type, entry_point: 'server/index.js', mcp_config };
  const bytes = bytesOf(mcpbManifest({ server, user_config: options, ...manifest }));
  return bundleCommand(parseManifest(bytes), args, { ...PLACE, ...place });
}

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'accepted';
  } catch (error) {
    return error instanceof ToolmarkError ? error.code : String(error);
  }
}

const KEY = { api_key: { type: 'string', title: 'Key', description: '', required: true, sensitive: true } };
const FOLDERS = {
  dirs: { type: 'directory', title: 'Folders', description: '', multiple: true, default: ['${HOME}/a', '/b'] },
};

describe('a manifest is refused', () => {
  const config = (mcp_config: unknown): object => ({ server: { type: 'node', entry_point: 'a', mcp_config } });
  test.each<[string, unknown, string]>([
    ['that is a list', [], 'mcpb.bad-manifest'],
    ['without a version', { ...mcpbManifest(), manifest_version: undefined }, 'mcpb.unsupported-version'],
    ['of an unknown version', mcpbManifest({ manifest_version: '1.0' }), 'mcpb.unsupported-version'],
    ['with a version that is a number', mcpbManifest({ manifest_version: 0.3 }), 'mcpb.unsupported-version'],
    ['without a name', mcpbManifest({ name: '' }), 'mcpb.bad-manifest'],
    ['with two lines in its name', mcpbManifest({ name: 'a\nb' }), 'mcpb.bad-manifest'],
    ['with a hidden character in its version', mcpbManifest({ version: '1\u200b' }), 'mcpb.bad-manifest'],
    ['with a long name', mcpbManifest({ name: 'a'.repeat(201) }), 'mcpb.bad-manifest'],
    ['without a server', mcpbManifest({ server: undefined }), 'mcpb.bad-manifest'],
    [
      'of another server type',
      mcpbManifest({ server: { type: 'docker', entry_point: 'a', mcp_config: {} } }),
      'mcpb.bad-manifest',
    ],
    [
      'of type uv',
      mcpbManifest({ server: { type: 'uv', entry_point: 'a', mcp_config: { command: 'uv' } } }),
      'mcpb.unsupported-type',
    ],
    [
      'without an entry point',
      mcpbManifest({ server: { type: 'node', mcp_config: { command: 'node' } } }),
      'mcpb.bad-manifest',
    ],
    ['without a command', mcpbManifest(config({ args: [] })), 'mcpb.bad-manifest'],
    ['with arguments that are a text', mcpbManifest(config({ command: 'node', args: 'x' })), 'mcpb.bad-manifest'],
    ['with an argument that is a number', mcpbManifest(config({ command: 'node', args: [1] })), 'mcpb.bad-manifest'],
    ['with a NUL in an argument', mcpbManifest(config({ command: 'node', args: ['a\0b'] })), 'mcpb.bad-manifest'],
    ['with a variable that is a number', mcpbManifest(config({ command: 'node', env: { A: 1 } })), 'mcpb.bad-manifest'],
    [
      'with a variable whose name has a =',
      mcpbManifest(config({ command: 'node', env: { 'A=B': 'c' } })),
      'mcpb.bad-manifest',
    ],
    [
      'with overrides that are a list',
      mcpbManifest(config({ command: 'node', platform_overrides: [] })),
      'mcpb.bad-manifest',
    ],
    ['with an option that is a text', mcpbManifest({ user_config: { a: 'b' } }), 'mcpb.bad-manifest'],
    ['with a default that is an object', mcpbManifest({ user_config: { a: { default: {} } } }), 'mcpb.bad-manifest'],
    ['with "required" that is a text', mcpbManifest({ user_config: { a: { required: 'yes' } } }), 'mcpb.bad-manifest'],
    ['with platforms that are a text', mcpbManifest({ compatibility: { platforms: 'linux' } }), 'mcpb.bad-manifest'],
  ])('%s', (_, manifest, code) => {
    expect(codeOf(() => parseManifest(bytesOf(manifest)))).toBe(code);
  });

  test.each([
    ['with a member twice', '{"name":"a","name":"b"}'],
    ['with a comment', '{} // x'],
    ['with bytes after it', '{}{}'],
  ])('%s', (_, text) => {
    expect(codeOf(() => parseManifest(new TextEncoder().encode(text)))).toBe('mcpb.bad-manifest');
  });
});

test('a manifest with the older name of its version is read', () => {
  const { manifest_version: _, ...rest } = mcpbManifest();
  expect(parseManifest(bytesOf({ ...rest, dxt_version: '0.1' }))).toMatchObject({ name: 'weather' });
});

describe('a command is refused', () => {
  test.each<[string, Parts, string]>([
    ['that is not in the bundle', { config: { command: 'bash' } }, 'mcpb.unpinned-command'],
    ['that fetches a package', { config: { command: 'npx' } }, 'mcpb.unpinned-command'],
    ['that is the interpreter of another type', { config: { command: 'python' } }, 'mcpb.unpinned-command'],
    ['that is any interpreter for type binary', { type: 'binary' }, 'mcpb.unpinned-command'],
    ['that is elsewhere on this machine', { config: { command: '/usr/bin/node' } }, 'mcpb.unpinned-command'],
    ['that leaves the bundle', { config: { command: '${__dirname}/../../x' } }, 'mcpb.unpinned-command'],
    ['that is the folder of the bundle', { config: { command: '${__dirname}' } }, 'mcpb.unpinned-command'],
    ['that is missing in the bundle', { config: { command: '${__dirname}/server/nothing' } }, 'mcpb.unpinned-command'],
    [
      'that the user would give',
      { config: { command: '${user_config.dirs}' }, options: FOLDERS },
      'mcpb.unpinned-command',
    ],
    ['that is empty', { config: { command: '' } }, 'mcpb.unpinned-command'],
    ['with an unknown variable', { config: { args: ['${SECRET}'] } }, 'mcpb.unknown-variable'],
    ['with an unknown option', { config: { args: ['${user_config.nothing}'] } }, 'mcpb.unknown-variable'],
    ['with a variable of objects', { config: { args: ['${constructor}'] } }, 'mcpb.unknown-variable'],
    ['without a required value', { options: KEY }, 'mcpb.needs-config'],
    ['with a value for no option', { args: ['--config-value', 'a=b'] }, 'mcpb.bad-config'],
    ['with a value without a name', { options: KEY, args: ['--config-value', 'secret'] }, 'mcpb.bad-config'],
    ['with an option without a value', { options: KEY, args: ['--config-value'] }, 'mcpb.bad-config'],
    [
      'with two values for one',
      { options: KEY, args: ['--config-value=api_key=a', '--config-value=api_key=b'] },
      'mcpb.bad-config',
    ],
    [
      'for another platform',
      { manifest: { compatibility: { platforms: ['darwin', 'win32'] } } },
      'mcpb.wrong-platform',
    ],
  ])('%s', (_, parts, code) => {
    expect(codeOf(() => command(parts))).toBe(code);
  });

  test('without repeating the values', () => {
    const run = () => command({ options: KEY, args: ['--config-value', 'other=secret-value'] });
    expect(run).toThrow(expect.not.objectContaining({ message: expect.stringContaining('secret-value') }));
  });

  test('naming all values that are missing', () => {
    expect(() => command({ options: { ...KEY, port: { required: true } } })).toThrow(/"api_key", "port"/);
  });
});

describe('a bundle starts', () => {
  test.each<[string, Parts, Prepared]>([
    [
      'Node for type node',
      { config: { args: ['${__dirname}/server/index.js'] } },
      { command: '/usr/bin/node', args: ['/store/files/server/index.js'], env: {} },
    ],
    [
      'Python, which must not write into the store',
      { type: 'python', config: { command: 'python3', env: { PYTHONPATH: '${__dirname}/server/lib' } } },
      { command: 'python3', args: [], env: { PYTHONPATH: '/store/files/server/lib', PYTHONDONTWRITEBYTECODE: '1' } },
    ],
    [
      'a program in the bundle',
      { type: 'binary', config: { command: '${__dirname}/server/run' } },
      { command: '/store/files/server/run', args: [], env: {} },
    ],
    [
      'a program by its relative path',
      { type: 'binary', config: { command: 'server/run' } },
      { command: '/store/files/server/run', args: [], env: {} },
    ],
    [
      'what its platform overrides',
      { config: { args: ['a'], platform_overrides: { linux: { args: ['b'] }, win32: { command: 'node.exe' } } } },
      { command: '/usr/bin/node', args: ['b'], env: {} },
    ],
    [
      'with folders of the user',
      { config: { args: ['${HOME}', '${DOCUMENTS}${/}x', '${pathSeparator}'] } },
      { command: '/usr/bin/node', args: ['/home/ada', '/home/ada/Documents/x', '/'], env: {} },
    ],
    [
      'with defaults, several of one option',
      { config: { args: ['${user_config.dirs}'], env: { DIRS: '${user_config.dirs}' } }, options: FOLDERS },
      { command: '/usr/bin/node', args: ['/home/ada/a', '/b'], env: { DIRS: '/home/ada/a,/b' } },
    ],
    [
      'with given values, which are not looked at again',
      {
        config: { args: ['--key=${user_config.api_key}'] },
        options: KEY,
        args: ['--config-value', 'api_key=${HOME}=$&', '--verbose', '--', '--config-value'],
      },
      { command: '/usr/bin/node', args: ['--key=${HOME}=$&', '--verbose', '--config-value'], env: {} },
    ],
    [
      'without what an optional value would be',
      { config: { args: ['${user_config.port}', '-x'], env: { PORT: '${user_config.port}' } }, options: { port: {} } },
      { command: '/usr/bin/node', args: ['-x'], env: {} },
    ],
  ])('%s', (_, parts, prepared) => {
    expect(command(parts)).toEqual(prepared);
  });
});
