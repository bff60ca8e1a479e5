import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

/** A server whose listed schema is what its code gets: members with a default are required in it, as some generators write it. */
const SEARCH = z.object({
  query: z.string(),
  folder: z.string().default('/etc'),
  options: z.object({ limit: z.number().default(10) }).optional(),
});
const REPORT = 'report://made/today';

function make() {
  const server = new McpServer({ name: 'zod-tools', version: '1.0.0' }, { capabilities: { tools: {}, resources: {} } });
  const listed = z.toJSONSchema(z.looseObject(SEARCH.shape), { io: 'output' });
  const tools = [
    { name: 'search', description: 'Searches a folder.', inputSchema: listed },
    { name: 'report', description: 'Makes a report.', inputSchema: { type: 'object' } },
  ];
  server.server.setRequestHandler('tools/list', () => ({ tools }));
  server.server.setRequestHandler('tools/call', ({ params: { name, arguments: args } }) => {
    if (name === 'report') return { content: [{ type: 'resource_link', uri: REPORT, name: 'report' }] };
    const { success, data } = SEARCH.safeParse(args ?? {});
    if (!success) return { content: [{ type: 'text', text: 'invalid' }], isError: true };
    return { content: [{ type: 'text', text: JSON.stringify({ got: args, read: data }) }] };
  });
  server.server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.server.setRequestHandler('resources/read', ({ params: { uri } }) => ({
    contents: [{ uri, text: 'all well' }],
  }));
  return server;
}

serveStdio(make);
