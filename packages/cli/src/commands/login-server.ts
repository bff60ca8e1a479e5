import { inert, quoteInert, ToolmarkError } from '@toolmark/core';
import { logout } from '@toolmark/mcp';
import { findServers, type SourceOptions } from '../find-servers.ts';
import { EXIT, type Io } from '../io.ts';
import { logInToServer } from '../log-in-to-server.ts';
import { readToken } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { loginStore } from '../server-logins.ts';

export interface ServerArguments extends Pick<SourceOptions, 'config' | 'discover'> {
  /** Its address, or its key in a config. */
  readonly server: string;
  readonly format: 'text' | 'json';
}

export interface ServerLoginArguments extends ServerArguments {
  readonly scope?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly callbackPort?: number;
  readonly open: boolean;
  /** Seconds that the person may take. */
  readonly timeout: number;
}

/** Logs a person in to a remote MCP server. */
export async function runServerLogin(given: ServerLoginArguments, io: Io): Promise<number> {
  const { scope, issuer, clientId, clientSecretFile, callbackPort, open, timeout, format } = given;
  if (clientSecretFile !== undefined && clientId === undefined) {
    throw new ToolmarkError('usage.secret-without-client', '--client-secret-file belongs to --client-id.');
  }
  const url = await addressOf(given, io);
  const secret = clientSecretFile === undefined ? {} : { secret: readToken(clientSecretFile, io) };
  const done = await logInToServer(
    url,
    {
      open,
      timeoutMs: timeout * 1000,
      ...(scope !== undefined && { scope }),
      ...(issuer !== undefined && { issuer }),
      ...(callbackPort !== undefined && { callbackPort }),
      ...(clientId !== undefined && { client: { id: clientId, ...secret } }),
    },
    io,
  );
  if (format === 'json') io.out(formatJson({ ...done }));
  else io.out(`logged in to ${inert(done.server)} at ${inert(done.issuer)}\nkept in ${inert(done.file)}\n`);
  return EXIT.yes;
}

/** Revokes and removes the tokens of a remote MCP server. */
export async function runServerLogout(given: ServerArguments, io: Io): Promise<number> {
  const { server, wasStored, isRevoked } = await logout(await addressOf(given, io), loginStore(io));
  if (given.format === 'json') {
    io.out(formatJson({ server, wasStored, ...(isRevoked !== undefined && { revoked: isRevoked }) }));
  } else {
    io.out(wasStored ? `logged out of ${inert(server)}\n` : `not logged in to ${inert(server)}\n`);
  }
  if (wasStored && isRevoked === undefined) {
    io.talk('The tokens are removed here. They could not be revoked: the authorization server does not offer it.\n');
  }
  if (isRevoked !== false) return EXIT.yes;
  io.talk('The tokens are removed here, but the authorization server did not confirm that they are revoked.\n');
  return EXIT.no;
}

async function addressOf({ server, config, discover }: ServerArguments, io: Io): Promise<string> {
  if (/^https?:/i.test(server)) return server;
  const options = { server, ...(config !== undefined && { config }), ...(discover !== undefined && { discover }) };
  const { servers, unusable } = await findServers(options, io);
  const [found] = servers;
  const [broken] = unusable;
  if (found === undefined) throw new ToolmarkError(broken?.code ?? 'usage.unknown-server', broken?.message ?? server);
  if (found.source.kind !== 'http') {
    const message = `The server ${quoteInert(server)} is started by a command. Only servers with an address have a login.`;
    throw new ToolmarkError('usage.not-remote', message);
  }
  if (Object.keys(found.source.headers ?? {}).some(name => name.toLowerCase() === 'authorization')) {
    io.talk(`The entry of ${quoteInert(server)} sets an Authorization header, which is used instead of the login.\n`);
  }
  return found.source.url;
}
