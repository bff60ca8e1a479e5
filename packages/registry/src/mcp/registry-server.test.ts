import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { issue } from '../../../../test/pki.ts';
import { openTestRegistry } from '../../../../test/registry.ts';
import { addExamples } from '../first-start/add-examples.ts';
import { type Problem, toProblem } from '../http/problem.ts';
import { registryServer } from './registry-server.ts';

test('declares every tool read-only', async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint])).toEqual(
    [
      ['search_tools', true, false],
      ['get_tool', true, false],
      ['verify_tool', true, false],
    ],
  );
});

test.each<[query: Record<string, unknown>, names: readonly string[]]>([
  [{ query: 'invoices' }, ['search_invoices']],
  [{ max_risk_level: 'medium' }, ['get_weather_forecast', 'search_invoices', 'summarise_notes']],
  [{ capabilities: ['user_interaction'] }, ['send_email']],
  [{ query: 'invoices', min_reputation: 1 }, []],
])('search_tools with %j finds %j', async (query, names) => {
  const client = await connect();
  const found = await client.callTool({ name: 'search_tools', arguments: query });
  const { tools } = found.structuredContent as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name).sort()).toEqual(names);
});

test('search_tools returns scores only in _meta', async () => {
  const client = await connect();
  const found = await client.callTool({ name: 'search_tools', arguments: { query: 'invoices' } });
  expect(JSON.stringify([found.content, found.structuredContent])).not.toContain('score');
  expect(found._meta?.['dev.toolmark/scores']).toEqual({ search_invoices: expect.any(Number) });
});

test.each<[name: string, given: Record<string, unknown>]>([
  ['search_tools', { limit: 51 }],
  ['search_tools', { max_risk: 'low' }],
  ['get_tool', { name: '' }],
  ['verify_tool', { name: 'send_email', digest: 'sha256:1' }],
])('%s refuses the arguments %j', async (name, given) => {
  const client = await connect();
  expect(await client.callTool({ name, arguments: given })).toMatchObject({ isError: true });
});

test('a refusal is a tool error with its code, and its text is inert', async () => {
  const client = await connect(() => ({ code: 'tool.not-found', title: '\u001b[31mNot found.' }));
  expect(await client.callTool({ name: 'get_tool', arguments: { name: 'missing' } })).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'tool.not-found: \\u{1b}[31mNot found.' }],
  });
});

/** A client without a token of a registry that has the example tools. */
async function connect(explain: (error: unknown) => Pick<Problem, 'code' | 'title'> = toProblem): Promise<Client> {
  const registry = await openTestRegistry();
  await addExamples(registry, await issue({ name: 'CN=Examples', key: 'ed25519' }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await registryServer(registry, undefined, explain).connect(far);
  await client.connect(near);
  onTestFinished(() => client.close());
  return client;
}
