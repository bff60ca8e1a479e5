import { existsSync } from 'node:fs';
import path from 'node:path';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import {
  configKindOf,
  DEFAULT_CONFIGS,
  findClientConfigs,
  type NamedServer,
  parseServerConfig,
  type ServerSource,
  type UnusableEntry,
} from '@toolmark/mcp';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

/** Where the servers of a command come from. */
export interface SourceOptions {
  /** What follows `--`. */
  readonly command?: readonly string[] | undefined;
  readonly url?: string;
  readonly header?: readonly string[];
  readonly config?: string;
  readonly discover?: boolean;
  readonly name?: string;
  /** Only the server of this key. */
  readonly server?: string;
}

export interface FoundServers {
  readonly servers: readonly NamedServer[];
  /** Entries that cannot be asked, with the reason. */
  readonly unusable: readonly UnusableEntry[];
}

/** Servers that can be asked, and the entries that cannot be. */
export interface Askable {
  readonly servers: readonly NamedServer[];
  /** What its host does not load either. */
  readonly idle: readonly UnusableEntry[];
  /** What its host may load although we could not ask it: not known to be harmless. */
  readonly broken: readonly UnusableEntry[];
}

const NOT_LOADED = new Set(['config.disabled', 'config.shadowed']);

/** What a command can ask. A config of which nothing is left must not pass for one whose servers are all fine. */
export function askable(options: SourceOptions, io: Io): Askable {
  const { servers, unusable } = findServers(options, io);
  const idle = unusable.filter(({ code }) => NOT_LOADED.has(code));
  const broken = unusable.filter(({ code }) => !NOT_LOADED.has(code));
  nameLeftOut(idle, io);
  if (servers.length + broken.length > 0) return { servers, idle, broken };
  throw new ToolmarkError('usage.no-servers', 'There is no server to ask.');
}

export function nameLeftOut(entries: readonly UnusableEntry[], io: Io): void {
  for (const { key, message, code } of entries) io.talk(`${inert(key)}: left out. ${message} [${code}]\n`);
}

/** The servers that the options name, or those of the first config file in this folder. */
export function findServers(options: SourceOptions, io: Io): FoundServers {
  refuseUnclear(options);
  const found = fromOptions(options, io);
  return options.server === undefined ? found : onlyServer(found, options.server);
}

/** An option that has no effect would be taken for one that has. */
function refuseUnclear({ command, url, config, discover, header = [], name }: SourceOptions): void {
  const given = [command, url, config, discover || undefined].filter(source => source !== undefined);
  if (given.length > 1) {
    throw new ToolmarkError('usage.two-sources', 'Name one source: "-- COMMAND", --url, --config or --discover.');
  }
  if (header.length > 0 && url === undefined) {
    throw new ToolmarkError('usage.header-without-url', '--header belongs to --url.');
  }
  if (name !== undefined && command === undefined && url === undefined) {
    throw new ToolmarkError('usage.name-without-server', '--name belongs to --url or to a command after "--".');
  }
}

function fromOptions(options: SourceOptions, io: Io): FoundServers {
  const { command, url, config, discover, header = [], name = 'default' } = options;
  if (command !== undefined) return only({ key: name, source: stdioSource(command, io) });
  if (url !== undefined) return only({ key: name, source: httpSource(url, header, io) });
  if (config !== undefined) return fromConfig(config, io);
  if (discover === true) return fromClients(io);
  const found = DEFAULT_CONFIGS.find(file => existsSync(path.join(io.cwd, file)));
  if (found !== undefined) return fromConfig(found, io);
  throw new ToolmarkError(
    'usage.no-source',
    `Name a server: "-- COMMAND", --url or --config. There is no ${DEFAULT_CONFIGS.join(', ')} here.`,
  );
}

/** For commands that read files as well. */
export function refuseLiveSource({ command, url, config, discover }: Omit<SourceOptions, 'name'>): void {
  if (command === undefined && url === undefined && config === undefined && !discover) return;
  throw new ToolmarkError('usage.two-sources', 'Name files or live servers, not both.');
}

function only(server: NamedServer): FoundServers {
  return { servers: [server], unusable: [] };
}

function onlyServer({ servers, unusable }: FoundServers, key: string): FoundServers {
  const found = servers.filter(server => server.key === key);
  const broken = unusable.filter(server => server.key === key);
  if (found.length + broken.length > 0) return { servers: found, unusable: broken };
  const known = servers.map(server => quoteInert(server.key, 40)).join(', ');
  throw new ToolmarkError('usage.unknown-server', `No server is called ${quoteInert(key)}. There are: ${known}.`);
}

function stdioSource(command: readonly string[], io: Io): ServerSource {
  const [program, ...args] = command;
  if (program === undefined) throw new ToolmarkError('usage.no-command', 'Put the command of the server after "--".');
  return { kind: 'stdio', command: program, args, cwd: io.cwd };
}

function httpSource(url: string, lines: readonly string[], io: Io): ServerSource {
  return { kind: 'http', url, headers: Object.fromEntries(lines.map(line => headerOf(line, io))) };
}

/** `Name: value`, where `${VARIABLE}` keeps a secret out of the command line. */
function headerOf(line: string, io: Io): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new ToolmarkError('usage.bad-header', 'Write a header as "Name: value".');
  const value = line.slice(colon + 1).trim();
  return [line.slice(0, colon).trim(), value.replace(/\$\{(\w+)\}/g, (_, name: string) => variable(name, io))];
}

function variable(name: string, io: Io): string {
  const value = Object.hasOwn(io.env, name) ? io.env[name] : undefined;
  if (value !== undefined) return value;
  throw new ToolmarkError('usage.unset-variable', `The environment has no variable ${name}.`);
}

/** Servers start in the folder we are in, as hosts start them in the folder of the project. */
function fromConfig(file: string, io: Io): FoundServers {
  try {
    const surroundings = { env: io.env, workspaceFolder: io.cwd, home: io.home };
    const config = parseServerConfig(readFile(file, io), { kind: configKindOf(file), ...surroundings });
    const { servers, unusable, notes } = config;
    for (const { key, message, code } of notes) io.talk(`${inert(key)}: ${message} [${code}]\n`);
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
function fromClients(io: Io): FoundServers {
  const places = findClientConfigs({ home: io.home, platform: process.platform, cwd: io.cwd, env: io.env });
  const found = places
    .filter(place => existsSync(place.path))
    .map(place => ({ place: `${place.client}, ${place.scope}`, ...tolerantly(place.path, io) }));
  if (found.length > 0) return merge(found);
  throw new ToolmarkError('usage.no-source', 'None of the known clients has a config file here.');
}

function tolerantly(file: string, io: Io): FoundServers {
  try {
    return fromConfig(file, io);
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return { servers: [], unusable: [{ key: file, code: error.code, message: error.message }] };
  }
}

/** Clients that name the same server alike are asked once; other servers of one key are told apart by their place. */
function merge(found: readonly (FoundServers & { readonly place: string })[]): FoundServers {
  const byKey = new Map<string, Map<string, NamedServer>>();
  for (const { place, servers } of found) {
    for (const server of servers) {
      const alike = byKey.get(server.key) ?? new Map<string, NamedServer>();
      const same = JSON.stringify(server.source);
      if (!alike.has(same)) alike.set(same, { key: `${place}: ${server.key}`, source: server.source });
      byKey.set(server.key, alike);
    }
  }
  const servers = [...byKey].flatMap(([key, alike]) =>
    alike.size > 1 ? [...alike.values()] : [...alike.values()].map(({ source }) => ({ key, source })),
  );
  refuseTwins(servers);
  return { servers, unusable: found.flatMap(({ unusable }) => unusable) };
}

function refuseTwins(servers: readonly NamedServer[]): void {
  const keys = servers.map(({ key }) => key);
  const twin = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twin === undefined) return;
  throw new ToolmarkError('usage.two-of-one-key', `Two servers are called ${quoteInert(twin)}. Name one config file.`);
}
