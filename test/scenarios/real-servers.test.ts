import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, runToolmark } from '../run-toolmark.ts';
import { configFor, REAL_SERVERS } from './real-servers.ts';

/** Where `install-servers.ts` has put them. */
const FOLDER = process.env.TOOLMARK_SERVERS;
const installed = REAL_SERVERS.filter(
  server => FOLDER !== undefined && existsSync(path.join(FOLDER, 'node_modules', server.package)),
);

describe.skipIf(FOLDER === undefined)('real servers from npm (TOOLMARK_SERVERS names their folder)', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(path.join(tmpdir(), 'toolmark-real-'));
    writeFileSync(path.join(cwd, 'mcp.json'), configFor(installed, path.resolve(FOLDER ?? '')));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  function toolmark(...args: string[]): Promise<Outcome> {
    return runToolmark([...args, '--timeout', '120', '--format', 'json'], { cwd });
  }

  test('lock and check are clean, and locking twice gives the same bytes', { timeout: 300_000 }, async () => {
    expect(installed.length).toBeGreaterThanOrEqual(REAL_SERVERS.filter(server => server.isInCi).length);
    const locked = await toolmark('lock');
    expect(locked.exit, locked.stdout).toBe(0);
    const bytes = readFileSync(path.join(cwd, 'toolmark.lock.json'), 'utf8');

    const again = await toolmark('lock');
    expect(again.exit, again.stdout).toBe(0);
    expect(readFileSync(path.join(cwd, 'toolmark.lock.json'), 'utf8')).toBe(bytes);

    const checked = await toolmark('check', '--fail-on', 'safe');
    expect(checked.exit, checked.stdout).toBe(0);
    const { outcome, servers } = JSON.parse(checked.stdout);
    expect(outcome).toBe('match');
    expect(servers).toHaveLength(installed.length);
  });
});
