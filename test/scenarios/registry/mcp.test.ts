import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { type JsonObject, parseToolDocument, toMcpTool } from '../../../packages/core/src/index.ts';
import { sql } from '../../../packages/registry/src/database/statement.ts';
import { describeDatabases, type TestRegistry } from '../../registry.ts';

describeDatabases('the registry as an MCP server', start => {
  test('finds tools, reads them, and tells a published definition from a changed one', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    await ada.publish({ name: 'search_invoices' });
    const client = await connect(registry);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'get_tool', 'verify_tool']);

    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'invoices' } });
    expect(found.structuredContent).toMatchObject({ tools: [{ name: 'search_invoices', publisher: 'ada' }] });
    expect(JSON.stringify(found.content)).not.toContain('score');

    const got = await client.callTool({ name: 'get_tool', arguments: { name: 'search_invoices' } });
    expect(got.structuredContent).toMatchObject({ tool: { name: 'search_invoices' }, status: 'active' });

    const definition = toMcpTool(parseToolDocument(ada.sign({ name: 'search_invoices' }))) as JsonObject;
    const verdictOf = async (tool: JsonObject) => {
      const asked = { name: 'verify_tool', arguments: { name: 'search_invoices', definition: tool } };
      return (await client.callTool(asked)).structuredContent;
    };
    expect(await verdictOf(definition)).toMatchObject({ verdict: 'published', version: '2.3.1' });
    expect(await verdictOf({ ...definition, description: 'Something else.' })).toMatchObject({ verdict: 'unknown' });
    await client.close();
  });

  test('warns of a definition under an advisory, whatever number it was published under', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const bob = await registry.createPublisher('bob');
    await ada.publish({ name: 'search_invoices' });
    const body = {
      ...{ type: 'security_incident', version: '2.3.1' },
      details: { severity: 'medium', summary: 'It logs names.' },
    };
    await bob.post('/api/v1/tools/search_invoices/feedback', body);
    const [review] = (await registry.admin.get('/api/v1/reviews')).json.reviews;
    const decision = { decision: 'confirm', reason: 'Seen.' };
    const decided = await registry.admin.post(`/api/v1/reviews/${review.id}`, decision);
    expect((await ada.publish({ name: 'search_invoices', version: '2.4.0' })).status).toBe(201);
    const client = await connect(registry);
    const { registry: facts } = (await registry.get('/api/v1/tools/search_invoices')).json;
    const verdict = async () => {
      const asked = { name: 'search_invoices', digest: facts.toolDigest };
      return (await client.callTool({ name: 'verify_tool', arguments: asked })).structuredContent;
    };
    expect(await verdict()).toMatchObject({ verdict: 'withdrawn', advisories: [{ id: decided.json.advisory }] });
    await registry.admin.post(`/api/v1/advisories/${decided.json.advisory}/withdraw`, { reason: 'A mistake.' });
    expect(await verdict()).toMatchObject({ verdict: 'published', version: '2.4.0', advisories: [] });
    const yanked = { status: 'yanked', reason: 'Too early.' };
    const path = '/api/v1/tools/search_invoices/versions/2.4.0/status';
    expect((await ada.post(path, yanked)).status).toBe(200);
    expect(await verdict()).toMatchObject({ verdict: 'published', version: '2.3.1' });
    await client.close();
  });

  test('tells a code of whatever is refused or fails, and nothing of the database', async () => {
    const registry = await start();
    const client = await connect(registry);
    const outcome = async (name: string, given: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name, arguments: given });
      return [isError, (content as readonly { text: string }[])[0]?.text];
    };
    const definition = { name: 'x', inputSchema: 7 };
    const nul: readonly (readonly [string, Record<string, unknown>])[] = [
      ['get_tool', { name: 'a\0' }],
      ['get_tool', { name: 'a', version: '1\0' }],
      ['verify_tool', { name: 'a\0', digest: `sha256:${'0'.repeat(64)}` }],
      ['search_tools', { query: '\0' }],
      ['search_tools', { capabilities: ['\0'] }],
      ['search_tools', { domains: ['a', 'b\0'] }],
      ['search_tools', { prefer_domain: ['\0'] }],
      ['verify_tool', { name: 'a', definition }],
      ['verify_tool', { name: 'a' }],
    ];
    for (const [name, given] of nul) {
      expect(await outcome(name, given)).toEqual([true, expect.stringMatching(/^request\.malformed: /)]);
    }
    expect(await outcome('get_tool', { name: 'a' })).toEqual([true, expect.stringMatching(/^tool\.not-found: /)]);
    expect(registry.logged.filter(line => line.includes('"failed"'))).toEqual([]);
    await registry.service.registry.database.write(writer => writer.run(sql`alter table tools rename to hidden`));
    expect(await outcome('get_tool', { name: 'a' })).toEqual([
      true,
      'internal: Internal error. See the log of the registry.',
    ]);
    expect(registry.logged.filter(line => line.includes('"failed"'))).toHaveLength(1);
    const { text } = await registry.get('/metrics');
    expect(text).toContain('toolmark_refusals_total{code="internal"} 1');
    await client.close();
  });

  test('hides private tools from other callers and shows them to their owner', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const body = ada.sign({ name: 'hidden_ledger' });
    await ada.post('/api/v1/tools?visibility=private', body);
    const ask = async (token?: string) => {
      const client = await connect(registry, token);
      const found = await client.callTool({ name: 'search_tools', arguments: { query: 'ledger' } });
      const got = await client.callTool({ name: 'get_tool', arguments: { name: 'hidden_ledger' } });
      await client.close();
      return [(found.structuredContent as { tools: unknown[] }).tools.length, got.isError ?? false];
    };
    expect(await ask()).toEqual([0, true]);
    expect(await ask(ada.token)).toEqual([1, false]);
  });
});

async function connect({ url }: TestRegistry, token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}
