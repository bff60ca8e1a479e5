import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** For tests: a received request. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers in place of the server; nothing else is done for this path. */
export type Handler = (asked: Asked, response: ServerResponse) => void;

export interface FakeServer {
  readonly origin: string;
  readonly asked: Asked[];
  /** What to do instead, by path. */
  readonly instead: Map<string, Handler>;
  /** What it does where nothing is to be done instead. */
  readonly answer: Handler;
  close(): void;
}

async function serve(answer: Handler): Promise<FakeServer> {
  const asked: Asked[] = [];
  const instead = new Map<string, Handler>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const { method = '', headers } = request;
    const one = { method, path: pathname, query: searchParams, headers, body: Buffer.concat(parts).toString() };
    asked.push(one);
    (instead.get(pathname) ?? answer)(one, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, asked, instead, answer, close };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly clientId: string;
  readonly resource: string;
}

export interface FakeAuthorizationServer extends FakeServer {
  /** Members that metadata has besides, or instead; null removes one. */
  readonly metadata: Record<string, unknown>;
  /** The resource that each valid access token is for. */
  readonly accessTokens: Map<string, string>;
  readonly refreshTokens: Map<string, string>;
  /** Of the next tokens. */
  expiresIn: number | undefined;
  /** Requests to the token endpoint with a grant type. */
  granted(type: string): URLSearchParams[];
}

/** For tests: an authorization server that approves every request. Codes and refresh tokens can be used once. */
export async function serveAuthorization(): Promise<FakeAuthorizationServer> {
  const metadata: Record<string, unknown> = {};
  const accessTokens = new Map<string, string>();
  const refreshTokens = new Map<string, string>();
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<string, Grant>();
  const server: FakeServer = await serve((asked, response) => {
    const handler = handlers[asked.path];
    if (handler === undefined) response.writeHead(404).end();
    else handler(asked, response);
  });
  const { origin } = server;

  const describe = (): Record<string, unknown> => {
    const all: Record<string, unknown> = {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      ...metadata,
    };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  };

  const refuse = (response: ServerResponse, error: string): void => sendJson(response, { error }, 400);
  const issue = (response: ServerResponse, resource: string): void => {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    accessTokens.set(access, resource);
    refreshTokens.set(refresh, resource);
    const { expiresIn } = fake;
    sendJson(response, { access_token: access, token_type: 'Bearer', refresh_token: refresh, expires_in: expiresIn });
  };

  const handlers: Record<string, Handler> = {
    '/.well-known/oauth-authorization-server': (_, response) => sendJson(response, describe()),
    '/register': ({ body }, response) => {
      const given = JSON.parse(body);
      const id = `client-${randomUUID()}`;
      clients.set(id, given.redirect_uris);
      sendJson(response, { ...given, client_id: id }, 201);
    },
    '/authorize': ({ query }, response) => {
      const [clientId, redirectUri] = [query.get('client_id') ?? '', query.get('redirect_uri') ?? ''];
      if (!clients.get(clientId)?.includes(redirectUri) || query.get('code_challenge_method') !== 'S256') {
        return void response.writeHead(400).end();
      }
      const code = `code-${randomUUID()}`;
      const [challenge, resource] = [query.get('code_challenge') ?? '', query.get('resource') ?? ''];
      codes.set(code, { challenge, redirectUri, clientId, resource });
      const back = new URL(redirectUri);
      const state = query.get('state');
      for (const [name, value] of Object.entries({ code, state, iss: origin }))
        if (value) back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
    },
    '/token': ({ body }, response) => {
      const form = new URLSearchParams(body);
      if (form.get('grant_type') === 'refresh_token') {
        const token = form.get('refresh_token') ?? '';
        const resource = refreshTokens.get(token);
        refreshTokens.delete(token);
        if (resource === undefined || form.get('resource') !== resource) return refuse(response, 'invalid_grant');
        return issue(response, resource);
      }
      const code = form.get('code') ?? '';
      const grant = codes.get(code);
      codes.delete(code);
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight =
        grant?.challenge === verifier &&
        grant.redirectUri === form.get('redirect_uri') &&
        grant.clientId === form.get('client_id') &&
        grant.resource === form.get('resource');
      return isRight ? issue(response, grant.resource) : refuse(response, 'invalid_grant');
    },
    '/revoke': ({ body }, response) => {
      const token = new URLSearchParams(body).get('token') ?? '';
      accessTokens.delete(token);
      refreshTokens.delete(token);
      response.writeHead(200).end();
    },
  };

  const granted = (type: string): URLSearchParams[] =>
    server.asked
      .filter(({ path }) => path === '/token')
      .map(({ body }) => new URLSearchParams(body))
      .filter(form => form.get('grant_type') === type);
  const expiresIn: number | undefined = 3600;
  const fake = {
    ...server,
    metadata,
    accessTokens,
    refreshTokens,
    expiresIn: expiresIn as number | undefined,
    granted,
  };
  return fake;
}

const INITIALIZE_RESULT = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'web', version: '1' },
};
const TOOLS = { tools: [{ name: 'pay', description: 'Pays.', inputSchema: { type: 'object' } }] };

export interface FakeProtectedServer extends FakeServer {
  readonly url: string;
  /** Members that resource metadata has instead. */
  readonly metadata: Record<string, unknown>;
}

/** For tests: an MCP server with one tool that answers only to tokens of the authorization server that were made for it. */
export async function serveProtected(
  { origin: issuer, accessTokens }: Pick<FakeAuthorizationServer, 'origin' | 'accessTokens'>,
  path = '/mcp',
): Promise<FakeProtectedServer> {
  const metadata: Record<string, unknown> = {};
  const server: FakeServer = await serve(({ method, path: asked, headers, body }, response) => {
    if (asked === `/.well-known/oauth-protected-resource${path}`) {
      return sendJson(response, { resource: url, authorization_servers: [issuer], ...metadata });
    }
    if (asked !== path) return void response.writeHead(404).end();
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (accessTokens.get(token) !== url) {
      const challenge = `Bearer resource_metadata="${server.origin}/.well-known/oauth-protected-resource${path}"`;
      return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
    if (method !== 'POST') return void response.writeHead(405).end();
    const { id, method: question, params } = JSON.parse(body);
    if (id === undefined) return void response.writeHead(202).end();
    const results: Record<string, unknown> = {
      initialize: INITIALIZE_RESULT,
      'tools/list': TOOLS,
      'tools/call': { content: [{ type: 'text', text: `called ${params?.name}` }] },
    };
    const result = results[question];
    const outcome = result === undefined ? { error: { code: -32601, message: `no, ${token}` } } : { result };
    sendJson(response, { jsonrpc: '2.0', id, ...outcome });
  });
  const url = `${server.origin}${path}`;
  return { ...server, url, metadata };
}

/** For tests: follows the authorization redirect like a browser and returns the last page. */
export async function visit(address: string): Promise<Response> {
  const sent = await fetch(address, { redirect: 'manual' });
  const location = sent.headers.get('location');
  if (location === null) throw new Error(`The authorization server answered ${sent.status}.`);
  return fetch(location);
}
