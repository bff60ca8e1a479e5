import { Kysely } from 'kysely';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { run, select, sql } from './statement.ts';
import type { Tables } from './tables.ts';
import { WritingDialect } from './writing-dialect.ts';

const CHANGE = sql`update tools set held = 1 where id = ${1}`;
const OTHER_CHANGE = sql`delete from facets where tool = ${1}`;
const QUESTION = sql`select id from tools`;

/** A PostgreSQL that refuses what it is told to, and then everything until the end of the transaction, as the real one does. */
function fakePostgres(refused?: string) {
  const log: string[] = [];
  let failed = false;
  const query = async (given: string | pg.QueryConfig) => {
    const text = typeof given === 'string' ? given : given.text;
    const [verb = ''] = text.split(' ', 1);
    log.push(`sent ${verb}`);
    // An answer takes a while: whoever does not wait for it is ahead of it.
    for (let turn = 0; turn < 50; turn++) await null;
    const isEnd = verb === 'commit' || verb === 'rollback';
    const wasFailed = failed;
    failed = !isEnd && (failed || verb === refused);
    log.push(`answered ${verb}`);
    if (failed) throw new Error(wasFailed ? 'current transaction is aborted' : `refused ${verb}`);
    return { rows: [{ id: 7 }], rowCount: 1 };
  };
  const release = () => log.push('released');
  const pool = { connect: async () => ({ query, release }), end: async () => {} } as unknown as pg.Pool;
  return { log, db: new Kysely<Tables>({ dialect: new WritingDialect(pool) }) };
}

describe('a writer of PostgreSQL', () => {
  test('waits for answers to questions and for the commit, and for nothing else', async () => {
    const { db, log } = fakePostgres();
    const rows = await db.transaction().execute(async writer => {
      const found = await select(writer, QUESTION);
      await run(writer, CHANGE);
      await run(writer, OTHER_CHANGE);
      return found;
    });
    expect(rows).toEqual([{ id: 7 }]);
    const before = ['sent begin;', 'sent select', 'answered begin;', 'answered select'];
    const after = [
      'sent update',
      'sent delete',
      'sent commit',
      'answered update',
      'answered delete',
      'answered commit',
    ];
    expect(log).toEqual([...before, ...after, 'released']);
  });

  test.each([
    { refused: 'begin;', told: 'refused begin;' },
    { refused: 'update', told: 'refused update' },
    { refused: 'delete', told: 'refused delete' },
    { refused: 'select', told: 'refused select' },
  ])('is told of the first failure, and nothing is kept: $refused', async ({ refused, told }) => {
    const { db, log } = fakePostgres(refused);
    const failing = db.transaction().execute(async writer => {
      await run(writer, CHANGE);
      await select(writer, QUESTION);
      await run(writer, OTHER_CHANGE);
    });
    await expect(failing).rejects.toThrow(told);
    expect(log.slice(-2)).toEqual(['answered rollback', 'released']);
  });

  test('gives a connection back only when everything that was sent is answered', async () => {
    const { db, log } = fakePostgres('update');
    const failing = db.transaction().execute(async writer => {
      await run(writer, CHANGE);
      throw new Error('a fault of ours');
    });
    await expect(failing).rejects.toThrow('a fault of ours');
    expect(log.slice(-4)).toEqual(['answered update', 'sent rollback', 'answered rollback', 'released']);
  });
});
