import {
  type Finding,
  inert,
  isJsonObject,
  type Json,
  member,
  pin,
  type Snapshot,
  ToolmarkError,
} from '@toolmark/core';
import { joinViews, type SeenServer, type View } from '@toolmark/core/lock';
import { connect } from './connect.ts';
import { type ClientCapabilities, type ConnectOptions, DEFAULT_TIMEOUT_MS } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { explain } from './explain.ts';
import { redactorFor } from './redactor.ts';
import type { NamedServer } from './server-source.ts';
import type { Protocol } from './version-negotiation.ts';

export interface Progress {
  readonly server: NamedServer;
  readonly state: 'starting' | 'listing' | 'done' | 'failed';
}

/**
 * How many views of a server to take. `one`: as the first client sees it. `two`: also as a client without capabilities sees
 * it, in the other generation of MCP if there is one. `all`: if those differ, also what causes the difference.
 */
export type Views = 'one' | 'two' | 'all';

export interface SnapshotsOptions extends Omit<ConnectOptions, 'onStderr' | 'onNote' | 'onListChanged'> {
  /** Called after the first view. Default: `one`. */
  readonly views?: (server: NamedServer, isModern: boolean) => Views | Promise<Views>;
  readonly onProgress?: (progress: Progress) => void;
  readonly onStderr?: (line: string, server: NamedServer) => void;
}

/** The snapshot of one server, or the error. `notes` are warnings. */
export type ServerResult =
  | {
      readonly server: NamedServer;
      readonly snapshot: SeenServer;
      /** What the server brings along as attestations: untrusted. */
      readonly attestation?: Json;
      readonly notes: readonly Finding[];
    }
  | {
      readonly server: NamedServer;
      readonly error: ToolmarkError;
      readonly notes: readonly Finding[];
      /** The last ten lines of standard error: untrusted text, which must not pass for our own output. */
      readonly lastStderr: readonly string[];
    };

const MAX_CONCURRENT = 32;
const KEPT_STDERR_LINES = 10;

/** Takes snapshots of all servers concurrently, in input order. A failing server does not affect the others. */
export async function takeSnapshots(
  servers: readonly NamedServer[],
  options: SnapshotsOptions = {},
): Promise<ServerResult[]> {
  const results: ServerResult[] = [];
  const queue = servers.entries();
  const work = async (): Promise<void> => {
    for (const [index, server] of queue) results[index] = await queryServer(server, options);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, servers.length) }, work));
  return results;
}

async function queryServer(server: NamedServer, options: SnapshotsOptions): Promise<ServerResult> {
  const { views, onProgress, onStderr, ...rest } = options;
  const notes: Finding[] = [];
  const lastStderr: string[] = [];
  const report = (state: Progress['state']): void => onProgress?.({ server, state });
  // Every view of a server produces the same notes.
  const note = (finding: Finding): void => {
    if (!notes.some(({ message }) => message === finding.message)) notes.push({ ...finding, server: server.key });
  };
  try {
    report('starting');
    let attestation: Json | undefined;
    const snapshot = await takeViews(server, {
      ...rest,
      viewsOf: isModern => views?.(server, isModern) ?? 'one',
      onConnected: () => report('listing'),
      onAttestation: found => {
        attestation ??= found;
      },
      onUnavailable: (client, error) => note(unavailable(client, error)),
      onStderr: line => {
        lastStderr.push(line);
        if (lastStderr.length > KEPT_STDERR_LINES) lastStderr.shift();
        onStderr?.(line, server);
      },
      onNote: note,
    });
    report('done');
    return { server, snapshot, ...(attestation === undefined ? {} : { attestation }), notes };
  } catch (error) {
    report('failed');
    return { server, error: await explain(error, redactorFor(server.source, options.env)), notes, lastStderr };
  }
}

/** Only a warning: a server may support only some kinds of clients. */
function unavailable(client: string, { message: reason }: ToolmarkError): Finding {
  const message = `Could not list the server as ${client}; what it lists to such clients is unknown. ${inert(reason)}`;
  return { code: 'server.view-unavailable', severity: 'warning', pointer: '', message };
}

interface ViewOptions extends ConnectOptions {
  readonly viewsOf: (isModern: boolean) => Views | Promise<Views>;
  readonly onConnected: () => void;
  readonly onAttestation: (attestation: Json | undefined) => void;
  readonly onUnavailable: (client: string, error: ToolmarkError) => void;
}

type Client = { readonly protocol: Protocol; readonly capabilities: ClientCapabilities };

/** Queries a server as several clients, one after the other: some servers cannot run twice at the same time. */
async function takeViews({ source }: NamedServer, options: ViewOptions): Promise<SeenServer> {
  const { capabilities = {}, protocol = 'auto' } = options;
  const take = async (client: Client): Promise<View & { isModern: boolean }> => {
    const taken = await takeView(source, { ...options, ...client });
    return { ...taken, capabilities: namesOf(client.capabilities) };
  };
  const first = await take({ protocol, capabilities });
  const wanted = await options.viewsOf(first.isModern);
  if (wanted === 'one') return first.snapshot;
  const others: View[] = [];
  const takeAlso = async (client: Client): Promise<void> => {
    const found = await take(client).catch((error: unknown) => {
      if (!(error instanceof ToolmarkError) || options.signal?.aborted === true) throw error;
      options.onUnavailable(describe(client), error);
    });
    if (found !== undefined) others.push(found);
  };
  const same = first.isModern ? 'modern' : 'legacy';
  const other = first.isModern && protocol === 'auto' ? 'legacy' : same;
  await takeAlso({ protocol: other, capabilities: {} });
  if (wanted === 'two' || others.every(view => isSameSurface(view.snapshot, first.snapshot)))
    return joinViews(first, others);
  if (other !== same) {
    await takeAlso({ protocol: same, capabilities: {} });
    await takeAlso({ protocol: other, capabilities });
  }
  const singles = singlesOf(capabilities);
  for (const single of singles.length > 1 ? singles : []) await takeAlso({ protocol: same, capabilities: single });
  return joinViews(first, others);
}

async function takeView(
  source: NamedServer['source'],
  { onConnected, onAttestation, ...options }: ViewOptions,
): Promise<{ snapshot: Snapshot; isModern: boolean }> {
  // The timeout covers connecting and listing together.
  const whole = new AbortController();
  const deadline = startDeadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
  deadline.watch(error => whole.abort(error));
  try {
    const connection = await connect(source, { ...options, signal: whole.signal });
    try {
      onConnected();
      onAttestation(connection.attestation);
      return { snapshot: await connection.takeSnapshot(), isModern: connection.protocolVersion >= '2026' };
    } finally {
      await connection.close();
    }
  } finally {
    deadline.stop();
  }
}

function isSameSurface(a: Snapshot, b: Snapshot): boolean {
  return pin(a).surfaceDigest === pin(b).surfaceDigest;
}

function describe({ protocol, capabilities }: Client): string {
  const names = namesOf(capabilities);
  const generation = protocol === 'modern' ? '2026-07-28' : '2025-11-25';
  return `a client of ${generation} that declares ${names.length === 0 ? 'no capabilities' : names.join(', ')}`;
}

/** Names of the declared capabilities and ids of the declared extensions. */
function namesOf(capabilities: ClientCapabilities): string[] {
  return singlesOf(capabilities).flatMap(single => {
    const extensions = member(single, 'extensions');
    return extensions !== undefined && isJsonObject(extensions) ? Object.keys(extensions) : Object.keys(single);
  });
}

/** Each capability and each extension on its own. */
function singlesOf(capabilities: ClientCapabilities): ClientCapabilities[] {
  return Object.entries(capabilities).flatMap(([name, value]) =>
    name === 'extensions' && isJsonObject(value)
      ? Object.entries(value).map(([id, settings]) => ({ extensions: { [id]: settings } }))
      : [{ [name]: value }],
  );
}
