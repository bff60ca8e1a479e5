import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import { isReserved, type NamedServer, type ServerSource, type UnusableEntry } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { fromClients, fromConfig, fromHere } from './config-servers.ts';
import { type FindServers, lookBehindGuards, refuseSecondGuard } from './look-behind-guards.ts';
import type { FoundServers, SourceOptions } from './source-options.ts';

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
export async function askable(options: SourceOptions, io: Io): Promise<Askable> {
  const { servers, unusable } = await findServers(options, io);
  const idle = unusable.filter(({ code }) => NOT_LOADED.has(code));
  const broken = unusable.filter(({ code }) => !NOT_LOADED.has(code));
  nameLeftOut(idle, io);
  if (servers.length + broken.length > 0) return { servers, idle, broken };
  throw new ToolmarkError('usage.no-servers', 'No servers found.');
}

export function nameLeftOut(entries: readonly UnusableEntry[], io: Io): void {
  for (const { key, message, code } of entries) io.stderr(`${inert(key)}: left out. ${message} [${code}]\n`);
}

/** The servers that the options name, or those of the first config file in this folder; never a guard before them. */
export async function findServers(
  options: SourceOptions,
  io: Io,
  behind: FindServers = findBehindGuard,
): Promise<FoundServers> {
  refuseUnclear(options);
  const passed = passedVariables(options.passEnv ?? [], io);
  const found = withVariables(await fromOptions(options, io, behind), passed);
  return options.server === undefined ? found : renamed(onlyServer(found, options.server), options.name);
}

/** The same for the options of a guard. A guard behind a guard is refused, and with it every loop. */
function findBehindGuard(options: SourceOptions, io: Io): Promise<FoundServers> {
  return findServers(options, io, refuseSecondGuard);
}

/** An option that has no effect would be taken for one that has. */
function refuseUnclear(options: SourceOptions): void {
  const { command, url, config, discover, header = [], name, server, passEnv = [] } = options;
  const given = [command, url, config, discover || undefined].filter(source => source !== undefined);
  if (given.length > 1) {
    throw new ToolmarkError('usage.two-sources', 'Pass only one of: "-- COMMAND", --url, --config, --discover.');
  }
  if (header.length > 0 && url === undefined) {
    throw new ToolmarkError('usage.header-without-url', '--header needs --url.');
  }
  if (passEnv.length > 0 && url !== undefined) {
    throw new ToolmarkError('usage.pass-env-with-url', '--pass-env is for servers started by a command.');
  }
  if (name !== undefined && command === undefined && url === undefined && server === undefined) {
    throw new ToolmarkError(
      'usage.name-without-server',
      '--name belongs to --url, to --server or to a command after "--".',
    );
  }
}

async function fromOptions(options: SourceOptions, io: Io, behind: FindServers): Promise<FoundServers> {
  const { command, url, config, discover, header = [], name = 'default' } = options;
  if (command !== undefined) {
    const found = await lookBehindGuards(only({ key: name, source: stdioSource(command, io) }), io, behind);
    return found.servers.length === 1 ? renamed(found, options.name) : found;
  }
  if (url !== undefined) return only({ key: name, source: httpSource(url, header, io) });
  if (config !== undefined) return fromConfig(config, io, behind);
  return discover === true ? fromClients(io, behind) : fromHere(io, behind);
}

/** For commands that read files as well. */
export function refuseLiveSource({ command, url, config, discover }: Omit<SourceOptions, 'name'>): void {
  if (command === undefined && url === undefined && config === undefined && !discover) return;
  throw new ToolmarkError('usage.two-sources', 'Pass files or live servers, not both.');
}

function only(server: NamedServer): FoundServers {
  return { servers: [server], unusable: [] };
}

/** One server of a config may be locked under another key than it has there. */
function renamed({ servers, unusable }: FoundServers, name: string | undefined): FoundServers {
  if (name === undefined) return { servers, unusable };
  return {
    servers: servers.map(server => ({ ...server, key: name })),
    unusable: unusable.map(entry => ({ ...entry, key: name })),
  };
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
  if (program === undefined) throw new ToolmarkError('usage.no-command', 'Pass the command of the server after "--".');
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

/** Tokens of other services may be passed by name; Toolmark's own variables and command files of a runner may not. */
function passedVariables(names: readonly string[], io: Io): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, passedVariable(name, io)]));
}

function passedVariable(name: string, io: Io): string {
  const value = variable(name, io);
  if (!isReserved(name, value)) return value;
  throw new ToolmarkError('usage.withheld-variable', `The variable ${quoteInert(name)} is never passed to servers.`);
}

/** What an entry of a config sets itself counts. */
function withVariables({ servers, unusable }: FoundServers, passed: Readonly<Record<string, string>>): FoundServers {
  if (Object.keys(passed).length === 0) return { servers, unusable };
  const started = servers.map((server): NamedServer => {
    const { source } = server;
    return source.kind === 'stdio' ? { ...server, source: { ...source, env: { ...passed, ...source.env } } } : server;
  });
  return { servers: started, unusable };
}

function variable(name: string, io: Io): string {
  const value = Object.hasOwn(io.env, name) ? io.env[name] : undefined;
  if (value !== undefined) return value;
  throw new ToolmarkError('usage.unset-variable', `The environment has no variable ${quoteInert(name)}.`);
}
