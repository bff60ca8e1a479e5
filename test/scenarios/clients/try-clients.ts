import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { TRIED, type TriedClient } from './clients.ts';
import { type Outcome, writePage } from './write-page.ts';

/**
 * Installs clients from npm and lets each list and call the tools of one server, directly and behind the guard:
 * `tsx try-clients.ts [--ci] [DRIVER…]`. What the client saw must be the same, byte for byte. A run of all clients
 * writes docs/clients.md.
 */
const ROOT = path.resolve(import.meta.dirname, '../../..');
const GUARD = path.join(ROOT, 'packages/cli/bin/toolmark.js');
const SERVER = path.join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const TIMEOUT_MS = 300_000;
/** The list of the server itself is compared, also on a machine on which it starts slowly. */
const PATIENT = ['--start-wait', '60', '--timeout', '60'];

const { values, positionals } = parseArgs({ options: { ci: { type: 'boolean' } }, allowPositionals: true });
const wanted = TRIED.filter(({ driver, isInCi }) =>
  values.ci ? isInCi : positionals.length === 0 || positionals.includes(driver),
);
const folder = mkdtempSync(path.join(tmpdir(), 'try-clients-'));
try {
  const lock = path.join(folder, 'toolmark.lock.json');
  // Some clients can do more than list and call, and the server shows them more tools.
  const capabilities = ['--capabilities', 'sampling', 'elicitation={"form":{},"url":{}}', 'roots'];
  execFileSync(process.execPath, [
    GUARD,
    'lock',
    '--name',
    'everything',
    '--lockfile',
    lock,
    ...capabilities,
    '--',
    process.execPath,
    SERVER,
  ]);
  const outcomes = wanted.map(client => report(client, tryClient(client, lock)));
  if (!values.ci && positionals.length === 0) writePage(path.join(ROOT, 'docs/clients.md'), outcomes);
  process.exitCode = outcomes.every(({ same }) => same) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(client: TriedClient, outcome: Omit<Outcome, 'client'>): Outcome {
  console.log(
    `${client.name.padEnd(24)} ${outcome.same ? 'same' : 'DIFFERENT'}  ${outcome.tools} tools, ${outcome.calls} calls, ${outcome.bytes} bytes`,
  );
  if (!outcome.same) console.log(outcome.trouble);
  return { client, ...outcome };
}

function tryClient(client: TriedClient, lock: string): Omit<Outcome, 'client'> {
  const home = installClient(client);
  const server = { command: process.execPath, args: [SERVER] };
  const guard = {
    command: process.execPath,
    args: [GUARD, 'guard', ...PATIENT, '--name', 'everything', '--lockfile', lock, '--', process.execPath, SERVER],
  };
  const [direct, guarded] = [server, guard].map(start => drive(client, home, start));
  const { everything } = JSON.parse(readFileSync(lock, 'utf8')).servers;
  return compare(direct ?? '', guarded ?? '', Object.keys(everything.tools));
}

function installClient({ driver, packages, needsScripts }: TriedClient): string {
  const home = path.join(folder, driver);
  mkdirSync(home);
  writeFileSync(path.join(home, 'package.json'), '{"private":true}');
  const scripts = needsScripts ? [] : ['--ignore-scripts'];
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--legacy-peer-deps', '--save-exact', '--silent'];
  execFileSync('npm', ['install', ...options, ...scripts, ...packages], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cpSync(path.join(import.meta.dirname, 'drivers'), home, { recursive: true });
  return home;
}

/** What the client saw, as its driver prints it; what went wrong otherwise. */
function drive({ driver }: TriedClient, home: string, start: object): string {
  const run = spawnSync(process.execPath, [`${driver}.mjs`, JSON.stringify(start)], {
    cwd: home,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  return run.status === 0 ? run.stdout : `FAILED ${run.status} ${run.stderr}`;
}

/** Of the direct list, tools that are not in the lock are left out and named: the guard must withhold these. */
function compare(direct: string, guarded: string, locked: readonly string[]): Omit<Outcome, 'client'> {
  if (direct.startsWith('FAILED')) return different(direct, guarded);
  const seen = JSON.parse(direct);
  const nameOf = (tool: { name?: string; id?: string }): string => tool.name ?? tool.id ?? '';
  // Some clients put the name of the server before that of the tool.
  const isLocked = (tool: object): boolean =>
    locked.some(name => nameOf(tool) === name || nameOf(tool).endsWith(`_${name}`));
  const tools = seen.tools.filter(isLocked);
  const expected = tools.length === seen.tools.length ? direct : `${JSON.stringify({ ...seen, tools }, null, 1)}\n`;
  if (expected !== guarded || tools.length === 0 || seen.calls.length === 0) return different(expected, guarded);
  const withheld = seen.tools.filter((tool: object) => !isLocked(tool)).map(nameOf);
  return { same: true, tools: tools.length, calls: seen.calls.length, bytes: Buffer.byteLength(guarded), withheld };
}

function different(direct: string, guarded: string): Omit<Outcome, 'client'> {
  return { same: false, tools: 0, calls: 0, bytes: 0, withheld: [], trouble: firstDifference(direct, guarded) };
}

function firstDifference(direct: string, guarded: string): string {
  const at = [...direct].findIndex((character, index) => character !== guarded[index]);
  const from = Math.max(0, at - 200);
  return `direct:  ${direct.slice(from, from + 400)}\nguarded: ${guarded.slice(from, from + 400)}`;
}
