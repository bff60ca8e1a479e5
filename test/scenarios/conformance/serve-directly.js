import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { conformanceServer } from './fixtures.js';

/** The fixtures as the SDK itself serves them over HTTP, both generations; gives back the address. */
export async function serveDirectly() {
  const modern = createMcpHandler(() => conformanceServer(modern.notify), { legacy: 'reject' });
  const sessions = new Map();
  const server = createServer(async (incoming, outgoing) => {
    const request = toRequest(incoming, outgoing);
    const response = refusalOf(request) ?? (await answer(request, modern, sessions));
    await reply(outgoing, response);
  });
  // Idle connections that the server ends just when they are used again would look like faults of the server.
  server.keepAliveTimeout = 60_000;
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}/mcp`;
}

function refusalOf(request) {
  return (
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  );
}

async function answer(request, modern, sessions) {
  const id = request.headers.get('mcp-session-id');
  if (id === null && !(await isLegacyRequest(request.clone()))) return modern.fetch(request);
  if (id !== null && !sessions.has(id)) return new Response(null, { status: 404 });
  return (sessions.get(id) ?? (await openSession(sessions))).handleRequest(request);
}

async function openSession(sessions) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: id => sessions.set(id, transport),
    onsessionclosed: id => sessions.delete(id),
  });
  await conformanceServer().connect(transport);
  return transport;
}

function toRequest(incoming, outgoing) {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const hasBody = incoming.method === 'POST';
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
  });
}

async function reply(outgoing, response) {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => {});
}
