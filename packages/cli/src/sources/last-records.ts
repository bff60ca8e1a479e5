import type { AuditRecord } from '@toolmark/core';

/** A record of a log, and where it belongs among the records of other logs. */
interface PlacedRecord {
  readonly record: AuditRecord;
  readonly file: string;
  readonly time: number;
}

/** The last records of logs that are read one after the other, merged by time. */
export interface LastRecords {
  see(record: AuditRecord, file: string, isWanted: boolean): void;
  /** How many were wanted, kept or not. */
  found(): number;
  records(): readonly PlacedRecord[];
}

/**
 * The chain gives the order inside a log, because the clock may be set back. So a record is placed no earlier than the
 * ones before it in its log.
 */
export function lastRecords(limit: number): LastRecords {
  let kept: PlacedRecord[] = [];
  let found = 0;
  let current: { file: string; time: number } | undefined;
  const trim = (): void => {
    // The sort is stable: equal times stay in the order of the files, and of each file.
    kept = kept.sort((a, b) => a.time - b.time).slice(-limit);
  };
  return {
    see(record, file, isWanted) {
      const before = current?.file === file ? current.time : Number.NEGATIVE_INFINITY;
      current = { file, time: Math.max(before, Date.parse(record.time)) };
      if (!isWanted) return;
      found++;
      kept.push({ record, file, time: current.time });
      // Thrown away in portions: a log may hold millions.
      if (kept.length >= limit * 2) trim();
    },
    found: () => found,
    records() {
      trim();
      return kept;
    },
  };
}
