import type { Finding, Snapshot, ToolmarkError } from '@toolmark/core';
import { connect } from './connect.ts';
import { type ConnectOptions, DEFAULT_TIMEOUT_MS } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { explain } from './explain.ts';
import { redactorFor } from './redactor.ts';
import type { NamedServer } from './server-source.ts';

export interface Progress {
  readonly server: NamedServer;
  readonly state: 'starting' | 'listing' | 'done' | 'failed';
}

export interface SnapshotsOptions extends Omit<ConnectOptions, 'onStderr' | 'onNote' | 'onListChanged'> {
  /** Servers asked at one time; 32. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly onStderr?: (line: string, server: NamedServer) => void;
}

/** What became of one server: a snapshot, or the reason why there is none. `notes` never stand against it. */
export type ServerResult =
  | { readonly server: NamedServer; readonly snapshot: Snapshot; readonly notes: readonly Finding[] }
  | {
      readonly server: NamedServer;
      readonly error: ToolmarkError;
      readonly notes: readonly Finding[];
      /** The last ten lines of its standard error: text of the server, which no report may show as our own. */
      readonly lastStderr: readonly string[];
    };

const DEFAULT_CONCURRENCY = 32;
const KEPT_STDERR_LINES = 10;

/** Asks all servers side by side; the results stand in the order of the servers, and one that fails stops no other. */
export async function takeSnapshots(
  servers: readonly NamedServer[],
  options: SnapshotsOptions = {},
): Promise<ServerResult[]> {
  const results: ServerResult[] = [];
  const queue = servers.entries();
  const work = async (): Promise<void> => {
    for (const [index, server] of queue) results[index] = await askServer(server, options);
  };
  const workers = Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, servers.length);
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}

/** The time-out covers connecting and listing together. */
async function askServer(server: NamedServer, options: SnapshotsOptions): Promise<ServerResult> {
  const notes: Finding[] = [];
  const lastStderr: string[] = [];
  const whole = new AbortController();
  const deadline = startDeadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
  deadline.watch(error => whole.abort(error));
  const report = (state: Progress['state']): void => options.onProgress?.({ server, state });
  try {
    report('starting');
    const snapshot = await snapshotOf(server, () => report('listing'), {
      ...withoutHooks(options),
      signal: whole.signal,
      onStderr: line => {
        lastStderr.push(line);
        if (lastStderr.length > KEPT_STDERR_LINES) lastStderr.shift();
        options.onStderr?.(line, server);
      },
      onNote: note => notes.push({ ...note, server: server.key }),
    });
    report('done');
    return { server, snapshot, notes };
  } catch (error) {
    report('failed');
    return { server, error: await explain(error, redactorFor(server.source, options.env)), notes, lastStderr };
  } finally {
    deadline.stop();
  }
}

function withoutHooks({ onProgress, onStderr, concurrency, ...rest }: SnapshotsOptions): ConnectOptions {
  return rest;
}

async function snapshotOf(server: NamedServer, onConnected: () => void, options: ConnectOptions): Promise<Snapshot> {
  const connection = await connect(server.source, options);
  try {
    onConnected();
    return await connection.takeSnapshot();
  } finally {
    await connection.close();
  }
}
