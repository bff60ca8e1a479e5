import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { namedBlob } from './named-blob.ts';

export interface BackupCounts {
  readonly events: number;
  readonly blobs: number;
}

/** Events of one page are in memory together. */
const PAGE = 100;

/**
 * A registry as lines of text (docs/spec/registry-backup.md). What has happened never changes and bytes are written with the
 * event that names them: so all up to the last number is one moment, however much is published meanwhile.
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
  const { last } = await reader
    .selectFrom('events')
    .select(eb => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  for (let seq = 0; seq < Number(last ?? 0); ) {
    const page = await reader
      .selectFrom('events')
      .selectAll()
      .where('seq', '>', seq)
      .where('seq', '<=', Number(last))
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const event of page) {
      const digest = namedBlob(event);
      if (digest !== undefined) {
        const { bytes } = await reader
          .selectFrom('blobs')
          .select('bytes')
          .where('digest', '=', digest)
          .executeTakeFirstOrThrow();
        yield line({ blob: digest, bytes: Buffer.from(bytes).toString('base64') });
        counts.blobs += 1;
      }
      const { seq: number, at, actor, kind, subject, body } = event;
      yield line({ event: { seq: number, at, actor, kind, subject, body } });
      counts.events += 1;
    }
    seq = page.at(-1)?.seq ?? Number.MAX_SAFE_INTEGER;
  }
  // Last, so that what was signed meanwhile is never older than what was signed before.
  for (const { key, value } of await reader.selectFrom('settings').selectAll().orderBy('key').execute()) {
    yield line({ setting: key, value });
    counts.settings += 1;
  }
  yield `${JSON.stringify({ end: { ...counts, digest: `sha256:${hash.digest('hex')}` } })}\n`;
  return counts;
}
