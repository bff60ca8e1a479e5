import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../../test/refusal.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { installEntry } from './install-entry.ts';
import { CONTENT, MANIFEST, verifyEntry } from './verify-entry.ts';

let entry: string;
let content: string;

beforeEach(async () => {
  const store = temporaryFolder();
  await installEntry(store, 'npm', 'key', fill, {});
  entry = path.join(store, 'npm', 'key');
  content = path.join(entry, CONTENT);
});

async function fill(folder: string): Promise<void> {
  mkdirSync(path.join(folder, 'package', 'lib'), { recursive: true });
  writeFileSync(path.join(folder, 'package', 'cli.js'), 'console.log(1);', { mode: 0o755 });
  writeFileSync(path.join(folder, 'package', 'lib', 'deep.js'), 'exports.a = 1;');
  symlinkSync('package/cli.js', path.join(folder, 'cli'));
}

/** Changes something in the read-only content, and restores what can be restored of its metadata. */
function tamper(change: () => void): void {
  const folders = ['', 'package', 'package/lib'].map(name => path.join(content, name));
  const before = folders.map(folder => lstatSync(folder));
  for (const folder of folders) chmodSync(folder, 0o755);
  change();
  folders.forEach((folder, index) => {
    const stats = before[index];
    if (stats === undefined || !existsSync(folder)) return;
    chmodSync(folder, stats.mode);
    utimesSync(folder, stats.atime, stats.mtime);
  });
}

const at = (name: string): string => path.join(content, name);

function rewrite(file: string, text: string): void {
  const { atime, mtime, mode } = lstatSync(file);
  chmodSync(file, 0o644);
  writeFileSync(file, text);
  chmodSync(file, mode);
  utimesSync(file, atime, mtime);
}

describe('an installed entry', () => {
  test('is read-only, and verifies', async () => {
    expect(lstatSync(at('package/cli.js')).mode & 0o777).toBe(0o555);
    expect(lstatSync(at('package/lib')).mode & 0o222).toBe(0);
    for (const depth of ['quick', 'full'] as const) await verifyEntry(entry, depth);
  });

  test.each<[string, string, () => void]>([
    [
      'another byte in a file, with its size and time',
      'package/lib/deep.js',
      () => rewrite(at('package/lib/deep.js'), 'exports.a = 2;'),
    ],
    ['a longer file', 'package/cli.js', () => rewrite(at('package/cli.js'), 'console.log(1); evil();')],
    [
      'a file that was replaced by a link',
      'package/cli.js',
      () => {
        unlinkSync(at('package/cli.js'));
        symlinkSync('lib/deep.js', at('package/cli.js'));
      },
    ],
    ['a file that was removed', 'package/cli.js', () => unlinkSync(at('package/cli.js'))],
    ['a file that was added', 'package/evil.js', () => writeFileSync(at('package/evil.js'), '')],
    ['a hidden file that was added', 'package/lib/.evil', () => writeFileSync(at('package/lib/.evil'), '')],
    ['a pipe that was added', 'package/pipe', () => void execFileSync('mkfifo', [at('package/pipe')])],
    ['a folder that was added', 'node_modules/', () => mkdirSync(at('node_modules'))],
    [
      'a link to another file',
      'cli',
      () => {
        unlinkSync(at('cli'));
        symlinkSync('package/lib/deep.js', at('cli'));
      },
    ],
    ['a file that became executable', 'package/lib/deep.js', () => chmodSync(at('package/lib/deep.js'), 0o555)],
    ['a folder that was removed', 'package/lib/deep.js', () => rmSync(at('package/lib'), { recursive: true })],
  ])('is refused with %s', async (_what, file, change) => {
    tamper(change);
    for (const depth of ['quick', 'full'] as const) {
      const error = await rejectionOf(verifyEntry(entry, depth));
      expect([error.code, error.message]).toEqual(['store.changed', expect.stringContaining(`"${file}"`)]);
    }
  });

  test('that was made writable is refused by the name of the file that was changed', async () => {
    chmodSync(content, 0o755);
    rewrite(at('package/lib/deep.js'), 'exports.a = 2;');
    const { message } = await rejectionOf(verifyEntry(entry, 'quick'));
    expect(message).toContain('"package/lib/deep.js"');
  });

  test.each(['', '..', '../..'])('is refused with packages beside it, in "%s"', async folder => {
    mkdirSync(path.join(entry, folder, 'node_modules', 'evil'), { recursive: true });
    const error = await rejectionOf(installEntry(path.join(entry, '../..'), 'npm', 'key', fill, {}));
    expect([error.code, error.message]).toEqual(['store.changed', expect.stringContaining('node_modules')]);
    const verdict = verifyEntry(entry, 'full').catch(refusal => refusal.code);
    expect(await verdict).toEqual(folder === '' ? 'store.changed' : expect.anything());
  });

  test('is refused without its content', async () => {
    tamper(() => {});
    renameSync(content, `${content}.away`);
    expect((await rejectionOf(verifyEntry(entry, 'quick'))).code).toBe('store.changed');
  });

  test.runIf(process.platform !== 'win32')('is accepted after it was copied, and its manifest renewed', async () => {
    const copy = path.join(temporaryFolder(), 'copy');
    execFileSync('cp', ['-a', entry, copy]);
    const before = readFileSync(path.join(copy, MANIFEST), 'utf8');
    await verifyEntry(copy, 'quick');
    expect(readFileSync(path.join(copy, MANIFEST), 'utf8')).not.toBe(before);
    await verifyEntry(copy, 'quick');
  });

  test('is refused after it was copied and changed', async () => {
    const copy = path.join(temporaryFolder(), 'copy');
    cpSync(entry, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const file = path.join(copy, CONTENT, 'package', 'cli.js');
    rewrite(file, 'console.log(2);');
    expect((await rejectionOf(verifyEntry(copy, 'quick'))).code).toBe('store.changed');
  });
});

describe('a manifest', () => {
  const stamp = [0, 1, 1, 1, 16749];
  const hash = 'A'.repeat(43);
  const folder = (parent: unknown, name: unknown, files: unknown = [], links: unknown = []) => [
    parent,
    name,
    stamp,
    files,
    links,
  ];
  const manifest = (...folders: unknown[]) => JSON.stringify({ manifestVersion: 1, label: {}, folders });

  test.each([
    ['empty', ''],
    ['not JSON', '{'],
    ['not an object', 'null'],
    ['of another version', JSON.stringify({ manifestVersion: 2, label: {}, folders: [folder(-1, '')] })],
    ['without folders', manifest()],
    ['with a first folder that has a name', manifest(folder(-1, 'a'))],
    ['with a folder before its parent', manifest(folder(-1, ''), folder(2, 'a'), folder(0, 'b'))],
    ['with a folder in itself', manifest(folder(-1, ''), folder(1, 'a'))],
    ['with a folder that leaves the content', manifest(folder(-1, ''), folder(0, '..'))],
    ['with a file that leaves its folder', manifest(folder(-1, '', [['../x', stamp, hash]]))],
    ['with an absolute file', manifest(folder(-1, '', [['/etc/passwd', stamp, hash]]))],
    ['with a backslash in a name', manifest(folder(-1, '', [['..\\x', stamp, hash]]))],
    ['with a file named .', manifest(folder(-1, '', [['.', stamp, hash]]))],
    ['with a NUL in a name', manifest(folder(-1, '', [['a\0b', stamp, hash]]))],
    ['with a short stamp', manifest(folder(-1, '', [['a', [1], hash]]))],
    ['with text in a stamp', manifest(folder(-1, '', [['a', [0, '1', 1, 1, 1], hash]]))],
    ['with a short hash', manifest(folder(-1, '', [['a', stamp, 'x']]))],
    ['with files that are not a list', manifest(folder(-1, '', {}))],
    ['with a link that leaves its folder', manifest(folder(-1, '', [], [['..', 'x']]))],
    [
      'with a label that is not one',
      JSON.stringify({ manifestVersion: 1, label: { name: 1 }, folders: [folder(-1, '')] }),
    ],
  ])('that is %s is refused as damaged', async (_what, text) => {
    writeFileSync(path.join(entry, MANIFEST), text);
    for (const depth of ['quick', 'full'] as const)
      expect((await rejectionOf(verifyEntry(entry, depth))).code).toBe('store.damaged');
  });

  test('that is missing, or a link, is refused as damaged', async () => {
    const file = path.join(entry, MANIFEST);
    renameSync(file, `${file}.away`);
    expect((await rejectionOf(verifyEntry(entry, 'quick'))).code).toBe('store.damaged');
    symlinkSync(`${MANIFEST}.away`, file);
    expect((await rejectionOf(verifyEntry(entry, 'quick'))).code).toBe('store.damaged');
  });
});
