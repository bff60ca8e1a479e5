import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import type { Database } from '../database/database.ts';
import { isIn } from '../database/is-in.ts';
import { select, sql } from '../database/statement.ts';
import type { Writer } from '../database/tables.ts';
import { rebuildRows } from '../events/rebuild.ts';
import { readLines } from '../lines/read-lines.ts';
import type { BackupCounts } from './backup-lines.ts';
import { namedBlob } from './named-blob.ts';
import { type BackupEvent, damaged, parseBackupLine } from './parse-backup-line.ts';

/** The largest document in base64, and the longest list of downloads, fit. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
const BATCH = 100;

/**
 * Puts a backup into an empty database, in one transaction that also makes every row: a file that is cut short or altered
 * leaves nothing behind. Throws `backup.*`.
 */
export async function restore({ write }: Database, file: string): Promise<BackupCounts> {
  try {
    return await write(async writer => {
      await demandEmpty(writer);
      const counts = await restoreLines(writer, file);
      await rebuildRows(writer);
      return counts;
    });
  } catch (error) {
    throw asBackupError(error, file);
  }
}

async function demandEmpty(writer: Writer): Promise<void> {
  const event = await writer.selectFrom('events').select('seq').limit(1).executeTakeFirst();
  if (event === undefined) return;
  throw new ToolmarkError('backup.not-empty', 'This database holds a registry already. Restore into an empty one.');
}

async function restoreLines(writer: Writer, file: string): Promise<BackupCounts> {
  const counts = { events: 0, blobs: 0, settings: 0 };
  const hash = createHash('sha256');
  const events = new EventBatch(writer);
  let isWhole = false;
  for await (const { number, bytes } of readLines(unpacked(file), MAX_LINE_BYTES)) {
    if (bytes === undefined || isWhole) throw damaged(number, isWhole ? 'it goes on after its end' : 'it is too long');
    const line = parseBackupLine(bytes, number);
    if (line.kind === 'end') checkEnd(line, counts, hash);
    else hash.update(bytes).update('\n');
    if (line.kind === 'end') isWhole = true;
    else if (line.kind === 'event') counts.events += await events.add(line.event, number);
    else if (line.kind === 'blob') counts.blobs += await keepBlob(writer, line.digest, line.bytes);
    else if (line.kind === 'setting') counts.settings += await keepSetting(writer, line.key, line.value);
  }
  if (!isWhole) throw new ToolmarkError('backup.damaged', 'It is cut short.');
  await events.flush();
  return { events: counts.events, blobs: counts.blobs };
}

/** What goes wrong with the file goes wrong for whoever reads it. */
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
  throw new ToolmarkError('backup.damaged', 'Its content is not what its last line says.');
}

/** Events go in many at a time, in the order of their numbers. */
class EventBatch {
  readonly #writer: Writer;
  #waiting: BackupEvent[] = [];
  #last = 0;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  async add(event: BackupEvent, line: number): Promise<1> {
    if (event.seq <= this.#last) throw damaged(line, 'its number is not above the one before');
    this.#last = event.seq;
    this.#waiting.push(event);
    if (this.#waiting.length >= BATCH) await this.flush();
    return 1;
  }

  async flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0) return;
    await demandBlobs(this.#writer, rows);
    await this.#writer.insertInto('events').values(rows).execute();
  }
}

/** Bytes come before the event that names them, so whatever these events name is there. */
async function demandBlobs(writer: Writer, events: readonly BackupEvent[]): Promise<void> {
  const named = events.flatMap(event => namedBlob(event) ?? []);
  const found = await select<{ digest: string }>(
    writer,
    sql`select digest from blobs where ${isIn(writer, 'digest', named)}`,
  );
  const known = new Set(found.map(({ digest }) => digest));
  const lacking = named.find(digest => !known.has(digest));
  if (lacking === undefined) return;
  throw new ToolmarkError('backup.damaged', `The bytes ${quoteInert(lacking)} are missing, which an event names.`);
}

async function keepBlob(writer: Writer, digest: string, bytes: Uint8Array): Promise<1> {
  await writer
    .insertInto('blobs')
    .values({ digest, bytes })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return 1;
}

async function keepSetting(writer: Writer, key: string, value: string): Promise<1> {
  await writer.insertInto('settings').values({ key, value }).execute();
  return 1;
}

function asBackupError(error: unknown, file: string): unknown {
  const name = quoteInert(path.basename(file));
  if (error instanceof ToolmarkError) {
    if (error.code !== 'backup.damaged') return error;
    return new ToolmarkError(error.code, `${name} cannot be restored: ${error.message} Nothing was changed.`);
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_') === true) {
    const message = `${name} cannot be restored: it is cut short, altered or no backup. Nothing was changed.`;
    return new ToolmarkError('backup.damaged', message, { cause: error });
  }
  if (syscall === undefined) return error;
  return new ToolmarkError('input.unreadable', `${name} cannot be read: ${code}.`, { cause: error });
}
