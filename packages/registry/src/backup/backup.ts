import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Database } from '../database/database.ts';
import { type BackupCounts, backupLines } from './backup-lines.ts';

/** Copies a registry, which may be in use, into a new file that only its owner can read. A failed backup leaves no file. */
export async function backup(database: Database, file: string, now: Date): Promise<BackupCounts> {
  if (await exists(file)) {
    throw new ToolmarkError(
      'output.exists',
      `${quoteInert(path.basename(file))} already exists. Backups are never overwritten.`,
    );
  }
  const draft = `${file}.${process.pid}.tmp`;
  let counts: BackupCounts = { events: 0, blobs: 0 };
  const lines = async function* () {
    counts = yield* backupLines(database, now);
  };
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    await flush(draft);
    await rename(draft, file);
    return { events: counts.events, blobs: counts.blobs };
  } catch (error) {
    await rm(draft, { force: true });
    throw asOutputError(error, file);
  }
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function asOutputError(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new ToolmarkError('output.unwritable', `${quoteInert(path.basename(file))} cannot be written: ${code}.`, {
    cause: error,
  });
}
