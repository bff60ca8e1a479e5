import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeAuthorizationServer,
  type FakeProtectedServer,
  serveAuthorization,
  serveProtected,
  visit,
} from '../../../../../test/fakes/fake-authorization.ts';
import { lockOf, RawClient } from '../../../../../test/fakes/raw-client.ts';
import { type Login, login } from '../../authorize/login.ts';
import { storedAuthorizations } from '../../authorize/stored-authorization.ts';

const TOOL = { name: 'pay', description: 'Pays.', inputSchema: { type: 'object' } };
const CALLED = { result: { content: [{ type: 'text', text: 'called pay' }] } };
let folder: string;
let issuer: FakeAuthorizationServer;
let server: FakeProtectedServer;
let client: RawClient;
let now: number;

beforeEach(async () => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'toolmark-guarded-')), 'servers');
  now = Date.now();
  issuer = await serveAuthorization();
  server = await serveProtected(issuer);
  client = new RawClient({
    sources: { web: { kind: 'http', url: server.url } },
    lock: lockOf({ web: { tools: [TOOL] } }),
    authorize: storedAuthorizations({ folder, now: () => now }),
  });
});

afterEach(async () => {
  await client.close();
  issuer.close();
  server.close();
  rmSync(path.dirname(folder), { recursive: true });
});

function logIn(): Promise<Login> {
  return login(server.url, { folder, now: () => now, timeoutMs: 60_000, onAddress: address => void visit(address) });
}

describe('a guard before a server with a login', () => {
  test('uses stored tokens and refreshes them when they expire', async () => {
    const { file } = await logIn();
    await client.initialize();
    expect(await client.names('tools/list')).toEqual(['pay']);
    const before = readFileSync(file, 'utf8');
    now += 2 * 3_600_000;
    issuer.accessTokens.clear();
    expect(await client.call('pay')).toMatchObject(CALLED);
    expect(issuer.granted('refresh_token')).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).not.toBe(before);
    expect(client.lines.join() + client.stderr.join() + JSON.stringify(client.records)).not.toMatch(/access-|refresh-/);
  });

  test('refreshes revoked tokens once for concurrent calls', async () => {
    await logIn();
    await client.initialize();
    await client.names('tools/list');
    issuer.accessTokens.clear();
    const calls = await Promise.all([client.call('pay'), client.call('pay'), client.call('pay')]);
    for (const answer of calls) expect(answer).toMatchObject(CALLED);
    expect(issuer.granted('refresh_token')).toHaveLength(1);
  });

  test('prints the login command without opening a browser, and works after the login', async () => {
    const answer = await client.initialize();
    expect(client.stderr.join('\n')).toContain(`Run: toolmark login ${server.url}`);
    expect(answer).not.toHaveProperty('result.serverInfo.name', 'web');
    expect(issuer.asked).toEqual([]);
    await logIn();
    await expect.poll(async () => (await client.initialize()).result).toBeDefined();
    await expect.poll(() => client.call('pay')).toMatchObject(CALLED);
  });

  test('does not follow the server to another issuer', async () => {
    await logIn();
    await client.initialize();
    await client.names('tools/list');
    server.metadata.authorization_servers = ['https://evil.example'];
    issuer.accessTokens.clear();
    expect(await client.call('pay')).not.toMatchObject(CALLED);
    expect(client.stderr.join('\n')).toContain('https://evil.example');
    expect(issuer.granted('refresh_token')).toEqual([]);
  });
});
