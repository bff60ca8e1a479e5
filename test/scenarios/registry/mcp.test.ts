import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { type JsonObject, parseToolDocument, toMcpTool } from '../../../packages/core/src/index.ts';
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

  test('shows strangers no private tool, and its owner theirs', async () => {
    const registry = await start();
    const ada = await registry.createPublisher('ada');
    const body = ada.sign({ name: 'hidden_ledger' });
    await registry.request('post', '/api/v1/tools?visibility=private', { token: ada.token, body });
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
