import { existsSync } from 'node:fs';
import path from 'node:path';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import { configKindOf, DEFAULT_CONFIGS, findClientConfigs, parseServerConfig, type ServerSource } from '@toolmark/mcp';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';
import { type FindServers, lookBehindGuards } from './look-behind-guards.ts';
import { type FoundInPlace, settleServerKeys } from './server-keys.ts';
import type { FoundServers } from './source-options.ts';

/** The servers of the first config file in this folder. */
export async function fromHere(io: Io, behind: FindServers): Promise<FoundServers> {
  const found = DEFAULT_CONFIGS.find(file => existsSync(path.join(io.cwd, file)));
  if (found !== undefined) return fromConfig(found, io, behind);
  throw new ToolmarkError(
    'usage.no-source',
    `Name a server: "-- COMMAND", --url or --config. There is no ${DEFAULT_CONFIGS.join(', ')} here.`,
  );
}

/** Servers start in the folder we are in, as hosts start them in the folder of the project. */
export async function fromConfig(file: string, io: Io, behind: FindServers): Promise<FoundServers> {
  return lookBehindGuards(readServers(file, io), io, behind);
}

function readServers(file: string, io: Io): FoundServers {
  try {
    const surroundings = { env: io.env, workspaceFolder: io.cwd, home: io.home };
    const config = parseServerConfig(readFile(file, io), { kind: configKindOf(file), ...surroundings });
    const { servers, unusable, notes } = config;
    for (const { key, message, code } of notes) io.stderr(`${inert(key)}: ${message} [${code}]\n`);
    return { servers: servers.map(server => ({ ...server, source: startedIn(io.cwd, server.source) })), unusable };
  } catch (error) {
    if (!(error instanceof ToolmarkError) || error.code === 'input.unreadable') throw error;
    throw new ToolmarkError(error.code, `${quoteInert(file)}: ${error.message}`, { cause: error });
  }
}

function startedIn(folder: string, source: ServerSource): ServerSource {
  return source.kind === 'stdio' ? { ...source, cwd: path.resolve(folder, source.cwd ?? '.') } : source;
}

/** Every server of every client on this machine; a file that cannot be read is listed like an entry of it. */
export async function fromClients(io: Io, behind: FindServers): Promise<FoundServers> {
  const places = findClientConfigs({ home: io.home, platform: process.platform, cwd: io.cwd, env: io.env });
  // Several clients may read one file.
  const files = new Map(places.toReversed().map(place => [place.path, place]));
  const found: FoundInPlace[] = [];
  for (const { label, path: file } of places.filter(place => files.get(place.path) === place)) {
    if (existsSync(file)) found.push({ label, ...(await tolerantly(file, io, behind)) });
  }
  if (found.length > 0) return settleServerKeys(found, io);
  throw new ToolmarkError('usage.no-source', 'None of the known clients has a config file here.');
}

async function tolerantly(file: string, io: Io, behind: FindServers): Promise<FoundServers> {
  try {
    return await fromConfig(file, io, behind);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return { servers: [], unusable: [{ key: file, code: error.code, message: error.message }] };
  }
}
