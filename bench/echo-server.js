import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** An ordinary server of 50 tools, the first of which gives back what it gets. */
const tools = Array.from({ length: 50 }, (_, index) => ({
  name: index === 0 ? 'echo' : `tool_${index}`,
  title: `Tool ${index}`,
  description: `Gives back the text that it gets, in the way number ${index} of fifty ways to do so.`,
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'What to give back.' }, count: { type: 'integer', minimum: 1 } },
    required: ['text'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}));

const server = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', () => ({ tools }));
server.setRequestHandler('tools/call', ({ params }) => ({ content: [{ type: 'text', text: params.arguments.text }] }));
await server.connect(new StdioServerTransport());
