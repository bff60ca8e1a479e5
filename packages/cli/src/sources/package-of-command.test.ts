import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeIo } from '../../../../test/fake-io.ts';
import { packageOfCommand } from './package-of-command.ts';

const home = mkdtempSync(path.join(tmpdir(), 'toolmark-packages-'));
const project = path.join(home, 'project');
afterAll(() => rmSync(home, { recursive: true }));

function write(folder: string, json: object): void {
  mkdirSync(path.join(home, folder), { recursive: true });
  writeFileSync(path.join(home, folder, 'package.json'), JSON.stringify(json));
}

/** A folder of the cache of npx, in which a package is installed. */
function cache(key: string, spec: string, name: string, version: string): void {
  write(`.npm/_npx/${key}`, { _npx: { packages: [spec] } });
  write(`.npm/_npx/${key}/node_modules/${name}`, { name, version });
}

beforeAll(() => {
  cache('1', '@a/cached', '@a/cached', '2025.9.25');
  cache('2', '@a/cached@^1', '@a/cached', '1.9.0');
  cache('3', 'local', 'local', '1.0.0');
  cache('4', 'liar', 'liar', 'latest');
  write('.npm/_npx/5', { _npx: 7 });
  write('project/node_modules/local', { name: 'local', version: '3.0.0', bin: './cli.js', mcpName: 'com.a/local' });
  write('project', { name: 'mine', version: '0.1.0', bin: { mine: 'dist/server.js' } });
  write('private', { name: 'secret', version: '0.1.0', bin: 'server.js', private: true });
  for (const file of [
    'project/dist/server.js',
    'project/test.js',
    'project/node_modules/local/cli.js',
    'private/server.js',
  ]) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), '');
  }
  mkdirSync(path.join(project, 'node_modules/.bin'));
  symlinkSync('../local/cli.js', path.join(project, 'node_modules/.bin/local'));
});

const npm = (identifier: string, version?: string) => ({
  registryType: 'npm',
  identifier,
  ...(version === undefined ? {} : { version }),
});

describe('the package of a command', () => {
  test.each<[string, object]>([
    ['docker run secret', {}],
    ['node', {}],
    ['node -e secret', {}],
    ['node ../nowhere.js', {}],
    ['node test.js', {}],
    ['node ../private/server.js', {}],
    ['npx -y git+https://secret', {}],
    ['npx -y @a/cached', { package: npm('@a/cached', '2025.9.25'), mcpName: null }],
    ['npx -y @a/cached@^1 --token secret', { package: npm('@a/cached', '1.9.0'), mcpName: null }],
    ['npx @a/cached@^2', { package: npm('@a/cached') }],
    ['npx @a/cached@1.2.3', { package: npm('@a/cached', '1.2.3') }],
    ['npx liar', { package: npm('liar') }],
    ['npx never-run', { package: npm('never-run') }],
    ['npx local', { package: npm('local', '3.0.0'), mcpName: 'com.a/local' }],
    ['bunx @a/cached', { package: npm('@a/cached') }],
    ['uvx weather==1.0', { package: { registryType: 'pypi', identifier: 'weather', version: '1.0' } }],
    ['uvx weather', { package: { registryType: 'pypi', identifier: 'weather' } }],
    ['node dist/server.js secret', { package: npm('mine', '0.1.0'), mcpName: null }],
    ['node_modules/.bin/local', { package: npm('local', '3.0.0'), mcpName: 'com.a/local' }],
  ])('%s', (line, expected) => {
    const [command = '', ...args] = line.split(' ');
    const { io } = fakeIo({ cwd: project, home });
    expect(packageOfCommand({ kind: 'stdio', command, args }, io)).toEqual(expected);
  });
});
