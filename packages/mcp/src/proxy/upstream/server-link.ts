import type { JSONRPCMessage, StreamableHTTPClientTransport, Transport } from '@modelcontextprotocol/client';
import { type JsonObject, member, ToolmarkError, writeJson } from '@toolmark/core';
import { type Authorization, type Authorize, authorizationFor } from '../../connect/authorization.ts';
import { serverError } from '../../connect/codes.ts';
import { createTransport, endSession } from '../../connect/create-transport.ts';
import { explain } from '../../connect/explain.ts';
import { type Inbox, type Received, readMessages } from '../../connect/inbox.ts';
import { type Redactor, redactorFor } from '../../connect/redactor.ts';
import type { ServerSource } from '../../connect/server-source.ts';
import { StdioTransport } from '../../connect/stdio-transport.ts';

export interface LinkOptions {
  readonly source: ServerSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly maxBytes: number;
  readonly authorize?: Authorize | undefined;
  readonly onMessage: (received: Received) => void;
  /** Called once, when the link fails. */
  readonly onFailure: (error: ToolmarkError) => void;
  readonly onStderr: (line: string) => void;
  /** The server wrote something other than a message to standard output. */
  readonly onNoise: () => void;
}

/** The HTTP request that carries a message. */
interface Carrier {
  /** Aborts it. */
  readonly signal?: AbortSignal | undefined;
  /** It ended without an answer. */
  readonly onLost?: () => void;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** One server process or HTTP session, as a stream of strictly read messages. */
export class ServerLink implements Inbox {
  failure: ToolmarkError | undefined;
  paused: Promise<void> | undefined;

  private readonly options: LinkOptions;
  private readonly authorization: Authorization | undefined;
  private readonly redact: Redactor;
  private readonly transport: Promise<Transport>;
  private readonly stop = new AbortController();
  private ready: Transport | undefined;
  private goOn: (() => void) | undefined;

  /** Starts a child process immediately, or once its source is prepared. */
  constructor(options: LinkOptions) {
    this.options = options;
    this.authorization = authorizationFor(options.source, options.authorize);
    this.redact = redactorFor(options.source, options.env, this.authorization);
    this.transport = this.start();
    this.transport.catch(error => this.failBecause(error));
  }

  private async start(): Promise<Transport> {
    const { source, env, maxBytes, onStderr, onNoise } = this.options;
    const { authorization, redact } = this;
    const { signal } = this.stop;
    const settings = { inbox: this, redact, maxBytes, env, onStderr, onNoise, authorization, signal };
    const transport = await createTransport(source, settings);
    transport.onclose = () => this.fail(serverError('server.closed', 'The server closed the connection.'));
    await transport.start();
    this.ready = transport;
    return transport;
  }

  /** Sends messages in order. `line` is the message as text, if the caller has it. */
  send(message: JsonObject, carrier: Carrier = {}, line?: string): void {
    const { ready } = this;
    if (ready !== undefined) this.write(ready, message, carrier, line);
    else
      this.transport.then(
        transport => this.write(transport, message, carrier, line),
        () => {},
      );
  }

  private write(transport: Transport, message: JsonObject, { signal, onLost, headers }: Carrier, line?: string): void {
    if (this.failure !== undefined) return;
    if (transport instanceof StdioTransport) {
      if (!transport.write(line ?? writeJson(message))) {
        this.fail(serverError('server.failed', 'The server does not read its input.'));
      }
      return;
    }
    const options = { requestSignal: signal, onRequestStreamEnd: onLost, headers };
    transport.send(message as unknown as JSONRPCMessage, options).catch(error => {
      if (signal?.aborted !== true) this.failBecause(error);
    });
  }

  /** Sets the negotiated version, which later HTTP requests name. */
  async setVersion(version: string): Promise<void> {
    (await this.transport).setProtocolVersion?.(version);
  }

  /** Pauses reading, so that a flood fills the server's pipe and not our memory. */
  setPaused(isPaused: boolean): void {
    if (this.ready instanceof StdioTransport) this.ready.setPaused(isPaused);
    else if (isPaused) this.paused ??= new Promise(resolve => (this.goOn = resolve));
    else this.release();
  }

  private release(): void {
    this.paused = undefined;
    this.goOn?.();
  }

  async close(): Promise<void> {
    const closed = serverError('server.closed', 'The connection to the server has been closed.');
    this.fail(closed);
    this.stop.abort(closed);
    const transport = await this.transport.catch(() => undefined);
    if (transport === undefined) return;
    if (!(transport instanceof StdioTransport)) await endSession(transport as StreamableHTTPClientTransport);
    await transport.close().catch(() => {});
  }

  read(bytes: Uint8Array): Received | undefined {
    const [first] = this.readAll(bytes);
    return first;
  }

  readAll(bytes: Uint8Array): Received[] {
    return readMessages(bytes, this.options.maxBytes, object => member(object, 'jsonrpc') === '2.0');
  }

  /** A message that fails ends this link only. */
  take(received: Received): boolean {
    try {
      this.options.onMessage(received);
    } catch (error) {
      this.failBecause(error);
    }
    return true;
  }

  fail(error: ToolmarkError): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    // A paused stream could not end.
    this.release();
    this.options.onFailure(error);
  }

  private failBecause(error: unknown): void {
    if (error instanceof ToolmarkError) this.fail(error);
    else void explain(error, this.redact).then(explained => this.fail(explained));
  }
}
