import { rmSync } from 'node:fs';
import path from 'node:path';
import { inert } from '@toolmark/core';
import { backup, openDatabase, rebuild, restore } from '@toolmark/registry';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import {
  type DataArguments,
  demandDatabase,
  hasDatabase,
  makeDataFolder,
  registryData,
} from '../sources/registry-data.ts';

export interface BackupArguments extends DataArguments {
  readonly file: string;
  readonly format: 'text' | 'json';
}

/** Copies a registry into a file, while it is in use. */
export async function runBackup(given: BackupArguments, io: Io): Promise<number> {
  const data = registryData(given, io);
  demandDatabase(data);
  const database = await openDatabase({ url: data.url });
  try {
    const { events, blobs } = await backup(database, path.resolve(io.cwd, given.file), io.now);
    if (given.format === 'json') io.out(formatJson({ file: given.file, events, documents: blobs }));
    else io.out(`${inert(given.file)}  ${many(events, 'event')}, ${many(blobs, 'document')}\n`);
    return EXIT.yes;
  } finally {
    await database.close();
  }
}

/** Puts a backup into an empty database. What was made for it goes again when it cannot be used. */
export async function runRestore(given: BackupArguments, io: Io): Promise<number> {
  const data = registryData(given, io);
  const isNew = !hasDatabase(data);
  makeDataFolder(data);
  const database = await openDatabase({ url: data.url });
  try {
    const { events, blobs } = await restore(database, path.resolve(io.cwd, given.file));
    await database.close();
    if (given.format === 'json') io.out(formatJson({ file: given.file, events, documents: blobs }));
    else io.out(`restored ${many(events, 'event')}, ${many(blobs, 'document')}\n`);
    return EXIT.yes;
  } catch (error) {
    await database.close();
    if (isNew) for (const end of ['', '-wal', '-shm']) rmSync(`${data.url}${end}`, { force: true });
    throw error;
  }
}

export interface RebuildArguments extends DataArguments {
  readonly format: 'text' | 'json';
}

/** Rebuilds all tables from the recorded events. */
export async function runRebuild(given: RebuildArguments, io: Io): Promise<number> {
  const data = registryData(given, io);
  demandDatabase(data);
  const database = await openDatabase({ url: data.url });
  try {
    const { events } = await rebuild(database);
    io.out(given.format === 'json' ? formatJson({ events }) : `rebuilt from ${many(events, 'event')}\n`);
    return EXIT.yes;
  } finally {
    await database.close();
  }
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
