import { lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { quoteInert, sha256, ToolmarkError } from '@toolmark/core';
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
import type { Io } from '../io.ts';
import { decodeConfig, readConfig, refuseChanged, replaceConfig } from './client-config.ts';
import { readFile } from './read-file.ts';
import { putFile, writeNewFile } from './write-file.ts';

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
  const config = readConfig(place, io);
  const side = sidePath(place.path);
  const found = readSide(side, place, io);
  const originals = found?.originals ?? new Map<string, string>();
  const plan = planInstall(config.text, { ...options, kind: place.kind, side: { path: side, originals } });
  const isChanged = plan.text !== config.text;
  const isFirst = plan.originals.size === plan.entries.filter(({ action }) => action === 'guarded').length;
  const backup = isChanged && isFirst ? freeBackup(place.path, config.bytes, io) : undefined;
  const write = (): void => {
    refuseChanged(place.path, config.bytes, io);
    const after = config.encode(plan.text);
    const kept = backup && { backup: { file: path.basename(backup), digest: sha256(config.bytes) } };
    const text = formatSideFile({ note: { written: sha256(after), ...kept }, originals: plan.originals }, place.kind);
    const made: string[] = [];
    try {
      if (backup !== undefined && !isSame(backup, config.bytes, io)) {
        writeNewFile(backup, config.bytes, 0o600, config.owner);
        made.push(backup);
      }
      // It holds secrets, whatever stood in its place.
      putFile(side, text, { mode: 0o600, owner: config.owner });
      if (found === undefined) made.push(side);
      replaceConfig(place.path, config, after, io);
    } catch (error) {
      for (const copy of made) rmSync(copy, { force: true });
      throw error;
    }
  };
  return { entries: plan.entries, isChanged, side, ...(backup !== undefined && { backup }), write };
}

/** Takes the guard out of a file again. */
export function planFileUndo(place: ConfigPlace, io: Reading): FilePlan {
  const config = readConfig(place, io);
  const side = sidePath(place.path);
  const found = readSide(side, place, io);
  if (found === undefined) return { entries: [], isChanged: false, side, how: 'entries', write: () => undefined };
  const plan = planUndo(config.text, { kind: place.kind, side, originals: found.originals });
  const backup = backupOf(found.note, place.path, config.bytes, io);
  const after = backup?.bytes ?? config.encode(plan.text);
  // The backup has every original, whatever became of the side file.
  const entries = backup === undefined ? plan.entries : plan.entries.map(restored);
  const write = (): void => {
    replaceConfig(place.path, config, after, io);
    if (entries.every(({ action }) => action === 'restored')) rmSync(side);
    if (backup !== undefined) rmSync(backup.file);
  };
  const how = backup === undefined ? 'entries' : 'bytes';
  return { entries, isChanged: true, side, how, ...(backup && { backup: backup.file }), write };
}

function restored({ key, pointer }: EntryPlan): EntryPlan {
  return { key, pointer, action: 'restored' };
}

function readSide(side: string, { kind }: ConfigPlace, io: Reading): SideFile | undefined {
  const status = lstatSync(side, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const next = 'Move it away, or look into the backup.';
  if (!status.isFile())
    throw new ToolmarkError('install.bad-side', `${quoteInert(side)} is not a regular file. ${next}`);
  try {
    return parseSideFile(decodeConfig(readFile(side, io), side), kind);
  } catch (cause) {
    if (!(cause instanceof ToolmarkError)) throw cause;
    throw new ToolmarkError('install.bad-side', `${quoteInert(side)}: ${cause.message} ${next}`, { cause });
  }
}

const MAX_BACKUPS = 99;
const BACKUP = '.toolmark-backup';

/** A name that is free, or that of a backup with the same content. */
function freeBackup(file: string, bytes: Uint8Array, io: Reading): string {
  for (let number = 1; number <= MAX_BACKUPS; number++) {
    const name = `${file}${BACKUP}${number === 1 ? '' : `-${number}`}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined || isSame(name, bytes, io)) return name;
  }
  throw new ToolmarkError('install.too-many-backups', `There are ${MAX_BACKUPS} backups of ${quoteInert(file)}.`);
}

function isSame(file: string, bytes: Uint8Array, io: Reading): boolean {
  return (
    lstatSync(file, { throwIfNoEntry: false })?.isFile() === true && Buffer.compare(readFile(file, io), bytes) === 0
  );
}

/** The backup, if the file is still what was written when it was made. */
function backupOf(
  note: SideNote,
  file: string,
  now: Uint8Array,
  io: Reading,
): { file: string; bytes: Uint8Array } | undefined {
  if (note.backup === undefined || sha256(now) !== note.written) return undefined;
  if (!isBackupName(note.backup.file, path.basename(file))) return undefined;
  const backup = path.join(path.dirname(file), note.backup.file);
  if (!lstatSync(backup, { throwIfNoEntry: false })?.isFile()) return undefined;
  const bytes = readFile(backup, io);
  return sha256(bytes) === note.backup.digest ? { file: backup, bytes } : undefined;
}

/** The file will be removed, so only backup names are accepted. */
function isBackupName(name: string, config: string): boolean {
  const start = `${config}${BACKUP}`;
  return name.startsWith(start) && /^(-\d{1,2})?$/.test(name.slice(start.length));
}
