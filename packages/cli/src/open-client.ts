import { type Client, createClient, DEFAULT_REGISTRY } from '@toolmark/client';
import { parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';
import { findToken } from './credentials.ts';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

/** How every command names the registry it asks. */
export interface ClientArguments {
  readonly registry?: string;
  readonly tokenFile?: string;
}

/** A client of the registry that was named, with the token for it if there is one. */
export function openClient(given: ClientArguments, io: Io): Client {
  const url = registryUrl(given, io);
  return createClient({ url, token: tokenFor(url, given, io) });
}

export function registryUrl({ registry }: ClientArguments, { env }: Pick<Io, 'env'>): string {
  const url = registry ?? (env.TOOLMARK_REGISTRY || DEFAULT_REGISTRY);
  return parseUrl(url)?.href.replace(/\/+$/, '') ?? url;
}

/** From a file, the environment, or the last login; never from an argument, where others on the machine could read it. */
function tokenFor(url: string, { tokenFile }: ClientArguments, io: Io): string | undefined {
  if (tokenFile !== undefined) return readToken(tokenFile, io);
  const given = io.env.TOOLMARK_TOKEN?.trim();
  return given === undefined || given === '' ? findToken(url, io) : given;
}

export function readToken(file: string, io: Io): string {
  const token = new TextDecoder().decode(readFile(file, io, 4096)).trim();
  if (token !== '') return token;
  throw new ToolmarkError('registry.bad-token', `${quoteInert(file)} holds no token.`);
}
