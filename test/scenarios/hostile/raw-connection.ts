import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Json, JsonObject } from '../../../packages/core/src/index.ts';
import { encodeHeader } from '../../../packages/mcp/src/proxy/client/modern-request.ts';
import type { Revision } from '../../../packages/mcp/src/proxy/decide/messages.ts';

type OnMessage = (message: JsonObject) => void;

/** Carries messages as they are, and hands over everything that comes back. */
export interface Carrier {
  /** Settles when the other side has taken the message; a request over HTTP settles with its answer. */
  send(message: JsonObject): Promise<void>;
  /** Settles when nothing more can come. */
  close(): Promise<void>;
}

/** A client that sends raw messages and records all it receives. */
export class RawConnection {
  readonly received: JsonObject[] = [];
  /** What the next request of a server is answered with. */
  nextAnswer: JsonObject = { result: {} };
  private readonly carrier: Carrier;
  private readonly waiting = new Map<unknown, (answer: JsonObject) => void>();
  private readonly meta: JsonObject | undefined;
  private nextId = 1;

  constructor(revision: Revision, capabilities: JsonObject, connect: (onMessage: OnMessage) => Carrier) {
    const prefix = 'io.modelcontextprotocol/';
    const meta = {
      protocolVersion: '2026-07-28',
      clientInfo: { name: 'raw', version: '1' },
      clientCapabilities: capabilities,
    };
    const entries = Object.entries(meta).map(([name, value]) => [prefix + name, value]);
    this.meta = revision === '2026' ? Object.fromEntries(entries) : undefined;
    this.capabilities = capabilities;
    this.carrier = connect(message => this.take(message));
  }

  private readonly capabilities: JsonObject;

  /** Opens the session and returns the response. */
  async initialize(): Promise<JsonObject> {
    if (this.meta !== undefined) return this.request('server/discover', {});
    const clientInfo = { name: 'raw', version: '1' };
    const { capabilities } = this;
    const answer = await this.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
    await this.notify('notifications/initialized', {});
    return answer;
  }

  async request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = this.nextId++;
    const answer = new Promise<JsonObject>(resolve => this.waiting.set(id, resolve));
    const own = this.meta === undefined ? params : { ...params, _meta: this.meta };
    await this.send({ jsonrpc: '2.0', id, method, params: own });
    return answer;
  }

  notify(method: string, params: JsonObject): Promise<void> {
    return this.send({ jsonrpc: '2.0', method, params });
  }

  send(message: JsonObject): Promise<void> {
    return this.carrier.send(message);
  }

  close(): Promise<void> {
    return this.carrier.close();
  }

  private take(message: JsonObject): void {
    this.received.push(message);
    const { id, method } = message;
    if (method === undefined) this.settle(id, message);
    else if (id !== undefined) void this.send({ jsonrpc: '2.0', id, ...this.nextAnswer });
  }

  /** An error without an id is the answer to the one request that waits. */
  private settle(id: Json | undefined, message: JsonObject): void {
    const ids = id === undefined || id === null ? [...this.waiting.keys()] : [id];
    for (const settled of ids) {
      this.waiting.get(settled)?.(message);
      this.waiting.delete(settled);
    }
  }
}

/** Lines, as over standard input and output. */
export function overLines(input: Readable, output: Writable): (onMessage: OnMessage) => Carrier {
  return onMessage => {
    const ended = new Promise<void>(resolve => input.on('close', resolve));
    createInterface({ input }).on('line', line => onMessage(JSON.parse(line)));
    return {
      send: async message => void output.write(`${JSON.stringify(message)}\n`),
      close: () => {
        output.end();
        return ended;
      },
    };
  };
}

/** Streamable HTTP of both generations. */
export function overHttp(url: string, revision: Revision): (onMessage: OnMessage) => Carrier {
  return onMessage => {
    const session: Record<string, string> = {};
    let stream: Promise<void> | undefined;
    const listen = async (): Promise<void> => {
      const response = await fetch(url, { headers: { ...session, accept: 'text/event-stream' } });
      await readAnswers(response, onMessage);
    };
    return {
      send: async message => {
        const headers = revision === '2026' ? modernHeaders(message) : session;
        const response = await fetch(url, {
          method: 'POST',
          headers: { ...HEADERS, ...headers },
          body: JSON.stringify(message),
        });
        const id = response.headers.get('mcp-session-id');
        if (id !== null) session['mcp-session-id'] = id;
        await readAnswers(response, onMessage);
        if (message.method === 'notifications/initialized') stream = listen();
      },
      close: async () => {
        if (revision === '2025') await fetch(url, { method: 'DELETE', headers: session });
        await stream;
      },
    };
  };
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

function modernHeaders({ method, params }: JsonObject): Record<string, string> {
  const { name, uri, taskId } = (params ?? {}) as JsonObject;
  const named = [name, uri, taskId].find(value => typeof value === 'string');
  return {
    'mcp-protocol-version': '2026-07-28',
    ...(typeof method === 'string' ? { 'mcp-method': encodeHeader(method) } : {}),
    ...(typeof named === 'string' ? { 'mcp-name': encodeHeader(named) } : {}),
  };
}

/** One answer as JSON, or events. */
async function readAnswers(response: Response, onMessage: OnMessage): Promise<void> {
  const text = response.body === null ? [] : response.body.pipeThrough(new TextDecoderStream());
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  let rest = '';
  for await (const chunk of text) {
    rest += chunk;
    const events = isStream ? rest.split('\n\n') : [rest];
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) onMessage(JSON.parse(data));
    }
  }
  if (!isStream && rest.startsWith('{')) onMessage(JSON.parse(rest));
}
