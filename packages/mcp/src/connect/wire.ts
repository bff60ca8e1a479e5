import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { serverError } from './codes.ts';
import { loadSdk } from './load-sdk.ts';
import type { Mailbox } from './mailbox.ts';
import { onAbort } from './on-abort.ts';
import type { Reply } from './parse-answer.ts';

/** Who asks, as MCP calls it. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** Sends requests of our own over an open session of the SDK; their answers come from the mailbox. */
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
      this.mailbox.giveUp(id, serverError('server.failed', 'The answer of the server broke off.'));
    this.transport
      .send(message, { onRequestStreamEnd: lost, requestSignal: signal })
      .catch((error: unknown) => this.mailbox.giveUp(id, error));
  }

  private cancel(id: number, reason: unknown): void {
    this.mailbox.giveUp(id, reason);
    const params = this.withMeta({ requestId: id, reason: String(reason) });
    this.transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => {});
  }

  /** Member for member what the SDK would send, so that a server cannot tell it from the request of a host. */
  private message(id: number, method: string, params: Readonly<Record<string, unknown>>): JSONRPCMessage {
    const bare = Object.keys(params).length === 0 ? { method } : { method, params: { ...params } };
    const message = { ...bare, jsonrpc: '2.0' as const, id };
    return this.meta === undefined ? message : { ...message, params: this.withMeta(params) };
  }

  private withMeta(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.meta === undefined ? { ...params } : { ...params, _meta: this.meta };
  }
}

/** What every request carries since 2026-07-28, when sessions went. */
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
