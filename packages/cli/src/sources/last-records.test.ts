import type { AuditRecord } from '@toolmark/core';
import { expect, test } from 'vitest';
import { lastRecords } from './last-records.ts';

/** Sees records of files, each given as `FILE SEQ SECOND`, and says which are kept in which order. */
function keptOf(limit: number, lines: readonly string[]): string[] {
  const last = lastRecords(limit);
  for (const line of lines) {
    const [file = '', seq, second = ''] = line.split(' ');
    const time = `2026-11-15T12:00:${second.padStart(2, '0')}.000Z`;
    last.see({ v: 1, seq: Number(seq), time, event: 'x', prev: null, hash: 'sha256:' } as AuditRecord, file, true);
  }
  expect(last.found()).toBe(lines.length);
  return last.records().map(({ file, record }) => `${file} ${record.seq}`);
}

test.each<[string, number, string[], string[]]>([
  ['nothing', 2, [], []],
  ['logs that overlap', 9, ['a 0 1', 'a 1 5', 'b 0 3', 'b 1 7'], ['a 0', 'b 0', 'a 1', 'b 1']],
  ['equal times, in the order of the files', 9, ['b 0 1', 'a 0 1'], ['b 0', 'a 0']],
  ['a clock that was set back, in the order of the chain', 9, ['a 0 8', 'a 1 2', 'b 0 5'], ['b 0', 'a 0', 'a 1']],
  ['more than the limit', 2, ['a 0 1', 'a 1 2', 'a 2 9', 'b 0 3', 'b 1 4', 'b 2 5'], ['b 2', 'a 2']],
])('keeps the last records of %s', (_, limit, lines, kept) => {
  expect(keptOf(limit, lines)).toEqual(kept);
});
