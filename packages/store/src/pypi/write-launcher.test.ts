import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { writeLauncher } from './write-launcher.ts';

test.each([
  ["/opt/it's/python"],
  ['/opt/"a"/python'],
  ['/opt/a\\b/python'],
  ["/opt/a\n'''/python"],
  ['python'],
  ['../python'],
  [''],
])('an interpreter at %j is refused, because the launcher cannot name it', async interpreter => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'bin'));
  writeFileSync(path.join(folder, 'bin', 'python'), '');
  await expect(writeLauncher(folder, interpreter)).rejects.toMatchObject({ code: 'package.no-python' });
  expect(existsSync(path.join(folder, 'bin', 'python'))).toBe(true);
});
