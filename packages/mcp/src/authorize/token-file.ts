import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, type JsonObject, quoteInert, readJson, type ToolmarkError } from '@toolmark/core';
import { withFileLock } from '../connect/file-lock.ts';
import { readPrivateFile, replacePrivateFile } from '../connect/private-file.ts';
import { authorizationError } from './codes.ts';

export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** The stored login of one server (docs/spec/authorization.md, section 3). */
export interface StoredTokens {
  readonly server: string;
  readonly issuer: string;
  readonly resource: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string;
  readonly client: {
    readonly id: string;
    readonly secret?: string;
    readonly authMethod: (typeof AUTH_METHODS)[number];
  };
  readonly scope?: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly expiresAt?: string;
}

/** The token file of one server. */
export class TokenFile {
  readonly path: string;
  private readonly server: string;

  constructor(folder: string, server: string) {
    const name = createHash('sha256').update(server).digest('hex').slice(0, 32);
    this.path = path.join(folder, `${name}.json`);
    this.server = server;
  }

  read(): StoredTokens | undefined {
    const found = this.readBytes();
    if (found === undefined) return undefined;
    const folder = statSync(path.dirname(this.path));
    if ([found.stats, folder].some(isOpenToOthers)) throw exposed(this.path);
    try {
      return parseTokens(readJson(found.bytes), this.server);
    } catch {
      throw malformed(this.path);
    }
  }

  /** Locks the file. A refresh uses the network, so the lock goes stale later than others. */
  locked<Result>(work: (write: (tokens: StoredTokens) => void) => Promise<Result>): Promise<Result> {
    mkdirSync(path.dirname(this.path), { recursive: true, mode: 0o700 });
    return withFileLock(
      this.path,
      stillHeld =>
        work(tokens => {
          this.removeTemporary();
          const text = `${JSON.stringify({ version: 1, ...tokens }, undefined, 2)}\n`;
          replacePrivateFile(this.path, Buffer.from(text), stillHeld);
        }),
      { staleMs: 45_000, giveUpMs: 90_000 },
    );
  }

  remove(): void {
    rmSync(this.path, { force: true });
    this.removeTemporary();
  }

  /** Temporary files of killed processes contain tokens too. */
  private removeTemporary(): void {
    const [folder, name] = [path.dirname(this.path), path.basename(this.path)];
    const drafts = readdirSync(folder).filter(file => file.startsWith(`${name}.`) && file.endsWith('.tmp'));
    for (const draft of drafts) rmSync(path.join(folder, draft), { force: true });
  }

  private readBytes(): ReturnType<typeof readPrivateFile> {
    try {
      return readPrivateFile(this.path, 256 * 1024);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw exposed(this.path);
      throw malformed(this.path);
    }
  }
}

function isOpenToOthers({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean {
  if (process.platform === 'win32') return false;
  return (mode & 0o077) !== 0 || uid !== process.getuid?.();
}

const REQUIRED = ['version', 'server', 'issuer', 'resource', 'tokenEndpoint', 'client', 'accessToken'];
const OPTIONAL = ['revocationEndpoint', 'scope', 'refreshToken', 'expiresAt'];

function parseTokens(value: Json, server: string): StoredTokens {
  const file = known(value, REQUIRED, OPTIONAL);
  const client = known(file.client ?? null, ['id', 'authMethod'], ['secret']);
  const isText = Object.entries({ ...file, version: '', client: '', ...client }).every(
    ([, text]) => typeof text === 'string',
  );
  const isKnownMethod = AUTH_METHODS.some(method => method === client.authMethod);
  const hasTime = file.expiresAt === undefined || !Number.isNaN(Date.parse(String(file.expiresAt)));
  if (file.version !== 1 || file.server !== server || !isText || !isKnownMethod || !hasTime)
    throw new Error('malformed');
  const { version, ...tokens } = file;
  return tokens as unknown as StoredTokens;
}

function known(value: Json, required: readonly string[], optional: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw new Error('malformed');
  const isKnown = Object.keys(value).every(name => required.includes(name) || optional.includes(name));
  if (!isKnown || !required.every(name => Object.hasOwn(value, name))) throw new Error('malformed');
  return value;
}

function exposed(file: string): ToolmarkError {
  const message = `Other users can read or write ${quoteInert(file, 200)} or its folder, or it is a link. Log out, revoke the tokens and log in again.`;
  return authorizationError('authorization.exposed', message);
}

function malformed(file: string): ToolmarkError {
  const message = `${quoteInert(file, 200)} is damaged. Log out and log in again.`;
  return authorizationError('authorization.malformed', message);
}
