import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import type { JsonObject } from '../../../packages/core/src/index.ts';
import { DEFAULT_LIMITS } from '../../../packages/mcp/src/connect/limits.ts';
import { serveHttp } from '../../../packages/mcp/src/proxy/client/http-listener.ts';
import { serveStdio } from '../../../packages/mcp/src/proxy/client/stdio-client.ts';
import type { Revision } from '../../../packages/mcp/src/proxy/decide/messages.ts';
import { Guard } from '../../../packages/mcp/src/proxy/guard.ts';
import type { AuditTrail, DecisionRecord } from '../../../packages/mcp/src/proxy/guard-settings.ts';
import { guardSettings, lockOf } from '../../fakes/raw-client.ts';
import { overHttp, overLines, RawConnection } from './raw-connection.ts';
import { type Listening, listen, RecordingServer, SHOWN, type Transport } from './recording-server.ts';

/** A client and a server that record what they receive, with or without a guard between them. */
export interface Stage {
  readonly client: RawConnection;
  readonly server: RecordingServer;
  /** What the guard logged as refused, withheld or removed: the method, and the member if any. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

export interface StageOptions {
  readonly transport: Transport;
  readonly revision: Revision;
  readonly capabilities: JsonObject;
}

export async function openDirectly({ transport, revision, capabilities }: StageOptions): Promise<Stage> {
  const server = new RecordingServer();
  const listening = await listen(server, transport);
  const { port, source } = listening;
  const socket = source.kind === 'stdio' ? connect(port, '127.0.0.1').setNoDelay() : undefined;
  const carrier = socket === undefined ? overHttp(`http://127.0.0.1:${port}/mcp`, revision) : overLines(socket, socket);
  const client = new RawConnection(revision, capabilities, carrier);
  const close = async (): Promise<void> => {
    await client.close();
    await listening.close();
  };
  return { client, server, log: [], close };
}

export async function openGuarded(options: StageOptions): Promise<Stage> {
  const server = new RecordingServer();
  const listening = await listen(server, options.transport);
  const log: string[] = [];
  const guard = guardOf(listening, log);
  const { client, ended } =
    options.transport === 'http' ? await overGuardedHttp(guard, options) : overGuardedLines(guard, options);
  const close = async (): Promise<void> => {
    await client.close();
    await ended();
    await guard.close();
    await listening.close();
  };
  return { client, server, log, close };
}

interface GuardedClient {
  readonly client: RawConnection;
  ended(): Promise<void>;
}

function overGuardedLines(guard: Guard, { revision, capabilities }: StageOptions): GuardedClient {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const client = new RawConnection(revision, capabilities, overLines(output, input));
  const served = serveStdio(guard, { input, output }, DEFAULT_LIMITS.maxBytes).finally(() => output.end());
  return { client, ended: () => served };
}

async function overGuardedHttp(guard: Guard, { revision, capabilities }: StageOptions): Promise<GuardedClient> {
  const { maxBytes } = DEFAULT_LIMITS;
  const settings = { host: '127.0.0.1', port: 0, maxBytes, stderr: () => {}, now: Date.now };
  const listener = await serveHttp(guard, settings);
  const client = new RawConnection(revision, capabilities, overHttp(listener.url, revision));
  return { client, ended: () => listener.close() };
}

function guardOf({ source }: Listening, log: string[]): Guard {
  const patience = { timeoutMs: 60_000, callTimeoutMs: 60_000 };
  const lock = lockOf({ s: SHOWN });
  return new Guard(guardSettings({ servers: [{ key: 's', source }], lock, audit: trailTo(log), ...patience }));
}

function trailTo(log: string[]): AuditTrail {
  const records = new Map<string, DecisionRecord>();
  return {
    record: async entry => {
      records.set(entry.id, entry);
      if (entry.decision === 'deny') log.push(entry.method);
    },
    withholdResult: id => void log.push(records.get(id)?.method ?? ''),
    takeUpdate: () => {},
    withholdItem: (_server, _kind, name) => void log.push(name),
  };
}
