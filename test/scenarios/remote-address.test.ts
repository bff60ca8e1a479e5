import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const TOOLS = '{"tools":[{"name":"pay","inputSchema":{"type":"object"}}]}';
const INITIALIZE_RESULT =
  '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"web","version":"1"}}';

describe('a lock entry of a remote server', () => {
  let cwd: string;
  const open: (() => void)[] = [];
  beforeEach(() => {
    cwd = temporaryFolder();
  });
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });

  /** A server that shows one tool at every path. */
  async function serve(): Promise<string> {
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method } = JSON.parse(Buffer.concat(parts).toString());
      if (id === undefined) return void response.writeHead(202).end();
      const result = { initialize: INITIALIZE_RESULT, 'tools/list': TOOLS }[String(method)];
      const outcome = result === undefined ? '"error":{"code":-32601,"message":"no"}' : `"result":${result}`;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${outcome}}`);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    open.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const lockFile = (): string => path.join(cwd, 'toolmark.lock.json');
  const lock = (): string => readFileSync(lockFile(), 'utf8');

  async function toolmark(...args: string[]): Promise<[exit: number, stdout: string, stderr: string]> {
    const { exit, stdout, stderr } = await runToolmark(args, { cwd });
    return [exit, stdout, stderr];
  }

  test('[lock.address] does not vouch for the same tools at another address until it is locked again', async () => {
    const [here, there] = [await serve(), await serve()];
    await toolmark('lock', '--url', `${here}/mcp`);
    expect(JSON.parse(lock())).toMatchObject({
      lockfileVersion: 2,
      servers: { default: { package: { type: 'remote', name: `${here}/mcp` } } },
    });
    expect((await toolmark('check', '--url', `${here}/mcp`))[0]).toBe(0);
    for (const other of [`${there}/mcp`, `${here}/other`]) {
      const [exit, stdout] = await toolmark('check', '--format', 'json', '--url', other);
      const change = { type: 'package_changed', severity: 'critical', before: `${here}/mcp`, after: other };
      expect([exit, JSON.parse(stdout).servers[0].drift]).toEqual([1, [expect.objectContaining(change)]]);
      expect(await toolmark('guard', '--url', other)).toEqual([2, '', expect.stringContaining('guard.other-address')]);
    }
    expect((await toolmark('lock', '--url', `${there}/mcp`))[0]).toBe(1);
    expect((await toolmark('lock', '--yes', '--url', `${there}/mcp`))[0]).toBe(0);
    expect((await toolmark('check', '--url', `${there}/mcp`))[0]).toBe(0);
    expect((await toolmark('check', '--url', `${here}/mcp`))[0]).toBe(1);
  });

  test('cannot be extended by one tool of another address', async () => {
    const [here, there] = [await serve(), await serve()];
    await toolmark('lock', '--url', `${here}/mcp`);
    const { digest } = JSON.parse(lock()).servers.default.tools.pay;
    const [exit, stdout] = await toolmark('lock', '--approve', `pay@${digest}`, '--url', `${there}/mcp`);
    expect([exit, stdout]).toEqual([2, expect.stringContaining('[lock.other-address]')]);
  });

  test('holds no secret of its URL', async () => {
    const here = await serve();
    await toolmark('lock', '--url', `${here}/s/9f8e7d6c5b4a39281706/mcp?token=sesame-open#part`);
    expect(lock()).not.toMatch(/9f8e7d6c5b4a39281706|sesame-open|part"/);
    expect((await toolmark('check', '--url', `${here}/s/9f8e7d6c5b4a39281706/mcp?token=renewed`))[0]).toBe(0);
    expect((await toolmark('check', '--url', `${here}/s/9f8e7d6c5b4a39281707/mcp`))[0]).toBe(1);
  });

  test('[lock.address] of version 1 is read, says that it lacks the address, and gets one when it is locked again', async () => {
    const here = await serve();
    await toolmark('lock', '--url', `${here}/mcp`);
    const old = { ...JSON.parse(lock()), lockfileVersion: 1 };
    delete old.servers.default.package;
    writeFileSync(lockFile(), JSON.stringify(old));
    expect(await toolmark('check', '--url', `${here}/mcp`)).toEqual([
      0,
      expect.stringContaining('The lock has no address for this server'),
      '',
    ]);
    expect((await toolmark('lock', '--url', `${here}/mcp`))[0]).toBe(0);
    expect(JSON.parse(lock()).servers.default.package.name).toBe(`${here}/mcp`);
  });
});
