import { quoteInert, ToolmarkError } from '@toolmark/core';
import { DEFAULT_LIMITS } from '@toolmark/mcp';
import { type Guard, serveHttp } from '@toolmark/mcp/proxy';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';

export interface HttpArguments {
  readonly http?: number;
  readonly host?: string;
  readonly tokenFile?: string;
}

/** Serves clients over HTTP until it is stopped. */
export async function guardHttp(guard: Guard, given: HttpArguments & { http: number }, io: Io): Promise<number> {
  const stopped = io.untilStopped();
  const stderr = (line: string): void => io.stderr(`toolmark guard: ${line}\n`);
  const listener = await serveHttp(guard, {
    host: given.host ?? '127.0.0.1',
    port: given.http,
    token: tokenFor(given, io),
    maxBytes: DEFAULT_LIMITS.maxBytes,
    stderr,
    now: Date.now,
  });
  stderr(`listening on ${listener.url}`);
  await stopped;
  await listener.close();
  return EXIT.yes;
}

/** Who gives a host or a token thinks of HTTP, and would not get it. */
export function refuseHttpOptions({ http, host, tokenFile }: HttpArguments): void {
  if (http !== undefined || (host === undefined && tokenFile === undefined)) return;
  throw new ToolmarkError('usage.http-needed', 'The options --host and --token-file go with --http PORT.');
}

/** A token from a file or the environment; never from an argument, where other users of the machine could read it. */
function tokenFor({ tokenFile }: HttpArguments, io: Io): string | undefined {
  const token =
    tokenFile === undefined
      ? io.env.TOOLMARK_GUARD_TOKEN
      : new TextDecoder().decode(readFile(tokenFile, io, 4096)).trim();
  if (token === undefined || (token === '' && tokenFile === undefined)) return undefined;
  if (/^[!-~]{16,512}$/.test(token)) return token;
  const source = tokenFile === undefined ? 'TOOLMARK_GUARD_TOKEN' : quoteInert(tokenFile);
  const message = `${source} holds no token: 16 to 512 letters, digits and signs without spaces.`;
  throw new ToolmarkError('guard.bad-token', message);
}
