import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { serverError } from './codes.ts';
import { onAbort } from './deadline.ts';
import { loadSdk } from './load-sdk.ts';
import type { Mailbox } from './mailbox.ts';
import type { Reply } from './parse-answer.ts';

/** `clientInfo` of MCP. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** Sends our own requests over a session of the SDK; the mailbox receives the responses. */
export class Wire {
  private readonly transport: Transport;
  private readonly mailbox: Mailbox;
  private readonly meta: Readonly<Record<string, unknown>> | undefined;

  constructor(transport: Transport, mailbox: Mailbox, meta: Readonly<Record<string, unknown>> | undefined) {
    this.transport = transport;
    this.mailbox = mailbox;
    this.meta = meta;
  }

  async request(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Reply> {
    signal?.throwIfAborted();
    const id = this.mailbox.nextId();
    const reply = this.mailbox.expect(id);
    const stopListening = onAbort(signal, reason => this.cancel(id, reason));
    this.send(id, this.message(id, method, params), signal);
    return reply.finally(stopListening);
  }

  private send(id: number, message: JSONRPCMessage, signal: AbortSignal | undefined): void {
    const lost = (): void =>
      this.mailbox.giveUp(
        id,
        serverError('server.failed', 'The connection was lost before the response was complete.'),
      );
    this.transport
      .send(message, { onRequestStreamEnd: lost, requestSignal: signal })
      .catch((error: unknown) => this.mailbox.giveUp(id, error));
  }

  private cancel(id: number, reason: unknown): void {
    this.mailbox.giveUp(id, reason);
    const params = this.withMeta({ requestId: id, reason: String(reason) });
    this.transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
  }

  /** Exactly what the SDK would send, so that a server cannot distinguish us from a host. */
  private message(id: number, method: string, params: Readonly<Record<string, unknown>>): JSONRPCMessage {
    const bare = Object.keys(params).length === 0 ? { method } : { method, params: { ...params } };
    const message = { ...bare, jsonrpc: '2.0' as const, id };
    return this.meta === undefined ? message : { ...message, params: this.withMeta(params) };
  }

  private withMeta(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.meta === undefined ? { ...params } : { ...params, _meta: this.meta };
  }
}

/** `_meta` of every request since 2026-07-28, which has no sessions. */
export async function requestMeta(
  protocolVersion: string,
  clientInfo: ClientInfo,
  capabilities: object,
): Promise<Record<string, unknown>> {
  const sdk = await loadSdk();
  return {
    [sdk.PROTOCOL_VERSION_META_KEY]: protocolVersion,
    [sdk.CLIENT_INFO_META_KEY]: clientInfo,
    [sdk.CLIENT_CAPABILITIES_META_KEY]: capabilities,
  };
}
