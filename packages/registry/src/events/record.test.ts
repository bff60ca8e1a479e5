import { expect, test } from 'vitest';
import { openTestRegistry } from '../../../../test/registry.ts';
import { sql } from '../database/statement.ts';
import type { NewEvent } from './event.ts';
import { rebuild } from './rebuild.ts';
import { record, recordAll } from './record.ts';

function created(id: string): NewEvent<'publisher.created'> {
  return { kind: 'publisher.created', at: 1, actor: 'admin', subject: id, body: { name: id, permissions: [] } };
}

async function openWithRows() {
  const { database } = await openTestRegistry();
  const numbers = () => database.reader.all<{ seq: number }>(sql`select seq from events order by seq`);
  const publishers = () => database.reader.all<{ id: string }>(sql`select id from publishers order by id`);
  return { database, numbers, publishers };
}

test('numbers events without gaps and returns the last number', async () => {
  const { database, numbers } = await openWithRows();
  const before = (await numbers()).length;
  expect(await database.write(writer => recordAll(writer, [created('ada'), created('bob')]))).toBe(before + 2);
  expect(await database.write(writer => record(writer, created('cyd')))).toBe(before + 3);
  expect((await numbers()).map(({ seq }) => seq)).toEqual(Array.from({ length: before + 3 }, (_, index) => index + 1));
});

test('an event that cannot be applied leaves neither itself nor the events recorded with it', async () => {
  const { database, numbers, publishers } = await openWithRows();
  const before = [await numbers(), await publishers()];
  const twice = database.write(writer => recordAll(writer, [created('ada'), created('ada')]));
  await expect(twice).rejects.toThrow();
  expect([await numbers(), await publishers()]).toEqual(before);
  await database.write(writer => record(writer, created('ada')));
  expect(await publishers()).toContainEqual({ id: 'ada' });
});

test('a rebuild restores changed and deleted rows', async () => {
  const { database, publishers } = await openWithRows();
  await database.write(writer => recordAll(writer, [created('ada'), created('bob')]));
  const rows = await publishers();
  await database.write(async writer => {
    await writer.run(sql`delete from publishers where id = ${'ada'}`);
    await writer.run(sql`update publishers set id = ${'eve'} where id = ${'bob'}`);
  });
  await rebuild(database);
  expect(await publishers()).toEqual(rows);
});

test('a rebuild rejects an event of a newer version and keeps the rows', async () => {
  const { database, publishers } = await openWithRows();
  await database.write(async writer => {
    const seq = await record(writer, created('ada'));
    await writer.run(
      sql`insert into events (seq, at, actor, kind, subject, body) values (${seq + 1}, 1, 'admin', 'tool.renamed', 'x', '{}')`,
    );
  });
  const rows = await publishers();
  await expect(rebuild(database)).rejects.toMatchObject({ code: 'store.unknown-event' });
  expect(await publishers()).toEqual(rows);
});
