import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import { INTERNAL_ERROR } from '../../connect/json-rpc-codes.ts';
import type { Guard } from '../guard.ts';
import type { Parsed } from '../json-rpc.ts';
import { drainBody } from './drain-body.ts';
import { KEEP_ALIVE_MS, type WriterSettings, writerSettings } from './event-writer.ts';
import { type DoorSettings, isLoopback, refusalAtDoor } from './http-door.ts';
import { HttpRefusal, refuse } from './http-refusal.ts';
import { HttpSession, SESSION_HEADER } from './http-session.ts';
import { isModernMessage, VERSION_HEADER } from './modern-request.ts';
import { type PostedMessage, readPostedMessage } from './posted-message.ts';
import { StatelessClients } from './stateless-clients.ts';

export interface HttpSettings extends DoorSettings {
  /** 0: any free port. */
  readonly port: number;
  /** Limit of one message. */
  readonly maxBytes: number;
  readonly limits?: Partial<HttpLimits>;
  stderr(line: string): void;
  now(): number;
}

export interface HttpLimits {
  /** Concurrent sessions, each with servers of its own. */
  readonly maxSessions: number;
  /** When an unused session ends. */
  readonly idleMs: number;
  /** How long the rest of a body is read after the answer, in total and without data. */
  readonly drainMs: number;
  readonly drainIdleMs: number;
  /** Concurrent requests and streams of all clients. */
  readonly maxOpen: number;
  /** For the headers and for the whole request. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Interval of keep-alive comments; a reader that is behind at two in a row loses the stream. */
  readonly keepAliveMs: number;
}

const DEFAULT_HTTP_LIMITS: HttpLimits = {
  maxSessions: 100,
  idleMs: 30 * 60_000,
  drainMs: 10_000,
  drainIdleMs: 2_000,
  maxOpen: 1_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  keepAliveMs: KEEP_ALIVE_MS,
};

export interface HttpListener {
  readonly url: string;
  /** Closes all streams, sessions and servers. */
  close(): Promise<void>;
}

const PATH = '/mcp';
/** Long, because clients reuse idle connections, and closing one in that moment looks like an error. */
const KEPT_ALIVE_MS = 60_000;
/** Connections beyond `maxOpen`: idle ones, and those that get a 503. */
const SPARE_CONNECTIONS = 1_000;
const OLD_VERSIONS = new Set(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']);

/** Serves any number of clients over streamable HTTP. A token is required unless the host is loopback. */
export async function serveHttp(guard: Guard, settings: HttpSettings): Promise<HttpListener> {
  if (settings.token === undefined && !isLoopback(settings.host)) throw tokenNeeded(settings.host);
  const limits = { ...DEFAULT_HTTP_LIMITS, ...settings.limits };
  const front = new HttpFront(guard, settings, limits);
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: KEPT_ALIVE_MS,
      connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs),
    },
    (request, response) => void front.handle(request, response),
  );
  server.maxConnections = limits.maxOpen + SPARE_CONNECTIONS;
  await listenOn(server, settings);
  const { address, family, port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise(resolve => server.close(resolve));
    await front.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${PATH}`, close };
}

/** Routes requests to their session, or to the stateless clients. */
class HttpFront {
  private readonly guard: Guard;
  private readonly settings: HttpSettings;
  private readonly limits: HttpLimits;
  private readonly sessions = new Map<string, HttpSession>();
  private readonly stateless: StatelessClients;
  private readonly ending = new Set<Promise<void>>();
  private readonly sweeper: NodeJS.Timeout;
  private open = 0;
  private isClosed = false;

  constructor(guard: Guard, settings: HttpSettings, limits: HttpLimits) {
    this.guard = guard;
    this.settings = settings;
    this.limits = limits;
    this.stateless = new StatelessClients(guard, this.common);
    this.sweeper = setInterval(() => this.sweep(), Math.min(limits.idleMs, 60_000)).unref();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open++;
    response.on('close', () => this.open--);
    try {
      const refusal = refusalAtDoor(request, this.settings) ?? this.refusalOf(request);
      if (refusal !== undefined) throw refusal;
      if (request.method === 'POST') await this.post(request, response);
      else if (request.method === 'GET') this.listen(request, response);
      else this.delete(request, response);
    } catch (error) {
      this.fail(response, error);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.sweeper);
    const ends = [...this.sessions.values(), this.stateless].map(session => session.end());
    this.sessions.clear();
    await Promise.all([...ends, ...this.ending]);
  }

  private get common(): WriterSettings & { now: () => number } {
    const { settings, limits } = this;
    return { ...writerSettings(settings.maxBytes, limits.keepAliveMs), now: () => settings.now() };
  }

  private refusalOf({ url = '', method = '' }: IncomingMessage): HttpRefusal | undefined {
    const busy = { headers: { 'retry-after': '5', connection: 'close' } };
    if (this.isClosed || this.open > this.limits.maxOpen) return new HttpRefusal(503, 'Too many open requests.', busy);
    if (url.split('?')[0] !== PATH) return new HttpRefusal(404, `Not found. The endpoint is ${PATH}.`);
    if (['POST', 'GET', 'DELETE'].includes(method)) return undefined;
    return new HttpRefusal(405, 'Method not allowed.', { headers: { allow: 'POST, GET, DELETE' } });
  }

  private async post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!accepts(request, 'application/json') || !accepts(request, 'text/event-stream')) {
      throw new HttpRefusal(406, 'Accept both application/json and text/event-stream.');
    }
    drainBody(request, response, { maxMs: this.limits.drainMs, idleMs: this.limits.drainIdleMs });
    const posted = await readPostedMessage(request, this.settings.maxBytes).catch((error: unknown) => {
      throw this.noted(error, '', 'guard.malformed');
    });
    try {
      this.hand(posted, request, response);
    } catch (error) {
      throw this.noted(error, nameOf(posted.parsed), 'guard.invalid-request');
    }
  }

  /** Reports a refusal and returns it. */
  private noted(error: unknown, method: string, code: string): unknown {
    if (error instanceof HttpRefusal) this.guard.noteRefused(method, code, error.message);
    return error;
  }

  private hand(posted: PostedMessage, request: IncomingMessage, response: ServerResponse): void {
    const { parsed } = posted;
    const isInitialize = parsed.kind === 'request' && parsed.method === 'initialize';
    if (isModernMessage(parsed, request.headers)) this.stateless.post(posted, request.headers, response);
    else if (isInitialize && request.headers[SESSION_HEADER] === undefined) this.begin(posted, response);
    else if (isInitialize) throw new HttpRefusal(400, 'This session is already initialized.');
    else this.sessionOf(request).post(posted, response);
  }

  private begin(posted: PostedMessage, response: ServerResponse): void {
    if (this.sessions.size >= this.limits.maxSessions) this.makeRoom();
    const onUseless = (session: HttpSession): void => this.end(session);
    const session = new HttpSession(this.guard, { ...this.common, onUseless });
    this.sessions.set(session.id, session);
    session.begin(posted, response);
  }

  private listen(request: IncomingMessage, response: ServerResponse): void {
    if (!accepts(request, 'text/event-stream')) throw new HttpRefusal(406, 'Accept text/event-stream.');
    this.sessionOf(request).listen(response);
  }

  private delete(request: IncomingMessage, response: ServerResponse): void {
    this.end(this.sessionOf(request));
    response.writeHead(200, { 'content-length': 0 }).end();
  }

  private sessionOf({ headers }: IncomingMessage): HttpSession {
    const id = headers[SESSION_HEADER];
    const version = headers[VERSION_HEADER];
    if (typeof id !== 'string') throw new HttpRefusal(400, 'The header Mcp-Session-Id is missing.');
    const session = this.sessions.get(id);
    if (session === undefined) throw new HttpRefusal(404, 'Unknown session.', { code: -32001 });
    if (version !== undefined && !OLD_VERSIONS.has(String(version))) {
      throw new HttpRefusal(400, 'Unsupported MCP-Protocol-Version.');
    }
    return session;
  }

  /** Ends the session that has been idle longest. */
  private makeRoom(): void {
    const [oldest] = [...this.sessions.values()]
      .filter(session => session.isIdle)
      .sort((a, b) => a.lastUsed - b.lastUsed);
    if (oldest === undefined) {
      throw new HttpRefusal(503, 'Too many sessions.', { headers: { 'retry-after': '5' } });
    }
    this.end(oldest);
  }

  private sweep(): void {
    const since = this.settings.now() - this.limits.idleMs;
    for (const session of this.sessions.values()) {
      if (session.isIdle && session.lastUsed <= since) this.end(session);
    }
    if (this.stateless.isIdle && this.stateless.lastUsed <= since) this.track(this.stateless.end());
  }

  private end(session: HttpSession): void {
    this.sessions.delete(session.id);
    this.track(session.end());
  }

  private track(end: Promise<void>): void {
    const done = end.finally(() => this.ending.delete(done));
    this.ending.add(done);
  }

  private fail(response: ServerResponse, error: unknown): void {
    if (error instanceof HttpRefusal) refuse(response, error);
    else if (!response.destroyed) {
      const reason = inert(error instanceof Error ? error.message : String(error));
      this.settings.stderr(`Internal error: ${reason}`);
      refuse(response, new HttpRefusal(500, 'Internal error in the guard.', { code: INTERNAL_ERROR }));
    }
  }
}

function nameOf(parsed: Parsed): string {
  return parsed.kind === 'answer' ? 'answer' : parsed.method;
}

function accepts({ headers }: IncomingMessage, type: string): boolean {
  const family = type.replace(/\/.*/, '/*');
  const accepted = (headers.accept ?? '').split(',').map(part => part.split(';')[0]?.trim().toLowerCase());
  return accepted.some(found => found === type || found === family || found === '*/*');
}

async function listenOn(server: Server, { host, port }: HttpSettings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause => {
      const message = `Cannot listen on ${quoteInert(host)}, port ${port}: ${(cause as NodeJS.ErrnoException).code}. Choose another with --http or --host.`;
      reject(new ToolmarkError('guard.cannot-listen', message, { cause }));
    });
    server.listen({ host, port, exclusive: true }, resolve);
  });
}

function tokenNeeded(host: string): ToolmarkError {
  const message = `A token is required to listen on ${quoteInert(host)}, which other machines can reach. Use --token-file or set TOOLMARK_GUARD_TOKEN.`;
  return new ToolmarkError('guard.token-needed', message);
}
