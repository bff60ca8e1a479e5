import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { literal, sql } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { namedBlob } from './parse-backup-line.ts';

export interface BackupCounts {
  readonly events: number;
  readonly blobs: number;
}

/** Limits the events in memory. */
const PAGE = 100;

/**
 * A registry as lines of text (docs/spec/registry-backup.md). Events never change, and bytes are written with the event that
 * names them, so everything up to the last number is consistent while others publish.
 */
export async function* backupLines({ reader }: Database, now: Date): AsyncGenerator<string, BackupCounts> {
  const hash = createHash('sha256');
  const line = (value: unknown): string => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  const counts = { events: 0, blobs: 0, settings: 0 };
  yield line({ toolmarkRegistryBackup: 1, createdAt: now.toISOString() });
  const { last } = await reader.get<{ last: number }>(sql`select coalesce(max(seq), 0) as last from events`);
  for (let start = 0; start < last; ) {
    const page = await reader.all<Tables['events']>(sql`select seq, at, actor, kind, subject, body from events
      where seq > ${start} and seq <= ${last} order by seq limit ${literal(PAGE)}`);
    for (const event of page) {
      const digest = namedBlob(event);
      if (digest !== undefined) {
        const { bytes } = await reader.get<Tables['blobs']>(sql`select bytes from blobs where digest = ${digest}`);
        yield line({ blob: digest, bytes: Buffer.from(bytes).toString('base64') });
        counts.blobs += 1;
      }
      const { seq, at, actor, kind, subject, body } = event;
      yield line({ event: { seq, at, actor, kind, subject, body } });
      counts.events += 1;
    }
    start = page.at(-1)?.seq ?? last;
  }
  // Last, so that the signed list is never older than the events.
  for (const { key, value } of await reader.all<Tables['settings']>(
    sql`select key, value from settings order by key`,
  )) {
    yield line({ setting: key, value });
    counts.settings += 1;
  }
  yield `${JSON.stringify({ end: { ...counts, digest: `sha256:${hash.digest('hex')}` } })}\n`;
  return counts;
}
