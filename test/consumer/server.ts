import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { registerTool } from '@toolmark/mcp/author';
import * as z from 'zod';

/** A server as users of the published packages write one. */
function createServer(): McpServer {
  const server = new McpServer({ name: 'greeter', version: '1.0.0' });
  const description = 'Returns a greeting for a name.';
  const inputSchema = z.object({ name: z.string().max(100).describe('Whom to greet.') });
  const metadata = { behavior: { operations: ['read'], read_only: true } } as const;
  registerTool(server, 'greet', { description, inputSchema, metadata }, async ({ name }) => ({
    content: [{ type: 'text', text: `Hello, ${name}.` }],
  }));
  return server;
}

serveStdio(createServer);
