import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, member, quoteInert, readJson, ToolmarkError } from '@toolmark/core';
import { withFileLock } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { readFile } from './read-file.ts';
import { configFolder } from './user-folders.ts';
import { replaceFile } from './write-file.ts';

/** The token that was kept for a registry, if any. */
export function findToken(registry: string, io: Io): string | undefined {
  return readTokens(io).get(registry);
}

/** Keeps a token for a registry, or forgets it. Returns the file. */
export async function keepToken(registry: string, token: string | undefined, io: Io): Promise<string> {
  const file = tokensFile(io);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  await withFileLock(file, lastLook => {
    const tokens = readTokens(io);
    if (token === undefined) tokens.delete(registry);
    else tokens.set(registry, token);
    replaceFile(file, formatJson({ version: 1, tokens: Object.fromEntries(tokens) }), { newMode: 0o600, lastLook });
  });
  return file;
}

export function tokensFile(io: Pick<Io, 'env' | 'home'>): string {
  return path.join(configFolder(io), 'tokens.json');
}

function readTokens(io: Io): Map<string, string> {
  const file = tokensFile(io);
  if (!existsSync(file)) return new Map();
  // Tokens in a file readable by others may be compromised.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) throw exposed(file);
  const value = readJson(readFile(file, io, 1024 * 1024));
  const tokens: Json | undefined =
    isJsonObject(value) && member(value, 'version') === 1 ? member(value, 'tokens') : undefined;
  if (tokens === undefined || !isJsonObject(tokens)) throw malformed(file);
  return new Map(Object.entries(tokens).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

function exposed(file: string): ToolmarkError {
  const message = `Others can read ${quoteInert(file)}. Make new tokens if they may have, and run: chmod 600 ${quoteInert(file)}`;
  return new ToolmarkError('login.exposed', message);
}

function malformed(file: string): ToolmarkError {
  return new ToolmarkError(
    'login.malformed',
    `${quoteInert(file)} is not as "toolmark login" wrote it. Remove it, and log in again.`,
  );
}
