import { quoteInert, type Snapshot, ToolmarkError } from '@toolmark/core';
import type { NamedServer } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { type AskOptions, askServers } from './ask-servers.ts';
import { findServers } from './find-servers.ts';
import type { SourceOptions } from './source-options.ts';

/** What the one server shows that the options name; which of several is meant must be said. */
export async function askOneServer(options: SourceOptions & AskOptions, io: Io): Promise<Snapshot> {
  return (await askOneSource(options, io)).snapshot;
}

/** The same, and how the server was reached. */
export async function askOneSource(
  options: SourceOptions & AskOptions,
  io: Io,
): Promise<{ snapshot: Snapshot } & Pick<NamedServer, 'source' | 'behind'>> {
  const found = await findServers(options, io);
  const [unusable] = found.unusable;
  if (found.servers.length === 0 && unusable !== undefined) throw new ToolmarkError(unusable.code, unusable.message);
  if (found.servers.length !== 1) {
    const keys = found.servers.map(({ key }) => quoteInert(key, 40)).join(', ');
    throw new ToolmarkError('usage.which-server', `Select one server with --server. Found: ${keys}.`);
  }
  const [result] = await askServers(found.servers, options, io);
  if (result === undefined) throw new ToolmarkError('usage.no-servers', 'No servers found.');
  if ('error' in result) throw result.error;
  const { source, behind } = result.server;
  return { snapshot: result.snapshot, source, ...(behind && { behind }) };
}
