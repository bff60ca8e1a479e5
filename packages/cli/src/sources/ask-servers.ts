import { inert, ToolmarkError } from '@toolmark/core';
import {
  type ClientCapabilities,
  EVERY_CAPABILITY,
  type NamedServer,
  type Protocol,
  type ServerResult,
  type SnapshotsOptions,
  stderrLine,
  takeSnapshots,
} from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { progressLine } from '../render/progress-line.ts';
import { version } from '../version.ts';
import { offerLogins } from './offer-logins.ts';
import { storedLogins } from './server-logins.ts';

export interface AskOptions {
  /** Seconds that one server may take. */
  readonly timeout: number;
  /** The name we introduce ourselves by: some servers show each client something else. */
  readonly clientName?: string;
  /** What we say we can do: some servers show more to those who can more. All that a guard passes on, unless given. */
  readonly capabilities?: ClientCapabilities;
  /** How servers are greeted: some show each generation of clients something else. */
  readonly protocol?: Protocol;
  /** Show what servers write to their standard error. */
  readonly verbose?: boolean;
  /** Open a browser for a login that a person has agreed to. */
  readonly open?: boolean;
  readonly signal?: AbortSignal;
  /** As how many kinds of clients a server is asked. */
  readonly views?: SnapshotsOptions['views'];
}

/** Takes a snapshot of every server, or an error. */
export async function askServers(
  servers: readonly NamedServer[],
  options: AskOptions,
  io: Io,
): Promise<ServerResult[]> {
  const ask = (some: readonly NamedServer[]): Promise<ServerResult[]> => askOnce(some, options, io);
  const results = await offerLogins(await ask(servers), ask, { open: options.open ?? true }, io);
  const answers = results.map(refuseGuard);
  report(answers, options, io);
  return answers;
}

async function askOnce(servers: readonly NamedServer[], options: AskOptions, io: Io): Promise<ServerResult[]> {
  const progress = progressLine(servers, io);
  const showStderr = (key: string, line: string): void => {
    progress.clear();
    io.stderr(`${stderrLine(key, line)}\n`);
  };
  const results = await takeSnapshots(servers, {
    timeoutMs: options.timeout * 1000,
    env: io.env,
    authorize: storedLogins(io),
    ...(options.protocol === undefined ? {} : { protocol: options.protocol }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    capabilities: options.capabilities ?? EVERY_CAPABILITY,
    ...(options.views === undefined ? {} : { views: options.views }),
    clientInfo: { name: options.clientName ?? 'toolmark', version },
    onProgress: progress.show,
    ...(options.verbose ? { onStderr: (line, { key }) => showStderr(key, line) } : {}),
  });
  progress.clear();
  return results;
}

function report(answers: readonly ServerResult[], options: AskOptions, io: Io): void {
  for (const result of answers) {
    const { server, notes } = result;
    if ('error' in result && !options.verbose) {
      for (const line of result.lastStderr) io.stderr(`${stderrLine(server.key, line)}\n`);
    }
    for (const note of notes) io.stderr(`${inert(server.key)}: ${note.message} [${note.code}]\n`);
  }
}

/** The name that a guard before several servers answers with; before one it answers with the name of that server. */
const GUARD_NAME = 'toolmark-guard';

/** A guard shows only what is locked: what a server has changed since would look like a tool that is gone. */
function refuseGuard(result: ServerResult): ServerResult {
  if ('error' in result || result.snapshot.serverInfo?.name !== GUARD_NAME) return result;
  const message = 'This is a guard. Name the servers behind it with --config or --url.';
  const { server, notes } = result;
  return { server, error: new ToolmarkError('server.is-guard', message), notes, lastStderr: [] };
}
