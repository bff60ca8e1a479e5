import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Digest } from '../base/index.ts';
import type { AuditEvent, AuditHead } from './audit-record.ts';
import { type AuditLink, makeAuditRecord } from './audit-record.ts';
import { type AuditVerdict, verifyAudit } from './verify-audit.ts';

const LOCK: Digest = `sha256:${'a'.repeat(64)}`;
const START: AuditEvent = { event: 'start', lock: LOCK, policy: null, mode: 'enforce', toolmark: '0.1.0' };
const CALLS = [1, 2, 3, 4, 5].map((n): AuditEvent => ({ event: 'outcome', id: `c${n}`, ok: true }));
const STOP: AuditEvent = { event: 'stop', reason: 'requested' };

interface Log {
  readonly lines: string[];
  readonly links: AuditLink[];
}

function write(...events: AuditEvent[]): Log {
  const log: Log = { lines: [], links: [] };
  for (const event of events) {
    const { line, link } = makeAuditRecord(event, log.links.at(-1), new Date(0));
    log.lines.push(`${line}\n`);
    log.links.push(link);
  }
  return log;
}

function verify(log: string | Uint8Array, ...heads: AuditHead[]): AuditVerdict {
  return verifyAudit([typeof log === 'string' ? new TextEncoder().encode(log) : log], { heads });
}

const open = write(START, ...CALLS);
const closed = write(START, ...CALLS, STOP);
const head = open.links.at(-1) as AuditLink;
const text = open.lines.join('');
const without = (index: number): string => open.lines.toSpliced(index, 1).join('');

describe('a whole log', () => {
  test('holds under its head, one record after it, and under a head that was kept', () => {
    expect(verify(text, head)).toEqual({ ok: true, records: 6, last: head });
    for (const link of open.links) expect(verify(text, link).ok).toBe(true);
    expect(verify(text, head, open.links[2] as AuditLink).ok).toBe(true);
  });

  test('without a head it holds when it ends in a stop', () => {
    expect(verify(closed.lines.join(''))).toMatchObject({ ok: true, records: 7 });
  });

  test('it may come in pieces of any size', () => {
    const bytes = new TextEncoder().encode(text);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), cuts => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        expect(verifyAudit(pieces, { heads: [head] })).toEqual({ ok: true, records: 6, last: head });
      }),
    );
  });

  test('yields records in order up to the first bad one', () => {
    const seen: number[] = [];
    const lines = open.lines.with(3, 'x\n').join('');
    verifyAudit([new TextEncoder().encode(lines)], { onRecord: ({ seq }) => seen.push(seq) });
    expect(seen).toEqual([0, 1, 2]);
  });

  test('a crash while the first record is written leaves an empty head, which proves nothing later', () => {
    const begun = { seq: -1, hash: null } as const;
    expect(verify(open.lines[0] ?? '', begun).ok).toBe(true);
    expect(verify((open.lines[0] ?? '').slice(0, 9), begun)).toMatchObject({ ok: true, records: 0, torn: 9 });
    expect(verify(text, begun).firstBad).toMatchObject({ code: 'audit.end-unproven' });
  });
});

describe('a log that is not whole names its first bad record', () => {
  const forged = makeAuditRecord(STOP, open.links[1], new Date(0)).line;
  const lost = `9:${LOCK}`;

  test.each<[string, string, AuditHead[], number, string]>([
    ['empty', '', [], 0, 'audit.empty'],
    ['empty under a head', '', [head], 0, 'audit.empty'],
    ['a record dropped', without(2), [head], 2, 'audit.out-of-order'],
    ['the first record dropped', without(0), [head], 0, 'audit.out-of-order'],
    ['the last record dropped', without(5), [head], 5, 'audit.cut'],
    ['the last record dropped, and no head', without(5), [], 5, 'audit.end-unproven'],
    ['the stop dropped, and no head', closed.lines.slice(0, -1).join(''), [], 6, 'audit.end-unproven'],
    [
      'two records swapped',
      open.lines
        .with(2, open.lines[3] ?? '')
        .with(3, open.lines[2] ?? '')
        .join(''),
      [head],
      2,
      'audit.out-of-order',
    ],
    ['a record twice', open.lines.toSpliced(3, 0, open.lines[2] ?? '').join(''), [head], 3, 'audit.out-of-order'],
    ['a forged record added', open.lines.toSpliced(2, 0, `${forged}\n`).join(''), [head], 3, 'audit.out-of-order'],
    ['a record replaced by a forged one', open.lines.with(2, `${forged}\n`).join(''), [head], 3, 'audit.broken-chain'],
    [
      'a record of another log',
      open.lines.with(0, write({ ...START, mode: 'audit' } as AuditEvent).lines[0] ?? '').join(''),
      [head],
      1,
      'audit.broken-chain',
    ],
    [
      'rewritten from the start',
      write({ ...START, mode: 'audit' } as AuditEvent, ...CALLS).lines.join(''),
      [head],
      5,
      'audit.head-differs',
    ],
    ['an empty line', open.lines.toSpliced(2, 0, '\n').join(''), [head], 2, 'audit.malformed'],
    ['no start', write(STOP).lines.join(''), [], 0, 'audit.malformed'],
    ['a torn end without a head', text.slice(0, -5), [], 5, 'audit.torn'],
    ['a torn end of what the head names', text.slice(0, -1), [head], 5, 'audit.cut'],
    ['a line of a megabyte', open.lines.with(1, 'a'.repeat(1e6)).join(''), [head], 1, 'audit.malformed'],
    [
      'a writer that missed records',
      write(START, STOP, { event: 'recovered', head: 'ok', lost }, START, STOP).lines.join(''),
      [],
      2,
      'audit.cut',
    ],
    [
      'a writer that missed the head',
      write(START, { event: 'recovered', head: 'missing' }, START, STOP).lines.join(''),
      [],
      1,
      'audit.end-unproven',
    ],
  ])('%s', (_, log, heads, seq, code) => {
    const verdict = verify(log, ...heads);
    expect(verdict).toMatchObject({ ok: false, records: seq, firstBad: { line: seq + 1, seq, code } });
    expect(verdict.firstBad?.message).toMatch(/^[A-Z].*\.$/);
  });

  test('[audit.changed-byte] finds any changed byte in its record or the next one', () => {
    const bytes = new TextEncoder().encode(closed.lines.join(''));
    const recordAt = (at: number): number => new TextDecoder().decode(bytes.subarray(0, at)).split('\n').length - 1;
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), byte, fc.boolean(), (at, value, hasHead) => {
        fc.pre(bytes[at] !== value);
        const { ok, firstBad } = verify(bytes.with(at, value), ...(hasHead ? [closed.links[6] as AuditLink] : []));
        expect(ok).toBe(false);
        expect([recordAt(at), recordAt(at) + 1]).toContain(firstBad?.seq);
      }),
      { numRuns: 2_000 },
    );
  });

  test('every single bit flip is found', () => {
    const bytes = new TextEncoder().encode(closed.lines.join(''));
    const unseen = [...bytes.keys()].filter(at => verify(bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 8)))).ok);
    expect(unseen).toEqual([]);
  });

  test('[audit.cut] cut off at any byte, the record that is missing is named, with the head and without', () => {
    const bytes = new TextEncoder().encode(text);
    const ends = open.lines.map((_, i) => open.lines.slice(0, i + 1).join('').length);
    for (let size = 0; size < bytes.length; size++) {
      const whole = ends.filter(end => end <= size).length;
      for (const heads of [[head], []]) {
        expect(verify(bytes.subarray(0, size), ...heads)).toMatchObject({ ok: false, firstBad: { seq: whole } });
      }
    }
  });

  test('accepts a torn line after the head, as left by a crash, and reports it', () => {
    const next = makeAuditRecord(STOP, head, new Date(0)).line;
    for (let size = 1; size <= next.length; size++) {
      expect(verify(text + next.slice(0, size), head)).toEqual({ ok: true, records: 6, last: head, torn: size });
    }
  });
});
