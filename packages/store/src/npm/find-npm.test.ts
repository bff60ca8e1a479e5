import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { findNpm } from './find-npm.ts';

function write(folder: string, name: string, mode = 0o644): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '', { mode });
  return file;
}

describe('npm', () => {
  test.each(['lib/node_modules/npm/bin/npm-cli.js', 'bin/node_modules/npm/bin/npm-cli.js'])(
    'is found beside Node: %s',
    name => {
      const folder = temporaryFolder();
      const [node, script] = [write(folder, 'bin/node'), write(folder, name)];
      expect(findNpm({}, node)).toEqual({ command: node, args: [script] });
    },
  );

  test('is found beside the Node that a link names', () => {
    const folder = temporaryFolder();
    const [node, script] = [write(folder, 'bin/node'), write(folder, 'lib/node_modules/npm/bin/npm-cli.js')];
    const link = path.join(temporaryFolder(), 'node');
    symlinkSync(node, link);
    expect(findNpm({}, link)).toEqual({ command: link, args: [script] });
  });

  test.runIf(process.platform !== 'win32')(
    'is found on PATH, where a link to its script runs with the same Node',
    () => {
      const folder = realpathSync(temporaryFolder());
      const [node, script] = [write(folder, 'elsewhere/node'), write(folder, 'share/npm/npm-cli.js', 0o755)];
      mkdirSync(path.join(folder, 'bin'));
      symlinkSync(script, path.join(folder, 'bin', 'npm'));
      expect(findNpm({ PATH: `relative:${folder}/none:${folder}/bin` }, node)).toEqual({
        command: node,
        args: [script],
      });
    },
  );

  test.runIf(process.platform !== 'win32')('is found on PATH, where a program of its own starts as it is', () => {
    const folder = realpathSync(temporaryFolder());
    const [node, npm] = [write(folder, 'elsewhere/node'), write(folder, 'bin/npm', 0o755)];
    expect(findNpm({ PATH: path.dirname(npm) }, node)).toEqual({ command: npm, args: [] });
  });

  test('that does not exist is refused', () => {
    const node = write(temporaryFolder(), 'bin/node');
    expect(refusalOf(() => findNpm({ PATH: '' }, node)).code).toBe('package.resolver-missing');
  });
});
