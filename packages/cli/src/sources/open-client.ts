import { type Client, createClient, DEFAULT_REGISTRY } from '@toolmark/client';
import { parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';
import { findToken } from '../files/credentials.ts';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { refusedByRegistry } from '../render/refused-by-registry.ts';

/** The options of every command that queries a registry. */
export interface ClientArguments {
  readonly registry?: string;
  readonly tokenFile?: string;
  readonly format: 'text' | 'json';
}

/** Sends requests to the registry and prints the result as JSON or text, or why the registry refused. */
export async function askRegistry(
  given: ClientArguments,
  io: Io,
  ask: (client: Client) => Promise<{ readonly json: unknown; readonly text: string }>,
): Promise<number> {
  const client = openClient(given, io);
  try {
    const { json, text } = await ask(client);
    io.out(given.format === 'json' ? formatJson(json) : text);
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

export function openClient(given: ClientArguments, io: Io): Client {
  const url = registryUrl(given, io);
  return createClient({ url, token: tokenFor(url, given, io) });
}

export function registryUrl({ registry }: Pick<ClientArguments, 'registry'>, { env }: Pick<Io, 'env'>): string {
  const url = registry ?? (env.TOOLMARK_REGISTRY || DEFAULT_REGISTRY);
  return parseUrl(url)?.href.replace(/\/+$/, '') ?? url;
}

/** From a file, the environment or the last login; never from an argument, which other users of the machine can read. */
function tokenFor(url: string, { tokenFile }: ClientArguments, io: Io): string | undefined {
  if (tokenFile !== undefined) return readToken(tokenFile, io);
  return io.env.TOOLMARK_TOKEN?.trim() || findToken(url, io);
}

export function readToken(file: string, io: Io): string {
  const token = new TextDecoder().decode(readFile(file, io, 4096)).trim();
  if (token !== '') return token;
  throw new ToolmarkError('registry.bad-token', `${quoteInert(file)} does not contain a token.`);
}

/** Splits `NAME` or `NAME@VERSION`. Names of servers may begin with "@". */
export function splitVersion(text: string): { readonly name: string; readonly version: string | undefined } {
  const at = text.lastIndexOf('@');
  return at < 1 ? { name: text, version: undefined } : { name: text.slice(0, at), version: text.slice(at + 1) };
}
