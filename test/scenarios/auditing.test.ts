import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openAuditLog } from '../../packages/mcp/src/audit/audit-log.ts';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const WRITER = [
  '--conditions=toolmark-source',
  '--import',
  import.meta.resolve('tsx'),
  path.join(import.meta.dirname, 'audit-writer.ts'),
];

describe('an audit log, written by processes that end badly', () => {
  let cwd: string;
  let file: string;
  beforeEach(() => {
    cwd = temporaryFolder();
    file = path.join(cwd, 'audit.jsonl');
  });

  async function verify(): Promise<{ ok: boolean; records: number; firstBad?: { seq: number; code: string } }> {
    return JSON.parse((await runToolmark(['audit', 'verify', 'audit.jsonl', '--format', 'json'], { cwd })).stdout);
  }

  /** Kills a writer once it has written so many records, and says which was the last it knew to be written. */
  async function killAfter(count: number): Promise<number> {
    const child = spawn(process.execPath, [...WRITER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', chunk => {
      printed += chunk;
      if (printed.split('\n').length > count) child.kill('SIGKILL');
    });
    await closed(child);
    return Number(printed.slice(0, printed.lastIndexOf('\n')).split('\n').at(-1));
  }

  const closed = (child: ChildProcess): Promise<void> => new Promise(done => child.on('close', () => done()));

  test('kill -9 in the midst of writing leaves a log that verifies, and the next writer goes on with it', async () => {
    let last = 0;
    for (const count of [1, 40, 300]) {
      last = await killAfter(count);
      const { ok, records } = await verify();
      expect(ok).toBe(true);
      expect(records).toBeGreaterThan(last);
    }
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines.filter(line => line.includes('"event":"start"'))).toHaveLength(3);
  });

  test('whatever is cut off afterwards is missed', async () => {
    // A kill between a record and its head leaves one line that was never reported as written.
    const last = await killAfter(20);
    const bytes = readFileSync(file);
    const lines = bytes
      .toString()
      .split('\n')
      .slice(0, last + 1);
    const end = Buffer.byteLength(`${lines.join('\n')}\n`);
    const start = end - Buffer.byteLength(`${lines.at(-1)}\n`);
    for (const size of [start, start + 7, end - 1]) {
      writeFileSync(file, bytes.subarray(0, size));
      expect(await verify()).toMatchObject({ ok: false, firstBad: { seq: last, code: 'audit.cut' } });
    }
    truncateSync(file, 0);
    expect(await verify()).toMatchObject({ ok: false, records: 0 });
  });

  test('two processes never write into one log', async () => {
    const lock = `sha256:${'a'.repeat(64)}` as const;
    const start = { lock, policy: null, mode: 'enforce', toolmark: '0.1.0' } as const;
    const log = openAuditLog({ path: file, now: () => new Date(0), start });
    const second = spawnSync(process.execPath, [...WRITER, file], { encoding: 'utf8' });
    expect(second.stdout).toBe('audit.in-use\n');
    log.close('SIGTERM');
    expect(await verify()).toMatchObject({ ok: true, records: 2 });
  });

  test.skipIf(process.platform === 'win32')('a file that may not grow refuses records and stays whole', async () => {
    const script = `ulimit -f 30; exec "$@"`;
    const { stdout } = spawnSync('sh', ['-c', script, 'sh', process.execPath, ...WRITER, file], {
      encoding: 'utf8',
      // The cache of the compiler would be cut off as well.
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    });
    const written = stdout.trimEnd().split('\n');
    expect(written.at(-1)).toBe('audit.unwritable');
    expect(await verify()).toMatchObject({ ok: true, records: written.length });
  });
});

describe('a folder of audit logs', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = temporaryFolder();
    mkdirSync(path.join(cwd, 'logs'));
    for (const name of ['b.jsonl', 'a.jsonl', 'other.log']) writeLog(path.join(cwd, 'logs', name));
    writeFileSync(path.join(cwd, 'logs/notes.txt'), 'not a log');
  });

  function writeLog(file: string): void {
    const lock = `sha256:${'a'.repeat(64)}` as const;
    const start = { lock, policy: null, mode: 'enforce', toolmark: '0.1.0' } as const;
    openAuditLog({ path: file, now: () => new Date(0), start }).close('done');
  }

  async function audit(line: string): Promise<{ exit: number; json: Record<string, unknown> }> {
    const { exit, stdout } = await runToolmark(['audit', ...line.split(' '), '--format', 'json'], { cwd });
    return { exit, json: JSON.parse(stdout) };
  }

  test('is verified log by log, in the order of names, each once', async () => {
    const { exit, json } = await audit('verify logs logs/a.jsonl');
    expect([exit, json.ok, json.records]).toEqual([0, true, 6]);
    const files = (json.logs as { file: string }[]).map(({ file }) => path.basename(file));
    expect(files).toEqual(['a.jsonl', 'b.jsonl', 'other.log']);
  });

  test('is shown as one list, each record with its file', async () => {
    const { exit, json } = await audit('show logs --limit 4');
    const records = json.records as { file: string; event: string }[];
    expect([exit, json.found]).toEqual([0, 6]);
    expect(records.map(({ file, event }) => `${path.basename(file)} ${event}`)).toEqual([
      'b.jsonl start',
      'b.jsonl stop',
      'other.log start',
      'other.log stop',
    ]);
  });

  test('in which a log is gone and its head is left is never whole', async () => {
    rmSync(path.join(cwd, 'logs/a.jsonl'));
    const { exit, json } = await audit('verify logs');
    expect([exit, json.ok, json.error]).toMatchObject([2, false, { code: 'input.unreadable' }]);
  });

  test('without a log could not be verified', async () => {
    mkdirSync(path.join(cwd, 'empty'));
    expect(await audit('verify empty')).toMatchObject({ exit: 2, json: { error: { code: 'audit.no-log' } } });
  });
});
