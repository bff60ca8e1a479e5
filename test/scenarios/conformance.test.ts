import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Results, runSuite, suiteIn } from './conformance/suite.ts';
import { guardCommand } from './guarded-client.ts';

const FOLDER = process.env.TOOLMARK_SERVERS;
const suite = suiteIn(path.resolve(FOLDER ?? ''));
const isMissing = FOLDER === undefined || !existsSync(suite);
const SERVER = [process.execPath, path.resolve(import.meta.dirname, 'conformance/server.js')];

/** What is seen behind the guard where it differs, each explained in docs/spec/guard.md. */
const EXPLAINED = new Map([
  [
    '2025-11-25 server-sse-multiple-streams',
    ['server-accepts-multiple-post-streams SUCCESS', 'server-sse-streams-functional INFO'],
  ],
  [
    '2025-11-25 server-sse-polling',
    ['incoming-response INFO', 'outgoing-request INFO', 'server-sse-content-type INFO'],
  ],
]);

/** The scenarios give servers half a second here and there, which a busy machine may not have. */
const ATTEMPTS = 3;

describe.skipIf(isMissing)('the conformance suite of MCP (TOOLMARK_SERVERS names its folder)', () => {
  let cwd: string;
  let direct: string;
  let guarded: { readonly [way: string]: string };
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    cwd = temporaryFolder();
    direct = await addressOf([...SERVER, 'http']);
    guarded = {
      'on standard input': await guard('local.lock.json', '--', ...SERVER),
      'over HTTP': await guard('remote.lock.json', '--url', direct),
    };
  });
  afterAll(() => {
    for (const child of children) child.kill();
  });

  /** Locks the server and starts a guard in front of it. A lock of a local server is not one of a remote server. */
  async function guard(lockfile: string, ...source: string[]): Promise<string> {
    const given = ['--lockfile', lockfile, '--name', 'fixtures', ...source];
    const { exit, stderr } = await runToolmark(['lock', '--yes', ...given], { cwd });
    expect(exit, stderr).toBe(0);
    return addressOf(guardCommand('--http', '0', ...given));
  }

  /** Starts a command that says where it listens. */
  function addressOf([program = '', ...args]: readonly string[]): Promise<string> {
    const child = spawn(program, args, { cwd });
    children.push(child);
    return new Promise((resolve, reject) => {
      let said = '';
      const collect = (chunk: Buffer): void => {
        said += chunk;
        const [address] = /http:\S+(?=\n)/.exec(said) ?? [];
        if (address !== undefined) resolve(address);
      };
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.on('exit', () => reject(new Error(`It ended: ${said}`)));
    });
  }

  test.each(['2025-11-25', '2026-07-28'])(
    'a server gives the same results for %s behind the guard and without it',
    { timeout: 600_000 },
    async revision => {
      const [without = new Map(), ...behind] = await Promise.all(
        [direct, ...Object.values(guarded)].map(url => runSuite(suite, url, revision)),
      );
      expect(without.size).toBeGreaterThan(30);
      for (const [index, way] of Object.keys(guarded).entries()) {
        for (const scenario of without.keys()) {
          const pair = [checksOf(without, scenario), checksOf(behind[index], scenario)] as const;
          await compare(revision, scenario, way, pair);
        }
      }
    },
  );

  async function compare(revision: string, scenario: string, way: string, first: Pair): Promise<void> {
    const name = `${revision} ${scenario}`;
    let [expected, found] = first;
    for (let attempt = 1; attempt < ATTEMPTS && !isFine(name, expected, found); attempt++) {
      // Scenarios of extensions do not run by themselves.
      const alone = scenario.startsWith('tasks-') ? undefined : scenario;
      expected = checksOf(await runSuite(suite, direct, revision, alone), scenario);
      found = checksOf(await runSuite(suite, guarded[way] ?? '', revision, alone), scenario);
    }
    expect(found, `${name}, ${way}`).toEqual(EXPLAINED.get(name) ?? expected);
    expect(failures(name, expected), name).toEqual([]);
  }
});

/** Without the guard, and behind it. */
type Pair = readonly [readonly string[], readonly string[]];

function checksOf(results: Results | undefined, scenario: string): readonly string[] {
  return results?.get(scenario) ?? [];
}

function isFine(name: string, expected: readonly string[], found: readonly string[]): boolean {
  const isSame = (EXPLAINED.get(name) ?? expected).join() === found.join();
  return isSame && expected.length > 0 && failures(name, expected).length === 0;
}

/** What the fixtures do not have: tasks, which are an extension, and streams that can be taken up again. */
const MISSING = / (tasks-|server-sse-polling)/;

function failures(name: string, checks: readonly string[]): readonly string[] {
  return MISSING.test(name) ? [] : checks.filter(check => / (FAILURE|WARNING)$/.test(check));
}
