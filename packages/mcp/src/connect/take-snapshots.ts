import { type Finding, inert, isJsonObject, type SeenServer, type ToolmarkError } from '@toolmark/core';
import type { ClientCapabilities, ConnectOptions } from './connection.ts';
import { explain } from './explain.ts';
import { redactorFor } from './redactor.ts';
import { seeServer, type Views } from './see-server.ts';
import type { NamedServer } from './server-source.ts';

export interface Progress {
  readonly server: NamedServer;
  readonly state: 'starting' | 'listing' | 'done' | 'failed';
}

export interface SnapshotsOptions extends Omit<ConnectOptions, 'onStderr' | 'onNote' | 'onListChanged'> {
  /** How many kinds of clients a server is asked as; `one`. */
  readonly views?: (server: NamedServer, isModern: boolean) => Views | Promise<Views>;
  /** Servers asked at one time; 32. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly onStderr?: (line: string, server: NamedServer) => void;
}

/** What became of one server: a snapshot, or the reason why there is none. `notes` never stand against it. */
export type ServerResult =
  | { readonly server: NamedServer; readonly snapshot: SeenServer; readonly notes: readonly Finding[] }
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

async function askServer(server: NamedServer, options: SnapshotsOptions): Promise<ServerResult> {
  const notes: Finding[] = [];
  const lastStderr: string[] = [];
  const report = (state: Progress['state']): void => options.onProgress?.({ server, state });
  // Each view of a server has the same to remark.
  const note = (finding: Finding): void => {
    if (!notes.some(({ message }) => message === finding.message)) notes.push({ ...finding, server: server.key });
  };
  try {
    report('starting');
    const snapshot = await seeServer(server.source, {
      ...withoutHooks(options),
      capabilities: capabilitiesOf(options),
      viewsOf: isModern => options.views?.(server, isModern) ?? 'one',
      onConnected: () => report('listing'),
      onUnavailable: (client, error) => note(unavailable(client, error)),
      onStderr: line => {
        lastStderr.push(line);
        if (lastStderr.length > KEPT_STDERR_LINES) lastStderr.shift();
        options.onStderr?.(line, server);
      },
      onNote: note,
    });
    report('done');
    return { server, snapshot, notes };
  } catch (error) {
    report('failed');
    return { server, error: await explain(error, redactorFor(server.source, options.env)), notes, lastStderr };
  }
}

function withoutHooks({
  onProgress,
  onStderr,
  concurrency,
  views,
  ...rest
}: SnapshotsOptions): Omit<ConnectOptions, 'capabilities'> {
  return rest;
}

function capabilitiesOf({ capabilities = {} }: SnapshotsOptions): ClientCapabilities {
  return isJsonObject(capabilities) ? capabilities : Object.fromEntries(capabilities.map(name => [name, {}]));
}

/** Not against the server: it may serve only some kinds of clients. But what it shows to those is not known. */
function unavailable(client: string, { message: reason }: ToolmarkError): Finding {
  const message = `It could not be asked as ${client}, so what it shows to those is not known. ${inert(reason)}`;
  return { code: 'server.view-unavailable', severity: 'warning', pointer: '', message };
}
