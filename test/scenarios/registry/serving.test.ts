import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../packages/client/src/index.ts';
import { type Postgres, startPostgres } from '../../postgres.ts';

const TOOLMARK = path.resolve(import.meta.dirname, '../../../packages/cli/bin/toolmark.js');

describe('the built registry, as an operator runs it', () => {
  let folder: string;
  let postgres: Postgres;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmark-serving-'));
    postgres = await startPostgres();
  });
  afterAll(async () => {
    for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  /** Starts it on any port, and waits until it says where it listens. */
  async function serve(data: string, args: readonly string[] = [], env: Record<string, string> = {}) {
    const { TOOLMARK_DATA: _, DATABASE_URL: __, ...inherited } = process.env;
    const child = spawn(process.execPath, [TOOLMARK, 'serve', '--port', '0', ...args], {
      ...{ cwd: folder, env: { ...inherited, TOOLMARK_DATA: data, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    running.push(child);
    const lines: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error(lines.join('\n'))));
      createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', line => {
        lines.push(line);
        const found = /listening on (https?:[^\s"]+)/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const stop = async (signal: NodeJS.Signals) => {
      const exited = once(child, 'exit');
      child.kill(signal);
      return (await exited)[0] as number | null;
    };
    return { url, lines, stop };
  }

  async function namesAt(url: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of createClient({ url }).searchAll()) names.push(name);
    return names.sort();
  }

  const EXAMPLES = ['get_weather_forecast', 'search_invoices', 'send_email', 'summarise_notes'];

  test('a first start makes a folder, a token and signed examples; a second one makes nothing', async () => {
    const first = await serve('data');
    expect(await namesAt(first.url)).toEqual(EXAMPLES);
    const file = path.join(folder, 'data/admin-token');
    expect(first.lines.join('\n')).toContain(`token is in ${file}`);
    const token = readFileSync(file, 'utf8').trim();
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    const admin = createClient({ url: first.url, token });
    expect((await admin.getTool('send_email')).registry.verification.outcome).toBe('trusted');
    await admin.getDocument('send_email', '1.0.0');
    expect(await first.stop('SIGTERM')).toBe(0);
    expect(first.lines.join('\n')).not.toContain(token);
    expect(first.lines.map(line => JSON.parse(line).msg)).toEqual(expect.arrayContaining(['request', 'ending']));
    expect(JSON.parse(first.lines.at(-1) ?? '').msg).toBe('ending');

    const second = await serve('data');
    expect(await namesAt(second.url)).toEqual(EXAMPLES);
    expect(second.lines.join('\n')).not.toMatch(/admin-token|example/);
    expect((await createClient({ url: second.url }).getTool('send_email')).registry.downloads).toBe(1);
    expect(await second.stop('SIGINT')).toBe(0);
  });

  test('the token of the admin can be given, and is then written and printed nowhere', async () => {
    const token = 'a-token-that-an-operator-chose-with-care';
    const given = await serve('given', ['--empty'], { TOOLMARK_ADMIN_TOKEN: token });
    expect(await createClient({ url: given.url, token }).reviews()).toMatchObject({ reviews: [] });
    expect(existsSync(path.join(folder, 'given/admin-token'))).toBe(false);
    expect(await given.stop('SIGTERM')).toBe(0);
    expect(given.lines.join('\n')).not.toContain(token);
  });

  test('it starts without examples, and on PostgreSQL never with them', async () => {
    const empty = await serve('empty', ['--empty']);
    expect(await namesAt(empty.url)).toEqual([]);
    const large = await serve('large', [], { DATABASE_URL: await postgres.createDatabase() });
    expect(await namesAt(large.url)).toEqual([]);
    expect([await empty.stop('SIGTERM'), await large.stop('SIGTERM')]).toEqual([0, 0]);
  });

  const TLS = /without TLS/;

  test('metrics have a port and a token of their own, and listening beyond this machine is warned of', async () => {
    const token = 'a-token-for-metrics-of-40-characters-or-so';
    const args = ['--empty', '--host', '0.0.0.0', '--metrics-port', '0', '--log-format', 'text'];
    const registry = await serve('measured', args, { TOOLMARK_METRICS_TOKEN: token });
    const said = registry.lines.join('\n');
    const metrics = /metrics are on (\S+)/.exec(said)?.[1]?.replace('0.0.0.0', '127.0.0.1') ?? '';
    const url = registry.url.replace('0.0.0.0', '127.0.0.1');
    const statusOf = async (place: string, authorization?: string) =>
      (await fetch(place, authorization === undefined ? {} : { headers: { authorization } })).status;
    expect(said).toMatch(TLS);
    expect([await statusOf(`${url}/metrics`), await statusOf(`${url}/healthz`)]).toEqual([404, 200]);
    expect([await statusOf(metrics), await statusOf(metrics, 'Bearer wrong')]).toEqual([401, 401]);
    expect(await statusOf(metrics, `Bearer ${token}`)).toBe(200);
    expect(await statusOf(metrics.replace('/metrics', '/healthz'))).toBe(404);
    expect(await registry.stop('SIGTERM')).toBe(0);
    expect(registry.lines.join('\n')).not.toContain(token);
    expect(registry.lines.every(line => /^\S+Z (info|warn) /.test(line))).toBe(true);
  });

  test.each([
    ['this machine alone', ['--host', '127.0.0.1']],
    ['a public address with https', ['--host', '0.0.0.0', '--public-url', 'https://registry.example.com']],
    ['a trusted proxy', ['--host', '0.0.0.0', '--trust-proxy']],
  ])('does not warn with %s', async (what, args) => {
    const quiet = await serve(`quiet-${what.length}`, ['--empty', ...args]);
    expect(quiet.lines.join('\n')).not.toMatch(TLS);
    expect(await quiet.stop('SIGTERM')).toBe(0);
  });

  test('a port that is taken is said in a sentence, and is exit 2', async () => {
    const one = await serve('one', ['--empty']);
    const child = spawn(process.execPath, [TOOLMARK, 'serve', '--port', new URL(one.url).port, '--data', 'two'], {
      ...{ cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    let stderr = '';
    child.stderr?.on('data', text => {
      stderr += text;
    });
    expect((await once(child, 'close'))[0]).toBe(2);
    expect(stderr).toContain('Choose another port. [serve.cannot-listen]');
    await one.stop('SIGTERM');
  });
});
