import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { insertRows, isIn, type Writer } from '../database/connection.ts';
import type { Database } from '../database/database.ts';
import { keepSetting } from '../database/settings.ts';
import { sql } from '../database/statement.ts';
import { rebuildRows } from '../events/rebuild.ts';
import { readLines } from '../lines/read-lines.ts';
import type { BackupCounts } from './backup-lines.ts';
import { type BackupEvent, damaged, namedBlob, parseBackupLine } from './parse-backup-line.ts';

/** Room for the largest document in base64 and the longest list of downloads. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const BATCH = 100;

/**
 * Restores a backup into an empty database in one transaction that also rebuilds every row: a truncated or altered file
 * changes nothing. Throws `backup.*`.
 */
export async function restore({ write }: Database, file: string): Promise<BackupCounts> {
  try {
    return await write(async writer => {
      await requireEmpty(writer);
      const counts = await restoreLines(writer, file);
      await rebuildRows(writer);
      return counts;
    });
  } catch (error) {
    throw asBackupError(error, file);
  }
}

async function requireEmpty(writer: Writer): Promise<void> {
  if ((await writer.find(sql`select seq from events limit 1`)) === undefined) return;
  throw new ToolmarkError('backup.not-empty', 'This database already contains a registry. Restore into an empty one.');
}

async function restoreLines(writer: Writer, file: string): Promise<BackupCounts> {
  const counts = { events: 0, blobs: 0, settings: 0 };
  const hash = createHash('sha256');
  const events = new EventBatch(writer);
  let isWhole = false;
  for await (const { number, bytes } of readLines(unpacked(file), MAX_LINE_BYTES)) {
    if (bytes === undefined || isWhole) throw damaged(number, isWhole ? 'it follows the last line' : 'it is too long');
    const line = parseBackupLine(bytes, number);
    if (line.kind === 'end') checkEnd(line, counts, hash);
    else hash.update(bytes).update('\n');
    if (line.kind === 'end') isWhole = true;
    else if (line.kind === 'event') {
      await events.add(line.event, number);
      counts.events += 1;
    } else if (line.kind === 'blob') {
      await insertRows(writer, 'blobs', [{ digest: line.digest, bytes: line.bytes }], { ignoreKnown: true });
      counts.blobs += 1;
    } else if (line.kind === 'setting') {
      await keepSetting(writer, line.key, line.value);
      counts.settings += 1;
    }
  }
  if (!isWhole) throw new ToolmarkError('backup.damaged', 'It is truncated.');
  await events.flush();
  return { events: counts.events, blobs: counts.blobs };
}

/** Errors of the file surface in the reader of the stream. */
function unpacked(file: string): AsyncIterable<Uint8Array> {
  return pipeline(createReadStream(file), createGunzip(), () => {});
}

function checkEnd(
  end: { readonly events: number; readonly blobs: number; readonly settings: number; readonly digest: string },
  counts: { readonly events: number; readonly blobs: number; readonly settings: number },
  hash: Hash,
): void {
  const isSame = end.events === counts.events && end.blobs === counts.blobs && end.settings === counts.settings;
  if (isSame && end.digest === `sha256:${hash.digest('hex')}`) return;
  throw new ToolmarkError('backup.damaged', 'Its content does not match its last line.');
}

/** Inserts events in batches, in the order of their numbers. */
class EventBatch {
  readonly #writer: Writer;
  #waiting: BackupEvent[] = [];
  #last = 0;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  async add(event: BackupEvent, line: number): Promise<void> {
    if (event.seq <= this.#last) throw damaged(line, 'its number is not higher than the one before');
    this.#last = event.seq;
    this.#waiting.push(event);
    if (this.#waiting.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0) return;
    await requireBlobs(this.#writer, rows);
    await insertRows(this.#writer, 'events', rows);
  }
}

/** Bytes come before the event that names them. */
async function requireBlobs(writer: Writer, events: readonly BackupEvent[]): Promise<void> {
  const named = events.flatMap(event => namedBlob(event) ?? []);
  const found = await writer.all<{ digest: string }>(
    sql`select digest from blobs where ${isIn(writer, 'digest', named)}`,
  );
  const known = new Set(found.map(({ digest }) => digest));
  const lacking = named.find(digest => !known.has(digest));
  if (lacking === undefined) return;
  throw new ToolmarkError('backup.damaged', `The bytes ${quoteInert(lacking)} that an event names are missing.`);
}

function asBackupError(error: unknown, file: string): unknown {
  const name = quoteInert(path.basename(file));
  if (error instanceof ToolmarkError) {
    if (error.code !== 'backup.damaged') return error;
    return new ToolmarkError(error.code, `${name} cannot be restored: ${error.message} Nothing was changed.`);
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_') === true) {
    const message = `${name} cannot be restored: it is truncated, altered or not a backup. Nothing was changed.`;
    return new ToolmarkError('backup.damaged', message, { cause: error });
  }
  if (syscall === undefined) return error;
  return new ToolmarkError('input.unreadable', `${name} cannot be read: ${code}.`, { cause: error });
}
