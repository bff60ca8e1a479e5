import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256 } from '@toolmark/core';
import { expect, test } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import { openTestRegistry } from '../../../../test/registry.ts';
import { rowsIn } from '../../../../test/scenarios/registry/rows-of.ts';
import { sampleServer } from '../../../../test/server-entry.ts';
import { openDatabase } from '../database/open-database.ts';
import { importDocuments } from '../importing/import-documents.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

async function filled() {
  const registry = await openTestRegistry();
  const { tool, ...rest } = sampleDocument();
  const documents = ['one_tool', 'red_fish'].map(name => ({
    document: { ...rest, tool: { ...(tool as object), name } },
  }));
  const lines = [...documents, { server: sampleServer() }].map(one => `${JSON.stringify(one)}\n`);
  const source = Readable.from([Buffer.from(lines.join(''))]);
  expect(await importDocuments(registry, source, { unsigned: true })).toMatchObject({ imported: 3 });
  return { database: registry.database, folder: registry.folder };
}

/** The lines of a backup with a last line that fits them. */
function withEnd(lines: readonly string[]): string {
  const text = lines.slice(0, -1).map(one => `${one}\n`);
  const count = (kind: string) => text.filter(one => one.startsWith(`{"${kind}"`)).length;
  const counts = { events: count('event'), blobs: count('blob'), settings: count('setting') };
  const digest = sha256(new TextEncoder().encode(text.join('')));
  return `${text.join('')}${JSON.stringify({ end: { ...counts, digest } })}\n`;
}

test('[registry.damaged-backup] rejects a damaged file and leaves no rows behind', async () => {
  const { database, folder } = await filled();
  const file = path.join(folder, 'whole.gz');
  await backup(database, file, NOW);
  const packed = await readFile(file);
  const lines = gunzipSync(packed).toString().trimEnd().split('\n');
  const bad = async (name: string, bytes: Uint8Array) => {
    await writeFile(path.join(folder, name), bytes);
    return path.join(folder, name);
  };
  const text = (some: readonly string[]) => gzipSync(`${some.join('\n')}\n`);
  const swapped = [...lines.slice(0, 3), lines[4] ?? '', lines[3] ?? '', ...lines.slice(5)];
  const files = [
    await bad('half.gz', packed.subarray(0, packed.length / 2)),
    await bad(
      'flipped.gz',
      packed.map((byte, at) => (at === packed.length >> 1 ? byte ^ 1 : byte)),
    ),
    await bad('plain.gz', Buffer.from(lines.join('\n'))),
    await bad('empty.gz', gzipSync('')),
    await bad('no-end.gz', text(lines.slice(0, -1))),
    await bad('no-start.gz', text(lines.slice(1))),
    await bad('one-less.gz', text(lines.filter((_, at) => at !== 4))),
    await bad('swapped.gz', text(swapped)),
    await bad('renamed.gz', text(lines.map(one => one.replace('red_fish', 'bad_fish')))),
    await bad('more.gz', text([...lines, lines[1] ?? ''])),
    await bad('end-twice.gz', text([...lines, lines.at(-1) ?? ''])),
    await bad('other-bytes.gz', text(lines.map(one => one.replace(/"bytes":"eyJ/, '"bytes":"eyK')))),
  ];
  const target = await openDatabase({ url: path.join(folder, 'empty.db') });
  for (const one of files) {
    await expect(restore(target, one), path.basename(one)).rejects.toMatchObject({ code: 'backup.damaged' });
  }
  const newer = await bad('newer.gz', text([(lines[0] ?? '').replace('Backup":1', 'Backup":2'), ...lines.slice(1)]));
  await expect(restore(target, newer)).rejects.toMatchObject({ code: 'backup.newer' });
  await expect(restore(target, path.join(folder, 'missing.gz'))).rejects.toMatchObject({ code: 'input.unreadable' });
  for (const table of ['events', 'blobs', 'tools', 'publishers'] as const) {
    expect(await rowsIn(target.reader, table)).toEqual([]);
  }
  await restore(target, file);
  await target.close();
});

test('rejects a file without the bytes of a document or an entry, even if its last line fits', async () => {
  const { database, folder } = await filled();
  const file = path.join(folder, 'complete.gz');
  await backup(database, file, NOW);
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const blobs = lines.filter(one => one.startsWith('{"blob"'));
  const target = await openDatabase({ url: path.join(folder, 'empty.db') });
  for (const [at, blob] of blobs.entries()) {
    const lacking = path.join(folder, `lacking-${at}.gz`);
    await writeFile(lacking, gzipSync(withEnd(lines.filter(one => one !== blob))));
    await expect(restore(target, lacking)).rejects.toMatchObject({ code: 'backup.damaged' });
    expect(await rowsIn(target.reader, 'events')).toEqual([]);
  }
  await target.close();
});

test('a backup overwrites no file and leaves no partial file', async () => {
  const { database, folder } = await filled();
  const file = path.join(folder, 'there.gz');
  await writeFile(file, 'mine');
  await expect(backup(database, file, NOW)).rejects.toMatchObject({ code: 'output.exists' });
  expect(await readFile(file, 'utf8')).toBe('mine');
  const nowhere = path.join(folder, 'missing/there.gz');
  await expect(backup(database, nowhere, NOW)).rejects.toMatchObject({ code: 'output.unwritable' });
  expect((await readdir(folder)).filter(name => name.endsWith('.tmp'))).toEqual([]);
});
