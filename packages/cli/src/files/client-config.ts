import { realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { DEFAULT_MAX_BYTES } from '@toolmark/core/json';
import type { ConfigPlace } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { readFile } from './read-file.ts';
import { type Owner, replaceFile } from './write-file.ts';

type Reading = Pick<Io, 'cwd' | 'stdin'>;

/** The config file of a client as it was read. */
export interface Config {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly encode: (text: string) => Uint8Array;
  readonly owner: Owner;
}

/** The whole of a config that may be replaced. */
export function readConfig({ path: file, scope }: ConfigPlace, io: Reading): Config {
  refuseDevice(file);
  const bytes = readFile(file, io);
  const status = statSync(file);
  if ((status.mode & 0o200) === 0) {
    throw new ToolmarkError('install.read-only', `${quoteInert(file)} is read-only. Make it writable first.`);
  }
  if (scope === 'project') refuseLeadingOut(file, io);
  // What was not read would be missing from the backup too.
  if (bytes.length > DEFAULT_MAX_BYTES) {
    throw new ToolmarkError('config.too-large', `${quoteInert(file)} has more than ${DEFAULT_MAX_BYTES} bytes.`);
  }
  const hasMark = Buffer.from(bytes.subarray(0, 3)).equals(Buffer.from('\ufeff'));
  const encode = (text: string): Uint8Array => Buffer.from(hasMark ? `\ufeff${text}` : text);
  return { bytes, text: decodeConfig(bytes, file), encode, owner: status };
}

/** Asked before reading: a terminal behind a link would be waited for. What cannot be looked at, reading says better. */
function refuseDevice(file: string): void {
  const status = lookAt(file);
  if (status === undefined || status.isFile() || status.isDirectory()) return;
  throw new ToolmarkError('install.not-a-file', `${quoteInert(file)} is not a regular file.`);
}

function lookAt(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

/** A link in a checkout could make install write secrets beside it, inside the project. */
function refuseLeadingOut(file: string, { cwd }: Reading): void {
  const real = realpathSync(file);
  const below = path.relative(realpathSync(cwd), real);
  if (below.split(path.sep)[0] !== '..' && !path.isAbsolute(below)) return;
  const message = `${quoteInert(file)} leads out of the project, to ${quoteInert(real, 200)}. Run it where that file belongs.`;
  throw new ToolmarkError('install.leads-out', message);
}

export function decodeConfig(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolmarkError('config.encoding', `${quoteInert(file)} is not UTF-8.`, { cause });
  }
}

/** Looked at again when all is written, so that hardly a moment is left in which a client could write it too. */
export function replaceConfig(file: string, { bytes }: Config, after: Uint8Array, io: Reading): void {
  replaceFile(file, after, { newMode: 0o600, lastLook: () => refuseChanged(file, bytes, io) });
}

/** Clients write their configs themselves: what is replaced must be what was shown. */
export function refuseChanged(file: string, before: Uint8Array, io: Reading): void {
  if (Buffer.compare(readFile(file, io), before) === 0) return;
  throw new ToolmarkError('install.changed-meanwhile', `${quoteInert(file)} was changed meanwhile. Run it again.`);
}
