import { inert, ToolmarkError } from '@toolmark/core';
import {
  type Capability,
  type NamedServer,
  type Protocol,
  type ServerResult,
  stderrLine,
  takeSnapshots,
} from '@toolmark/mcp';
import type { Io } from './io.ts';
import { version } from './version.ts';

export interface AskOptions {
  /** Seconds that one server may take. */
  readonly timeout: number;
  /** The name we introduce ourselves by: some servers show each client something else. */
  readonly clientName?: string;
  /** What we say we can do: some servers show more to those who can more. */
  readonly capabilities?: readonly Capability[];
  /** How servers are greeted: some show each generation of clients something else. */
  readonly protocol?: Protocol;
  /** Show what servers write to their standard error. */
  readonly verbose?: boolean;
  readonly signal?: AbortSignal;
}

/** What every server shows now, or why it could not be asked. */
export async function askServers(
  servers: readonly NamedServer[],
  options: AskOptions,
  io: Io,
): Promise<ServerResult[]> {
  const progress = progressLine(servers.length, io);
  const results = await takeSnapshots(servers, {
    timeoutMs: options.timeout * 1000,
    env: io.env,
    ...(options.protocol === undefined ? {} : { protocol: options.protocol }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.capabilities === undefined ? {} : { capabilities: options.capabilities }),
    clientInfo: { name: options.clientName ?? 'toolmark', version },
    onProgress: ({ server, state }) => progress.show(server, state),
    ...(options.verbose ? { onStderr: (line, { key }) => io.talk(`${stderrLine(key, line)}\n`) } : {}),
  });
  progress.clear();
  const answers = results.map(refuseGuard);
  for (const result of answers) {
    const { server, notes } = result;
    if ('error' in result && !options.verbose) {
      for (const line of result.lastStderr) io.talk(`${stderrLine(server.key, line)}\n`);
    }
    for (const note of notes) io.talk(`${inert(server.key)}: ${note.message} [${note.code}]\n`);
  }
  return answers;
}

/** The name that a guard before several servers answers with; before one it answers with the name of that server. */
const GUARD_NAME = 'toolmark-guard';

/** A guard shows only what is locked: what a server has changed since would look like a tool that is gone. */
function refuseGuard(result: ServerResult): ServerResult {
  if ('error' in result || result.snapshot.serverInfo?.name !== GUARD_NAME) return result;
  const message = 'A guard answered, not the servers behind it. Name the servers themselves, with --config or --url.';
  const { server, notes } = result;
  return { server, error: new ToolmarkError('server.is-guard', message), notes, lastStderr: [] };
}

/** One line on a terminal that says how far we are and whom we wait for; nothing anywhere else. */
function progressLine(total: number, io: Io): { show(server: NamedServer, state: string): void; clear(): void } {
  const waiting = new Set<string>();
  const show = (server: NamedServer, state: string): void => {
    if (state === 'done' || state === 'failed') waiting.delete(server.key);
    else waiting.add(server.key);
    if (!io.isInteractive) return;
    const names = inert([...waiting].join(', ')).slice(0, 50);
    io.talk(`\r\u001b[Kasked ${total - waiting.size} of ${total} servers  ${names}`);
  };
  return { show, clear: () => (io.isInteractive ? io.talk('\r\u001b[K') : undefined) };
}
