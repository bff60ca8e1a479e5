import type { Client, StreamableHTTPClientTransport, Transport } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, quoteInert, type Snapshot, ToolmarkError } from '@toolmark/core';
import { type Authorization, authorizationFor } from './authorization.ts';
import { serverError } from './codes.ts';
import { type ClientCapabilities, type Connection, type ConnectOptions, DEFAULT_TIMEOUT_MS } from './connection.ts';
import { createTransport } from './create-transport.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { endSession } from './end-session.ts';
import { explain } from './explain.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { loadSdk } from './load-sdk.ts';
import { Mailbox } from './mailbox.ts';
import { packageOf } from './package-of.ts';
import type { Reply } from './parse-answer.ts';
import { type Redactor, redactorFor } from './redactor.ts';
import type { ServerSource } from './server-source.ts';
import { StdioTransport } from './stdio-transport.ts';
import { type Greeting, parseGreeting, takeSnapshot } from './take-snapshot.ts';
import { version } from './version.ts';
import { type Protocol, versionNegotiation } from './version-negotiation.ts';
import { type ClientInfo, requestMeta, Wire } from './wire.ts';

/** Lists that change while they are read are read again, this often in all. */
const MAX_ATTEMPTS = 3;

/** One attempt to open a session. */
export class Opening {
  private readonly source: ServerSource;
  private readonly options: ConnectOptions;
  private readonly deadline: Deadline;
  private readonly limits: Limits;
  private readonly authorization: Authorization | undefined;
  private readonly redact: Redactor;
  private readonly mailbox: Mailbox;

  constructor(source: ServerSource, options: ConnectOptions, deadline: Deadline) {
    this.source = source;
    this.options = options;
    this.deadline = deadline;
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.authorization = authorizationFor(source, options.authorize);
    this.redact = redactorFor(source, options.env, this.authorization);
    this.mailbox = new Mailbox(this.limits, method => {
      this.changes++;
      options.onListChanged?.(method);
    });
  }

  async open(protocol: Protocol): Promise<Connection> {
    const clientInfo = this.options.clientInfo ?? { name: 'toolmark', version };
    const timeoutMs = this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const transport = this.tap(await this.createTransport());
    const unwatch = this.deadline.watch(error => this.mailbox.fail(error));
    try {
      const { Client } = await loadSdk();
      const client = new Client(clientInfo, {
        capabilities: declared(this.options.capabilities),
        versionNegotiation: versionNegotiation(this.source.kind, protocol, timeoutMs),
      });
      await Promise.race([client.connect(transport, { timeout: 2 * timeoutMs }), this.mailbox.failed]);
      if (this.mailbox.isSlowStarter) throw serverError('server.failed', 'The server is slow to start.');
      return await this.session(client, transport, clientInfo);
    } catch (error) {
      await transport.close().catch(() => {});
      throw await this.refusal(error, protocol);
    } finally {
      unwatch();
    }
  }

  private createTransport(): Promise<Transport> {
    const { env = {}, onStderr = () => {} } = this.options;
    return createTransport(this.source, {
      inbox: this.mailbox,
      redact: this.redact,
      maxBytes: this.limits.maxBytes,
      env,
      onStderr,
      onNoise: line => this.noteNoise(line),
      authorization: this.authorization,
    });
  }

  /** Lets the mailbox know which requests open the session. */
  private tap(transport: Transport): Transport {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      this.mailbox.noteSent(message);
      return send(message, options);
    };
    return transport;
  }

  private async session(client: Client, transport: Transport, clientInfo: ClientInfo): Promise<Connection> {
    const { SERVER_INFO_META_KEY } = await loadSdk();
    const protocolVersion = client.getNegotiatedProtocolVersion() ?? '';
    const isModern = client.getProtocolEra() === 'modern';
    const opened = this.mailbox.handshake(isModern ? 'server/discover' : 'initialize');
    const greeting = parseGreeting(opened, SERVER_INFO_META_KEY);
    const wire = new Wire(
      transport,
      this.mailbox,
      isModern ? await requestMeta(protocolVersion, clientInfo, declared(this.options.capabilities)) : undefined,
    );
    this.mailbox.allowBytes(Number.POSITIVE_INFINITY);
    return {
      protocolVersion,
      package: packageOf(this.source),
      takeSnapshot: () => this.snapshot(greeting, wire),
      callTool: (name, args, options) => this.call(wire, name, args, options?.signal),
      close: () => this.close(client, transport),
    };
  }

  private async snapshot(greeting: Greeting, wire: Wire): Promise<Snapshot> {
    const { options, mailbox, limits } = this;
    const deadline = startDeadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
    const unwatch = deadline.watch(error => mailbox.fail(error));
    mailbox.allowBytes(limits.maxTotalBytes);
    try {
      const snapshot = await this.takeSettled(() =>
        takeSnapshot(greeting, {
          limits,
          request: async (method, params) => this.redacted(await wire.request(method, params)),
          onNote: note => options.onNote?.(note),
        }),
      );
      this.refuseShownToken(snapshot);
      return snapshot;
    } catch (error) {
      throw mailbox.failure ?? (await explain(error, this.redact));
    } finally {
      mailbox.allowBytes(Number.POSITIVE_INFINITY);
      unwatch();
      deadline.stop();
    }
  }

  /** What a server lists is written into locks and reports, which others read. */
  private refuseShownToken(snapshot: Snapshot): void {
    const tokens = this.authorization?.secrets() ?? [];
    if (tokens.length === 0) return;
    const shown = JSON.stringify(snapshot, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    if (!tokens.some(token => shown.includes(JSON.stringify(token).slice(1, -1)))) return;
    const advice = 'Log out with "toolmark logout", and do not use it.';
    throw serverError('server.shows-token', `What the server lists holds the access token that it was sent. ${advice}`);
  }

  /** How often the server has said that a list changed. */
  private changes = 0;

  /** A server may show an honest list and say in the same breath that it has changed: hosts ask again, and so do we. */
  private async takeSettled(take: () => Promise<Snapshot>): Promise<Snapshot> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const before = this.changes;
      const snapshot = await take();
      if (this.changes === before) return snapshot;
    }
    const message = `The server said each of ${MAX_ATTEMPTS} times that what it had just shown has changed.`;
    throw serverError('server.restless', message);
  }

  private async call(wire: Wire, name: string, args: JsonObject, signal: AbortSignal | undefined): Promise<JsonObject> {
    const reply = await wire.request('tools/call', { name, arguments: args }, signal).catch(async error => {
      if (signal?.aborted)
        throw serverError('server.cancelled', `The call of ${quoteInert(name)} was called off.`, error);
      throw await explain(error, this.redact);
    });
    if (reply.ok) return reply.result;
    const said = quoteInert(this.redact(reply.message), 200);
    throw serverError(
      'server.failed',
      `The server answered the call of ${quoteInert(name)} with error ${reply.code}: ${said}`,
    );
  }

  /** Errors of a server may repeat the key they complain about. */
  private redacted(reply: Reply): Reply {
    return reply.ok ? reply : { ...reply, message: this.redact(reply.message) };
  }

  private async close(client: Client, transport: Transport): Promise<void> {
    this.mailbox.fail(serverError('server.closed', 'The connection to the server has been closed.'));
    if (!(transport instanceof StdioTransport)) await endSession(transport as StreamableHTTPClientTransport);
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  }

  private async refusal(error: unknown, protocol: Protocol): Promise<ToolmarkError> {
    const refusal = this.mailbox.failure ?? (await explain(error, this.redact));
    const other = protocol === 'auto' && this.source.kind === 'stdio' ? this.otherProtocol(refusal) : undefined;
    return other === undefined ? refusal : new AskOtherwise(refusal, other);
  }

  private otherProtocol({ code }: ToolmarkError): Protocol | undefined {
    if (this.mailbox.isSlowStarter && ['server.failed', 'server.exited'].includes(code)) return 'modern';
    // Servers made with some SDKs end when anything comes before `initialize`, as the question for the version does.
    return code === 'server.exited' && this.mailbox.received === 0 ? 'legacy' : undefined;
  }

  private heardNoise = false;

  private noteNoise(line: Uint8Array): void {
    if (this.heardNoise) return;
    this.heardNoise = true;
    const shown = quoteInert(this.redact(new TextDecoder().decode(line).trim()));
    const message = `The server writes text to its standard output that is no message, beginning with ${shown}. It belongs on standard error.`;
    this.options.onNote?.({ code: 'server.noise-on-stdout', severity: 'warning', pointer: '', message });
  }
}

function declared(capabilities: ConnectOptions['capabilities'] = []): ClientCapabilities {
  return isJsonObject(capabilities) ? capabilities : Object.fromEntries(capabilities.map(name => [name, {}]));
}

/** The child could not be asked in this way, and must be started again to be asked in another. */
export class AskOtherwise extends ToolmarkError {
  override readonly name: string = 'AskOtherwise';
  readonly protocol: Protocol;

  constructor({ code, message }: ToolmarkError, protocol: Protocol) {
    super(code, message);
    this.protocol = protocol;
  }
}
