import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

const CLI = path.resolve('packages/cli');

/** The files of the bundle that a run of the command has loaded. */
function loadedBy(args: readonly string[], cwd: string): string[] {
  const coverage = temporaryFolder();
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  const { status, stderr } = spawnSync(process.execPath, [path.join(CLI, 'bin/toolmark.js'), ...args], { cwd, env });
  expect(status, String(stderr)).toBe(0);
  const reports = readdirSync(coverage).map(file => readFileSync(path.join(coverage, file), 'utf8'));
  const files = reports.flatMap(report => JSON.parse(report).result.map((script: { url: string }) => script.url));
  return files.filter((url: string) => url.includes('/cli/dist/')).map((url: string) => path.basename(url));
}

test('a check without publishers loads nothing of attestations', () => {
  const cwd = temporaryFolder();
  const server = ['--', process.execPath, path.resolve('test/scenarios/servers/honest.js')];
  loadedBy(['lock', '--yes', ...server], cwd);
  const loaded = loadedBy(['check', ...server], cwd);
  expect(loaded.some(file => file.startsWith('check-'))).toBe(true);
  const parts = readdirSync(path.join(CLI, 'dist')).filter(file => /^(judge-update|attestation)/.test(file));
  expect(parts.length).toBeGreaterThan(2);
  expect(loaded.filter(file => parts.includes(file))).toEqual([]);
});
