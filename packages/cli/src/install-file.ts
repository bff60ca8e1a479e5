import { chmodSync, existsSync, lstatSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Digest, quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import {
  type ConfigPlace,
  type EntryPlan,
  formatSideFile,
  type InstallOptions,
  parseSideFile,
  planInstall,
  planUndo,
  type SideFile,
  type SideNote,
  sidePath,
} from '@toolmark/mcp';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';
import { replaceFile, writeNewFile } from './write-file.ts';

/** What would be done to one config file. */
export interface FilePlan {
  readonly entries: readonly EntryPlan[];
  readonly isChanged: boolean;
  readonly side: string;
  /** A new backup, or the one that is put back. */
  readonly backup?: string;
  /** Undone byte for byte, or entry by entry. */
  readonly how?: 'bytes' | 'entries';
  /** Does it, unless the file has changed since. */
  readonly write: () => void;
}

type Reading = Pick<Io, 'cwd' | 'stdin'>;

/** Puts the guard before every server of a file. */
export function planFile(place: ConfigPlace, options: Omit<InstallOptions, 'kind' | 'side'>, io: Reading): FilePlan {
  const config = readConfig(place.path, io);
  const side = sidePath(place.path);
  const { originals } = readSide(side, place, io) ?? { originals: new Map<string, string>() };
  const plan = planInstall(config.text, { ...options, kind: place.kind, side: { path: side, originals } });
  const isChanged = plan.text !== config.text;
  const isFirst = plan.originals.size === plan.entries.filter(({ action }) => action === 'guarded').length;
  const backup = isChanged && isFirst ? freeBackup(place.path, config.bytes, io) : undefined;
  const write = (): void => {
    refuseChanged(place.path, config.bytes, io);
    const after = config.encode(plan.text);
    const kept = backup && { backup: { file: path.basename(backup), digest: sha256(config.bytes) } };
    const text = formatSideFile({ note: { written: sha256(after), ...kept }, originals: plan.originals }, place.kind);
    if (backup !== undefined && !existsSync(backup)) writeNewFile(backup, config.bytes, 0o600);
    writeSide(side, text);
    replaceFile(place.path, after);
  };
  return { entries: plan.entries, isChanged, side, ...(backup !== undefined && { backup }), write };
}

/** Takes the guard out of a file again. */
export function planFileUndo(place: ConfigPlace, io: Reading): FilePlan {
  const config = readConfig(place.path, io);
  const side = sidePath(place.path);
  const found = readSide(side, place, io);
  if (found === undefined) return { entries: [], isChanged: false, side, how: 'entries', write: () => undefined };
  const plan = planUndo(config.text, { kind: place.kind, side, originals: found.originals });
  const backup = backupOf(found.note, place.path, config.bytes, io);
  const after = backup?.bytes ?? config.encode(plan.text);
  const write = (): void => {
    refuseChanged(place.path, config.bytes, io);
    replaceFile(place.path, after);
    if (plan.entries.every(({ action }) => action === 'restored')) rmSync(side);
    if (backup !== undefined) rmSync(backup.file);
  };
  const how = backup === undefined ? 'entries' : 'bytes';
  return { entries: plan.entries, isChanged: true, side, how, ...(backup && { backup: backup.file }), write };
}

interface Config {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly encode: (text: string) => Uint8Array;
}

function readConfig(file: string, io: Reading): Config {
  const bytes = readFile(file, io);
  const status = statSync(file);
  if (!status.isFile()) throw new ToolmarkError('install.not-a-file', `${quoteInert(file)} is no ordinary file.`);
  if ((status.mode & 0o200) === 0) {
    throw new ToolmarkError('install.read-only', `${quoteInert(file)} is read-only. Make it writable first.`);
  }
  const hasMark = Buffer.from(bytes.subarray(0, 3)).equals(Buffer.from('\ufeff'));
  return { bytes, text: decode(bytes, file), encode: text => Buffer.from(hasMark ? `\ufeff${text}` : text) };
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolmarkError('config.encoding', `${quoteInert(file)} is not UTF-8.`, { cause });
  }
}

function readSide(side: string, { kind }: ConfigPlace, io: Reading): SideFile | undefined {
  const status = lstatSync(side, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const next = 'Move it away, or look into the backup.';
  if (!status.isFile()) throw new ToolmarkError('install.bad-side', `${quoteInert(side)} is no ordinary file. ${next}`);
  try {
    return parseSideFile(decode(readFile(side, io), side), kind);
  } catch (cause) {
    if (!(cause instanceof ToolmarkError)) throw cause;
    throw new ToolmarkError('install.bad-side', `${quoteInert(side)}: ${cause.message} ${next}`, { cause });
  }
}

function writeSide(side: string, text: string): void {
  if (existsSync(side)) {
    // It holds secrets, whatever its mode was.
    chmodSync(side, 0o600);
    replaceFile(side, text);
  } else writeNewFile(side, text, 0o600);
}

const MAX_BACKUPS = 99;

/** A name that is free, or that of a backup with the same content. */
function freeBackup(file: string, bytes: Uint8Array, io: Reading): string {
  for (let number = 1; number <= MAX_BACKUPS; number++) {
    const name = `${file}.toolmark-backup${number === 1 ? '' : `-${number}`}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined || isSame(name, bytes, io)) return name;
  }
  throw new ToolmarkError('install.too-many-backups', `There are ${MAX_BACKUPS} backups of ${quoteInert(file)}.`);
}

function isSame(file: string, bytes: Uint8Array, io: Reading): boolean {
  return lstatSync(file).isFile() && Buffer.compare(readFile(file, io), bytes) === 0;
}

/** The backup, if the file is still what was written when it was made. */
function backupOf(
  note: SideNote,
  file: string,
  now: Uint8Array,
  io: Reading,
): { file: string; bytes: Uint8Array } | undefined {
  if (note.backup === undefined || sha256(now) !== note.written) return undefined;
  const backup = path.join(path.dirname(file), path.basename(note.backup.file));
  if (!lstatSync(backup, { throwIfNoEntry: false })?.isFile()) return undefined;
  const bytes = readFile(backup, io);
  return sha256(bytes) === (note.backup.digest satisfies Digest) ? { file: backup, bytes } : undefined;
}

/** Clients write their configs themselves: what is replaced must be what was shown. */
function refuseChanged(file: string, before: Uint8Array, io: Reading): void {
  if (Buffer.compare(readFile(file, io), before) === 0) return;
  throw new ToolmarkError('install.changed-meanwhile', `${quoteInert(file)} was changed meanwhile. Run it again.`);
}
