import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRegistry, type TestRegistry } from '../../../../../test/registry.ts';

const ACCEPT = 'application/json, text/event-stream';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

function post(body: unknown, token?: string) {
  return registry.request('post', '/mcp', { token, body, headers: { accept: ACCEPT } });
}

function callTool(name: string, given: object) {
  return { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: given } };
}

test('serves a call in one request, without a session', async () => {
  const answer = await post(callTool('search_tools', { query: 'nothing' }));
  expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null]);
  expect(answer.text).toContain('"structuredContent":{"tools":[]}');
});

test('reads as the account of the token', async () => {
  const ada = await registry.createPublisher('ada');
  await ada.post('/api/v1/tools?visibility=private', ada.sign({ name: 'hidden_ledger' }));
  const call = callTool('get_tool', { name: 'hidden_ledger' });
  expect((await post(call)).text).toContain('tool.not-found');
  expect((await post(call, ada.token)).text).toContain('"name":"hidden_ledger"');
});

test.each([
  ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, 'json.duplicate-key'],
  ['{"jsonrpc"', 400, 'json.'],
])('refuses the body %s', async (body, status, code) => {
  const answer = await post(body);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(code)]);
});

test('counts the refusal of a tool under its code', async () => {
  await post(callTool('get_tool', { name: 'missing_tool' }));
  expect((await registry.get('/metrics')).text).toMatch(/toolmark_refusals_total\{code="tool.not-found"\} \d+/);
});
