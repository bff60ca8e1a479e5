import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { isJsonObject, type Json, type JsonObject } from '../../../packages/core/src/index.ts';
import type { ServerSource } from '../../../packages/mcp/src/connect/server-source.ts';

export type Transport = 'stdio' | 'http';

export const SHOWN = {
  tools: [
    { name: 'echo', description: 'Answers.', inputSchema: { type: 'object' } },
    {
      name: 'count',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    },
  ],
  prompts: [{ name: 'p', arguments: [{ name: 'city' }] }],
  resources: [{ uri: 'w://today', name: 'today' }],
  templates: [{ uriTemplate: 'w://{day}', name: 'day' }],
};

const CAPABILITIES = { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} };
const CACHE = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

const RESULTS: Readonly<Record<string, JsonObject>> = {
  initialize: { protocolVersion: '2025-11-25', capabilities: CAPABILITIES, serverInfo: { name: 's', version: '1' } },
  'server/discover': { ...CACHE, supportedVersions: ['2026-07-28'], capabilities: CAPABILITIES },
  'tools/list': { tools: SHOWN.tools },
  'prompts/list': { prompts: SHOWN.prompts },
  'resources/list': { resources: SHOWN.resources },
  'resources/templates/list': { resourceTemplates: SHOWN.templates },
  'tools/call': { content: [], structuredContent: { n: 1 } },
  'prompts/get': { messages: [] },
  'resources/read': { contents: [] },
  'completion/complete': { completion: { values: [] } },
};

type Send = (message: JsonObject) => void;

/** Supports both protocol generations and transports, records all messages, and sends what the test sets. */
export class RecordingServer {
  readonly received: JsonObject[] = [];
  readonly sent: JsonObject[] = [];
  /** Responses to the next requests, by method, sent unchanged. */
  readonly answers = new Map<string, JsonObject>();
  /** Sent during the next tool call; if it is a request, the call waits for its response. */
  aside: JsonObject | undefined;
  private readonly held = new Map<unknown, () => void>();

  /** Takes one message. `back` leads back to its sender. */
  take(message: JsonObject, back: Send): void {
    this.received.push(message);
    const send: Send = answer => {
      this.sent.push(answer);
      back(answer);
    };
    const { id, method } = message;
    if (typeof method !== 'string') {
      this.held.get(id)?.();
      this.held.delete(id);
    } else if (id !== undefined) this.answer(message, method, send);
  }

  private answer({ id = null, params }: JsonObject, method: string, send: Send): void {
    const answer = (): void =>
      send({ jsonrpc: '2.0', id, ...(this.answers.get(method) ?? { result: RESULTS[method] ?? {} }) });
    const isModern = isJsonObject(params) && isJsonObject(params._meta);
    if (method === 'subscriptions/listen' && isModern) send(acknowledgement(id, params));
    else if (method === 'tools/call' && this.aside !== undefined) this.sendAside(this.aside, send, answer);
    else answer();
  }

  private sendAside(aside: JsonObject, send: Send, answer: () => void): void {
    this.aside = undefined;
    const isRequest = typeof aside.method === 'string' && aside.id !== undefined;
    if (isRequest) this.held.set(aside.id, answer);
    send(aside);
    if (!isRequest) answer();
  }
}

function acknowledgement(id: JsonObject['id'] = null, params: JsonObject['params'] = {}): JsonObject {
  const { notifications = {} } = params as JsonObject;
  const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
  return { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications, _meta } };
}

export interface Listening {
  readonly port: number;
  readonly source: ServerSource;
  close(): Promise<void>;
}

/** Serves on a port of this machine: HTTP, or lines that a child process carries between its pipes and the port. */
export function listen(server: RecordingServer, transport: Transport): Promise<Listening> {
  return transport === 'http' ? listenHttp(server) : listenLines(server);
}

const BRIDGE = `const s = require('node:net').connect(Number(process.argv[1]), '127.0.0.1').setNoDelay(); process.stdin.pipe(s); s.pipe(process.stdout);`;

async function listenLines(server: RecordingServer): Promise<Listening> {
  const sockets = new Set<Socket>();
  const listener = createSocketServer(socket => {
    sockets.add(socket.setNoDelay());
    socket.on('error', () => socket.destroy());
    const send: Send = message => void socket.write(`${JSON.stringify(message)}\n`);
    createInterface({ input: socket }).on('line', line => server.take(JSON.parse(line), send));
  });
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise(resolve => listener.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, source: { kind: 'stdio', command: process.execPath, args: ['-e', BRIDGE, String(port)] }, close };
}

async function listenHttp(server: RecordingServer): Promise<Listening> {
  const listener = createServer((request, response) => void takeRequest(server, request, response));
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise(resolve => listener.close(resolve));
    listener.closeAllConnections();
    await closed;
  };
  return { port, source: { kind: 'http', url: `http://127.0.0.1:${port}/mcp` }, close };
}

async function takeRequest(server: RecordingServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    return;
  }
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const message: JsonObject = JSON.parse(text);
  const isRequest = typeof message.method === 'string' && message.id !== undefined;
  if (!isRequest) response.writeHead(202).end();
  server.take(message, answer => writeAnswer(response, answer, message.id));
}

/** JSON where the answer is all there is, else events that the answer ends. */
function writeAnswer(response: ServerResponse, message: JsonObject, id: Json | undefined): void {
  const isLast = message.method === undefined && message.id === id;
  const session = { 'mcp-session-id': 'recorded' };
  if (isLast && !response.headersSent) {
    response.writeHead(200, { 'content-type': 'application/json', ...session }).end(JSON.stringify(message));
    return;
  }
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream', ...session });
  response.write(`data: ${JSON.stringify(message)}\n\n`);
  if (isLast) response.end();
}
