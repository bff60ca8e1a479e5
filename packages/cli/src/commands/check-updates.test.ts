import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { runToolmark } from '../../../../test/run-toolmark.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('../sources/judge-updates.ts', async original => {
  loaded.count++;
  return original();
});

test('a check without publishers loads nothing of attestations', async () => {
  const cwd = temporaryFolder();
  const server = ['--', process.execPath, path.resolve('test/scenarios/servers/honest.js')];
  expect((await runToolmark(['lock', '--yes', ...server], { cwd })).exit).toBe(0);
  expect((await runToolmark(['check', ...server], { cwd })).exit).toBe(0);
  expect(loaded.count).toBe(0);
  await import('../sources/judge-updates.ts');
  expect(loaded.count).toBe(1);
});
