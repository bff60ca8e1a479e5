import { createClient } from '@toolmark/client';
import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import { logout } from '@toolmark/mcp';
import type { Command } from 'commander';
import { keepToken } from '../files/credentials.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { findServers } from '../sources/find-servers.ts';
import { logInToServer } from '../sources/log-in-to-server.ts';
import { readToken, registryUrl } from '../sources/open-client.ts';
import { loginStore } from '../sources/server-logins.ts';
import type { SourceOptions } from '../sources/source-options.ts';

interface LogoutArguments extends Pick<SourceOptions, 'config' | 'discover'> {
  /** The URL of an MCP server or its key in a config. Without it the login is to a registry. */
  readonly server?: string;
  readonly registry?: string;
  readonly format: 'text' | 'json';
}

interface LoginArguments extends LogoutArguments {
  readonly scope?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly callbackPort?: number;
  readonly open: boolean;
  /** In seconds. */
  readonly timeout: number;
  readonly logout: boolean;
}

export async function runLogin(given: LoginArguments, io: Io, command: Command): Promise<number> {
  if (given.logout) return runLogout(given, io, command);
  refuseMixed(given.server, command);
  return given.server === undefined ? logInToRegistry(given, io) : logIn(given.server, given, io);
}

export async function runLogout(given: LogoutArguments, io: Io, command: Command): Promise<number> {
  refuseMixed(given.server, command);
  if (given.server !== undefined) return logOut(given.server, given, io);
  const registry = registryUrl(given, io);
  const file = await keepToken(registry, undefined, io);
  io.out(given.format === 'json' ? formatJson({ registry, file }) : `Logged out of ${inert(registry)}.\n`);
  return EXIT.yes;
}

/** The help of options for MCP servers starts with this; the others are for registries. */
const FOR_SERVER = 'SERVER:';

/** Options that would be ignored are refused. */
function refuseMixed(server: string | undefined, command: Command): void {
  const given = command.options.filter(option => command.getOptionValueSource(option.attributeName()) === 'cli');
  const stray = given.find(({ description, long }) =>
    server === undefined ? description.startsWith(FOR_SERVER) : long === '--registry',
  );
  if (stray === undefined) return;
  const reason = server === undefined ? 'is for MCP servers: name one' : 'is for registries';
  command.error(`${stray.long} ${reason}.`, { code: 'commander.twoSources' });
}

async function logInToRegistry(given: LoginArguments, io: Io): Promise<number> {
  const registry = registryUrl(given, io);
  const token = await askToken(registry, io);
  const { id, permissions } = await createClient({ url: registry, token }).me();
  const file = await keepToken(registry, token, io);
  const text = `Logged in to ${inert(registry)} as ${inert(id)} (${inert(permissions.join(', '))}).\nToken saved in ${inert(file)}\n`;
  io.out(given.format === 'json' ? formatJson({ registry, id, permissions, file }) : text);
  return EXIT.yes;
}

/** From the terminal or standard input; never from an argument, which other users of the machine can read. */
async function askToken(registry: string, io: Io): Promise<string> {
  const given = io.isInteractive ? await prompt(registry) : new TextDecoder().decode(io.stdin(4096));
  const token = given?.trim() ?? '';
  if (token !== '') return token;
  throw new ToolmarkError('login.no-token', 'Pass the token on standard input: toolmark login < token-file');
}

async function prompt(registry: string): Promise<string | undefined> {
  const { promptPassphrase } = await import('../sources/passphrase-prompt.ts');
  return await promptPassphrase(`Token for ${inert(registry)}`);
}

async function logIn(server: string, given: LoginArguments, io: Io): Promise<number> {
  const { scope, issuer, clientId, clientSecretFile, callbackPort, open, timeout, format } = given;
  if (clientSecretFile !== undefined && clientId === undefined) {
    throw new ToolmarkError('usage.secret-without-client', '--client-secret-file needs --client-id.');
  }
  const url = await urlOf(server, given, io);
  const secret = clientSecretFile === undefined ? {} : { secret: readToken(clientSecretFile, io) };
  const details = {
    open,
    timeoutMs: timeout * 1000,
    ...(scope !== undefined && { scope }),
    ...(issuer !== undefined && { issuer }),
    ...(callbackPort !== undefined && { callbackPort }),
    ...(clientId !== undefined && { client: { id: clientId, ...secret } }),
  };
  const done = await logInToServer(url, details, io);
  const text = `Logged in to ${inert(done.server)} at ${inert(done.issuer)}.\nTokens saved in ${inert(done.file)}\n`;
  io.out(format === 'json' ? formatJson({ ...done }) : text);
  return EXIT.yes;
}

async function logOut(name: string, given: LogoutArguments, io: Io): Promise<number> {
  const { server, wasStored, isRevoked } = await logout(await urlOf(name, given, io), loginStore(io));
  const text = wasStored ? `Logged out of ${inert(server)}.\n` : `Not logged in to ${inert(server)}.\n`;
  const json = { server, wasStored, ...(isRevoked !== undefined && { revoked: isRevoked }) };
  io.out(given.format === 'json' ? formatJson(json) : text);
  if (wasStored && isRevoked === undefined) {
    io.stderr('Tokens removed, but not revoked: the authorization server does not support revocation.\n');
  }
  if (isRevoked !== false) return EXIT.yes;
  io.stderr('Tokens removed, but the authorization server did not confirm their revocation.\n');
  return EXIT.no;
}

async function urlOf(server: string, { config, discover }: LogoutArguments, io: Io): Promise<string> {
  if (/^https?:/i.test(server)) return server;
  const options = { server, ...(config !== undefined && { config }), ...(discover !== undefined && { discover }) };
  const { servers, unusable } = await findServers(options, io);
  const [found] = servers;
  const [broken] = unusable;
  if (found === undefined) throw new ToolmarkError(broken?.code ?? 'usage.unknown-server', broken?.message ?? server);
  if (found.source.kind !== 'http') {
    const message = `${quoteInert(server)} is a local server started by a command. Only remote servers have a login.`;
    throw new ToolmarkError('usage.not-remote', message);
  }
  if (Object.keys(found.source.headers ?? {}).some(name => name.toLowerCase() === 'authorization')) {
    io.stderr(`The config of ${quoteInert(server)} sets an Authorization header, which overrides the login.\n`);
  }
  return found.source.url;
}
