import type { JSONRPCMessage, StreamableHTTPClientTransport, Transport } from '@modelcontextprotocol/client';
import { type JsonObject, member, ToolmarkError, writeJson } from '@toolmark/core';
import { type Authorization, type Authorize, authorizationFor } from '../connect/authorization.ts';
import { serverError } from '../connect/codes.ts';
import { createTransport } from '../connect/create-transport.ts';
import { endSession } from '../connect/end-session.ts';
import { explain } from '../connect/explain.ts';
import { type Inbox, type Received, readMessages } from '../connect/inbox.ts';
import { type Redactor, redactorFor } from '../connect/redactor.ts';
import type { ServerSource } from '../connect/server-source.ts';
import { StdioTransport } from '../connect/stdio-transport.ts';

export interface LinkOptions {
  readonly source: ServerSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly maxBytes: number;
  readonly authorize?: Authorize | undefined;
  readonly onMessage: (received: Received) => void;
  /** Once: the link is of no use any more. */
  readonly onFailure: (error: ToolmarkError) => void;
  readonly onStderr: (line: string) => void;
  /** It wrote something else than a message to its standard output. */
  readonly onNoise: () => void;
}

/** The HTTP request that carries a message. */
interface Carrier {
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  /** It ended without an answer. */
  readonly onLost?: () => void;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** One running server or one HTTP session, as a pipe of strictly read messages. */
export class ServerLink implements Inbox {
  failure: ToolmarkError | undefined;
  paused: Promise<void> | undefined;

  private readonly options: LinkOptions;
  private readonly authorization: Authorization | undefined;
  private readonly redact: Redactor;
  private readonly transport: Promise<Transport>;
  private ready: Transport | undefined;
  private goOn: (() => void) | undefined;

  /** A child starts at once. */
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
    const settings = { inbox: this, redact, maxBytes, env, onStderr, onNoise, authorization };
    const transport = await createTransport(source, settings);
    transport.onclose = () => this.fail(serverError('server.closed', 'The server has closed the connection.'));
    await transport.start();
    this.ready = transport;
    return transport;
  }

  /** Sends in the order of the calls. `line` is the same message, where somebody has it written already. */
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
        this.fail(serverError('server.failed', 'The server does not read what it is sent.'));
      }
      return;
    }
    const options = { requestSignal: signal, onRequestStreamEnd: onLost, headers };
    transport.send(message as unknown as JSONRPCMessage, options).catch(error => {
      if (signal?.aborted !== true) this.failBecause(error);
    });
  }

  /** The version that was agreed on: later HTTP requests name it. */
  async setVersion(version: string): Promise<void> {
    (await this.transport).setProtocolVersion?.(version);
  }

  /** Stops and starts reading, so that a flood fills the pipe of the server and not our memory. */
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
    this.fail(serverError('server.closed', 'The connection to the server has been closed.'));
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

  /** A message that we cannot deal with ends its server's link, and nothing else. */
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
    // A stream that waits could not end.
    this.release();
    this.options.onFailure(error);
  }

  private failBecause(error: unknown): void {
    if (error instanceof ToolmarkError) this.fail(error);
    else void explain(error, this.redact).then(explained => this.fail(explained));
  }
}
