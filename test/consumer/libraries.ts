import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@toolmark/client';
import { parseMcpTool, toolDigest, validate } from '@toolmark/core';
import { takeSnapshots } from '@toolmark/mcp';
import { Guard } from '@toolmark/mcp/proxy';
import { createLog, serve } from '@toolmark/registry';

/** Uses every library once, as users do. The argument is the file of an MCP server. */
async function useLibraries(server: string): Promise<void> {
  useCore();
  await useMcp(server);
  await useRegistry();
}

function useCore(): void {
  const bytes = new TextEncoder().encode('{"name":"echo","description":"Echoes.","inputSchema":{"type":"object"}}');
  assert.equal(validate(bytes, { now: new Date(0) }).valid, true);
  assert.match(toolDigest(parseMcpTool(bytes)), /^sha256:eb07c15d/);
}

async function useMcp(server: string): Promise<void> {
  const source = { kind: 'stdio', command: process.execPath, args: [server] } as const;
  const [result] = await takeSnapshots([{ key: 'mine', source }], { env: process.env });
  assert.ok(result !== undefined && 'snapshot' in result, 'the server was not read');
  assert.deepEqual(
    result.snapshot.tools.map(({ name }) => name),
    ['greet'],
  );
  assert.equal(typeof Guard, 'function');
}

async function useRegistry(): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'toolmark-consumer-'));
  const log = createLog('silent', () => undefined);
  const serving = await serve({ data, host: '127.0.0.1', port: 0, log, now: () => new Date() });
  try {
    assert.deepEqual((await createClient({ url: serving.url }).search()).tools, []);
  } finally {
    await serving.close();
    rmSync(data, { recursive: true });
  }
}

await useLibraries(path.resolve(process.argv[2] ?? ''));
