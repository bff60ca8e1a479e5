import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import { INTERNAL_ERROR } from '../connect/json-rpc-codes.ts';
import { drainBody } from './drain-body.ts';
import { KEEP_ALIVE_MS, type WriterSettings, writerSettings } from './event-writer.ts';
import type { Guard } from './guard.ts';
import { type DoorSettings, isLoopback, refusalAtDoor } from './http-door.ts';
import { HttpRefusal, refuse } from './http-refusal.ts';
import { HttpSession, SESSION_HEADER } from './http-session.ts';
import type { Parsed } from './json-rpc.ts';
import { isModernMessage, VERSION_HEADER } from './modern-request.ts';
import { type PostedMessage, readPostedMessage } from './posted-message.ts';
import { StatelessClients } from './stateless-clients.ts';

export interface HttpSettings extends DoorSettings {
  /** 0 means any that is free. */
  readonly port: number;
  /** Bytes of one message. */
  readonly maxBytes: number;
  readonly limits?: Partial<HttpLimits>;
  talk(line: string): void;
  now(): number;
}

/** What callers may cost at most. */
export interface HttpLimits {
  /** Sessions at one time, each with servers of its own. */
  readonly maxSessions: number;
  /** How long a session may be left alone. */
  readonly idleMs: number;
  /** How long the rest of a body is read after its answer, and how long a client may send nothing of it. */
  readonly drainMs: number;
  readonly drainIdleMs: number;
  /** Requests and streams at one time, of all callers. */
  readonly maxOpen: number;
  /** For the headers of a request, and for all of it. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How often a quiet stream shows that it is alive; a reader that is behind at two of them in a row has lost it. */
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
  /** Where clients find it. */
  readonly url: string;
  /** Ends all streams, sessions and servers. */
  close(): Promise<void>;
}

const PATH = '/mcp';
/** Clients keep connections for later; one that is ended just when it is used again looks like a fault of ours. */
const KEPT_ALIVE_MS = 60_000;
/** Connections beyond those that may ask: for such as are kept for later, and for those who must be told to come back. */
const SPARE_CONNECTIONS = 1_000;
const OLD_VERSIONS = new Set(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']);

/** Serves any number of clients over streamable HTTP. Without a token only this machine may be able to reach it. */
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

/** Sorts what comes in: to the session it belongs to, or to those who have none. */
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
    if (this.isClosed || this.open > this.limits.maxOpen) return new HttpRefusal(503, 'Too much is going on.', busy);
    if (url.split('?')[0] !== PATH) return new HttpRefusal(404, `There is nothing here but ${PATH}.`);
    if (['POST', 'GET', 'DELETE'].includes(method)) return undefined;
    return new HttpRefusal(405, 'This method is not allowed.', { headers: { allow: 'POST, GET, DELETE' } });
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

  /** The same error: what is refused is written down. */
  private noted(error: unknown, method: string, code: string): unknown {
    if (error instanceof HttpRefusal) this.guard.noteRefused(method, code, error.message);
    return error;
  }

  private hand(posted: PostedMessage, request: IncomingMessage, response: ServerResponse): void {
    const { parsed } = posted;
    const isGreeting = parsed.kind === 'request' && parsed.method === 'initialize';
    if (isModernMessage(parsed, request.headers)) this.stateless.post(posted, request.headers, response);
    else if (isGreeting && request.headers[SESSION_HEADER] === undefined) this.begin(posted, response);
    else if (isGreeting) throw new HttpRefusal(400, 'This session has begun already.');
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
    if (session === undefined) throw new HttpRefusal(404, 'There is no such session.', { code: -32001 });
    if (version !== undefined && !OLD_VERSIONS.has(String(version))) {
      throw new HttpRefusal(400, 'The header MCP-Protocol-Version names a version that is not supported.');
    }
    return session;
  }

  /** The session that was left alone the longest makes room; its client may begin another. */
  private makeRoom(): void {
    const [oldest] = [...this.sessions.values()]
      .filter(session => session.isIdle)
      .sort((a, b) => a.lastUsed - b.lastUsed);
    if (oldest === undefined) {
      throw new HttpRefusal(503, 'There are too many sessions.', { headers: { 'retry-after': '5' } });
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
      this.settings.talk(`A request could not be answered: ${reason}`);
      refuse(response, new HttpRefusal(500, 'The guard could not answer this request.', { code: INTERNAL_ERROR }));
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
      const message = `Nothing can listen on ${quoteInert(host)}, port ${port}: ${(cause as NodeJS.ErrnoException).code}. Choose another with --http or --host.`;
      reject(new ToolmarkError('guard.cannot-listen', message, { cause }));
    });
    server.listen({ host, port, exclusive: true }, resolve);
  });
}

function tokenNeeded(host: string): ToolmarkError {
  const message = `Others than this machine can reach ${quoteInert(host)}, so that a token is needed: give a file with --token-file, or set TOOLMARK_GUARD_TOKEN.`;
  return new ToolmarkError('guard.token-needed', message);
}
