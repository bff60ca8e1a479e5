import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** A plain MCP server that reads its tool definitions from a file, so that they can change. */
const [, , definitions = ''] = process.argv;

const server = new Server({ name: 'invoices', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', () => ({ tools: JSON.parse(readFileSync(definitions, 'utf8')) }));
server.setRequestHandler('tools/call', ({ params: { name } }) => ({
  content: [{ type: 'text', text: name === 'send_reminder' ? 'The customer was reminded.' : '2 invoices, 1 overdue.' }],
}));
await server.connect(new StdioServerTransport());
