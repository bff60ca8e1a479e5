import { createMcpHandler } from '@modelcontextprotocol/server';
import { readJson } from '@toolmark/core';
import { registryServer } from '../../mcp/registry-server.ts';
import { noteProblem } from '../problem.ts';
import { type Call, route } from '../route.ts';

export const MCP_ROUTES = [
  route({
    method: 'post',
    path: '/mcp',
    id: 'mcp',
    summary: 'The registry as an MCP server over streamable HTTP: search_tools, get_tool, verify_tool.',
    access: 'open',
    rawBody: 'application/json',
    answers: {
      200: {
        description: 'A JSON-RPC message, or a stream of them.',
        contentType: ['application/json', 'text/event-stream'],
      },
      202: { description: 'The notification was accepted.', isEmpty: true },
    },
    handle: answer,
  }),
];

/** Serves each request by itself, in either protocol version, as its principal. */
async function answer({
  service,
  principal,
  bytes,
  context,
  requestId,
}: Call<undefined, undefined>): Promise<Response> {
  const parsedBody = readJson(bytes);
  const explain = (error: unknown) => noteProblem(service, { path: '/mcp', requestId }, error);
  const handler = createMcpHandler(() => registryServer(service.registry, principal, explain));
  const { url, headers } = context.req.raw;
  return await handler.fetch(new Request(url, { method: 'POST', headers, body: bytes as unknown as string }), {
    parsedBody,
  });
}
