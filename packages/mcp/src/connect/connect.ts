import type { Client, StreamableHTTPClientTransport, Transport } from '@modelcontextprotocol/client';
import { type JsonObject, quoteInert, type Snapshot, ToolmarkError } from '@toolmark/core';
import { type Authorization, authorizationFor } from './authorization.ts';
import { serverError } from './codes.ts';
import { type Connection, type ConnectOptions, DEFAULT_TIMEOUT_MS } from './connection.ts';
import { createTransport, endSession } from './create-transport.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { explain } from './explain.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { loadSdk } from './load-sdk.ts';
import { Mailbox } from './mailbox.ts';
import type { Reply } from './parse-answer.ts';
import { type Redactor, redactorFor } from './redactor.ts';
import { packageOf, type ServerSource } from './server-source.ts';
import { StdioTransport } from './stdio-transport.ts';
import { type InitializeResult, parseInitializeResult, takeSnapshot } from './take-snapshot.ts';
import { version } from './version.ts';
import { type Protocol, versionNegotiation } from './version-negotiation.ts';
import { type ClientInfo, requestMeta, Wire } from './wire.ts';

/** How often lists are read in total when they change during the read. */
const MAX_ATTEMPTS = 3;

/** Opens a session with a server, or throws a `server.*` error after the child process, if any, is gone. */
export async function connect(source: ServerSource, options: ConnectOptions = {}): Promise<Connection> {
  const deadline = startDeadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
  try {
    return await new Opening(source, options, deadline).open(options.protocol ?? 'auto');
  } catch (error) {
    if (!(error instanceof RetryWithProtocol)) throw error;
    return await new Opening(source, options, deadline).open(error.protocol);
  } finally {
    deadline.stop();
  }
}

/** The child rejected this protocol and must be restarted to try another. */
class RetryWithProtocol extends ToolmarkError {
  override readonly name: string = 'RetryWithProtocol';
  readonly protocol: Protocol;

  constructor({ code, message }: ToolmarkError, protocol: Protocol) {
    super(code, message);
    this.protocol = protocol;
  }
}

/** One attempt to open a session. */
class Opening {
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
        capabilities: this.options.capabilities ?? {},
        versionNegotiation: versionNegotiation(this.source.kind, protocol, timeoutMs),
      });
      await Promise.race([client.connect(transport, { timeout: 2 * timeoutMs }), this.mailbox.failed]);
      if (this.mailbox.isSlowStarter)
        throw serverError('server.failed', 'The server answered server/discover too late.');
      return await this.session(client, transport, clientInfo);
    } catch (error) {
      await transport.close().catch(() => {});
      throw await this.refusal(error, protocol);
    } finally {
      unwatch();
    }
  }

  private async createTransport(): Promise<Transport> {
    const { env = {}, onStderr = () => {} } = this.options;
    const stop = new AbortController();
    const unwatch = this.deadline.watch(error => stop.abort(error));
    try {
      return await createTransport(this.source, {
        inbox: this.mailbox,
        redact: this.redact,
        maxBytes: this.limits.maxBytes,
        env,
        onStderr,
        onNoise: line => this.noteNoise(line),
        authorization: this.authorization,
        signal: stop.signal,
      });
    } catch (error) {
      throw await explain(error, this.redact);
    } finally {
      unwatch();
    }
  }

  /** Tells the mailbox which requests open the session. */
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
    const initialized = parseInitializeResult(opened, SERVER_INFO_META_KEY);
    const wire = new Wire(
      transport,
      this.mailbox,
      isModern ? await requestMeta(protocolVersion, clientInfo, this.options.capabilities ?? {}) : undefined,
    );
    this.mailbox.allowBytes(Number.POSITIVE_INFINITY);
    return {
      protocolVersion,
      package: packageOf(this.source),
      ...(initialized.attestation === undefined ? {} : { attestation: initialized.attestation }),
      takeSnapshot: () => this.snapshot(initialized, wire),
      callTool: (name, args, options) => this.call(wire, name, args, options?.signal),
      close: () => this.close(client, transport),
    };
  }

  private async snapshot(initialized: InitializeResult, wire: Wire): Promise<Snapshot> {
    const { options, mailbox, limits } = this;
    const deadline = startDeadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
    const unwatch = deadline.watch(error => mailbox.fail(error));
    mailbox.allowBytes(limits.maxTotalBytes);
    try {
      const snapshot = await this.takeSettled(() =>
        takeSnapshot(initialized, {
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

  /** Snapshots are written to locks and reports that others read. */
  private refuseShownToken(snapshot: Snapshot): void {
    const tokens = this.authorization?.secrets() ?? [];
    if (tokens.length === 0) return;
    const shown = JSON.stringify(snapshot, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    if (!tokens.some(token => shown.includes(JSON.stringify(token).slice(1, -1)))) return;
    const advice = 'Run "toolmark logout" and stop using the server.';
    throw serverError('server.shows-token', `The lists of the server contain its access token. ${advice}`);
  }

  /** Number of list_changed notifications. */
  private changes = 0;

  /** A server may send a harmless list followed by list_changed: hosts read the list again, and so do we. */
  private async takeSettled(take: () => Promise<Snapshot>): Promise<Snapshot> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const before = this.changes;
      const snapshot = await take();
      if (this.changes === before) return snapshot;
    }
    const message = `The lists changed during each of ${MAX_ATTEMPTS} reads. Do not use the server: there is nothing stable to pin.`;
    throw serverError('server.restless', message);
  }

  private async call(wire: Wire, name: string, args: JsonObject, signal: AbortSignal | undefined): Promise<JsonObject> {
    const reply = await wire.request('tools/call', { name, arguments: args }, signal).catch(async error => {
      if (signal?.aborted)
        throw serverError('server.cancelled', `The call of ${quoteInert(name)} was cancelled.`, error);
      throw await explain(error, this.redact);
    });
    if (reply.ok) return reply.result;
    const said = quoteInert(this.redact(reply.message), 200);
    throw serverError(
      'server.failed',
      `The server returned error ${reply.code} for the call of ${quoteInert(name)}: ${said}`,
    );
  }

  /** Error messages of a server may contain the credentials it received. */
  private redacted(reply: Reply): Reply {
    return reply.ok ? reply : { ...reply, message: this.redact(reply.message) };
  }

  private async close(client: Client, transport: Transport): Promise<void> {
    this.mailbox.fail(serverError('server.closed', 'The connection to the server is closed.'));
    if (!(transport instanceof StdioTransport)) await endSession(transport as StreamableHTTPClientTransport);
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  }

  private async refusal(error: unknown, protocol: Protocol): Promise<ToolmarkError> {
    const refusal = this.mailbox.failure ?? (await explain(error, this.redact));
    const other = protocol === 'auto' && this.source.kind === 'stdio' ? this.otherProtocol(refusal) : undefined;
    return other === undefined ? refusal : new RetryWithProtocol(refusal, other);
  }

  private otherProtocol({ code }: ToolmarkError): Protocol | undefined {
    if (this.mailbox.isSlowStarter && ['server.failed', 'server.exited'].includes(code)) return 'modern';
    // Servers on some SDKs exit when a request such as server/discover precedes `initialize`.
    return code === 'server.exited' && this.mailbox.received === 0 ? 'legacy' : undefined;
  }

  private heardNoise = false;

  private noteNoise(line: Uint8Array): void {
    if (this.heardNoise) return;
    this.heardNoise = true;
    const shown = quoteInert(this.redact(new TextDecoder().decode(line).trim()));
    const message = `The server writes other text to standard output: ${shown}. Logs belong on standard error.`;
    this.options.onNote?.({ code: 'server.noise-on-stdout', severity: 'warning', pointer: '', message });
  }
}
