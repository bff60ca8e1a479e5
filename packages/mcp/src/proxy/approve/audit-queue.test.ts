import type { AuditEvent } from '@toolmark/core/guard';
import { expect, test } from 'vitest';
import type { AuditBatch } from '../../audit/audit-log.ts';
import { AuditQueue } from './audit-queue.ts';

const event = (id: string): AuditEvent => ({ event: 'outcome', id, ok: true });

/** A log that fails while its disk is full. */
function fakeLog() {
  const batches: string[][] = [];
  const log = {
    isFull: false,
    batches,
    appendAll(events: AuditBatch) {
      if (log.isFull) throw new Error('no space');
      batches.push(events.map(written => ('id' in written ? written.id : '')));
      return { seq: 0, hash: 'sha256:0' } as const;
    },
  };
  return log;
}

test('a failed write rejects its own records and no later ones', async () => {
  const log = fakeLog();
  const queue = new AuditQueue(log);
  log.isFull = true;
  const failed = await Promise.allSettled([queue.append(event('a')), queue.append(event('b'))]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  log.isFull = false;
  await queue.append(event('c'));
  expect(log.batches).toEqual([['c']]);
});

test('writes the records of one turn together, before any of their calls continues', async () => {
  const log = fakeLog();
  const queue = new AuditQueue(log);
  const seen: string[][][] = [];
  const look = (): unknown => seen.push([...log.batches]);
  await Promise.all([queue.append(event('a'), event('b')).then(look), queue.append(event('c')).then(look)]);
  expect(seen).toEqual([[['a', 'b', 'c']], [['a', 'b', 'c']]]);
  await queue.append(event('d'));
  expect(log.batches).toEqual([['a', 'b', 'c'], ['d']]);
});
