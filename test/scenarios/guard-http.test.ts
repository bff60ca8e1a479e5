import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Outcome, runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { guardCommand } from './guarded-client.ts';

const HONEST = [process.execPath, path.resolve(import.meta.dirname, 'servers/honest.js')];
const TOKEN = 'correct-horse-battery-staple';

let cwd: string;
beforeEach(async () => {
  cwd = temporaryFolder();
  const { exit, stderr } = await toolmark('lock', '--yes', '--no-package', '--', ...HONEST);
  expect(exit, stderr).toBe(0);
});

function toolmark(...args: string[]): Promise<Outcome> {
  return runToolmark(args, { cwd, untilStopped: async () => {} });
}

describe('toolmark guard --http', () => {
  test.each<[string, string, string[]]>([
    ['a public address without a token', 'guard.token-needed', ['--http', '0', '--host', '0.0.0.0']],
    ['a token that is too short', 'guard.bad-token', ['--http', '0', '--token-file', 'short']],
    ['a token of two lines', 'guard.bad-token', ['--http', '0', '--token-file', 'lines']],
    ['a missing token file', 'input.unreadable', ['--http', '0', '--token-file', 'none']],
    ['an invalid port', 'usage.invalid-argument', ['--http', '65536']],
    ['a token without HTTP', 'usage.http-needed', ['--token-file', 'short']],
    [
      'an address of another host',
      'guard.cannot-listen',
      ['--http', '0', '--host', '203.0.113.1', '--token-file', 'token'],
    ],
  ])('%s is exit 2', async (_, code, options) => {
    writeFileSync(path.join(cwd, 'short'), 'secret');
    writeFileSync(path.join(cwd, 'lines'), `${TOKEN}\n${TOKEN}`);
    writeFileSync(path.join(cwd, 'token'), `${TOKEN}\n`);
    const { exit, stderr } = await toolmark('guard', ...options, '--', ...HONEST);
    expect(stderr).toContain(`[${code}]`);
    expect(exit).toBe(2);
  });

  test('a port in use is exit 2', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { exit, stderr } = await toolmark('guard', '--http', String(port), '--', ...HONEST);
    other.close();
    expect(stderr).toContain('[guard.cannot-listen]');
    expect(exit).toBe(2);
  });

  test('prints its address, requires the token, hides it from servers, and stops its child processes', async () => {
    const telling = `require('fs').writeFileSync('env.txt', JSON.stringify(process.env)); import(${JSON.stringify(HONEST[1])})`;
    const [program = '', ...args] = guardCommand('--http', '0', '--', process.execPath, '-e', telling);
    const child = spawn(program, args, { cwd, env: { ...process.env, TOOLMARK_GUARD_TOKEN: TOKEN } });
    const address = await addressIn(child.stderr);
    expect((await fetch(address)).status).toBe(401);

    const client = new Client({ name: 'scenario', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['get_forecast', 'list_alerts']);
    const seen = readFileSync(path.join(cwd, 'env.txt'), 'utf8');
    expect(seen).toContain('"PATH"');
    expect(seen).not.toContain(TOKEN);

    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(address)).rejects.toThrow();
    await client.close().catch(() => {});
  });
});

/** The address in the standard error of a guard. */
async function addressIn(stderr: Readable): Promise<string> {
  let said = '';
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    const [address] = /http:\/\/127\.0\.0\.1:\d+\/mcp(?=\s)/.exec(said) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(said);
}
