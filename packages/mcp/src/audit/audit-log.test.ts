import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AuditEvent, type AuditVerdict, type Digest, parseAuditHead, readJson, verifyAudit } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { type AuditLog, type AuditLogOptions, openAuditLog } from './audit-log.ts';

const LOCK: Digest = `sha256:${'a'.repeat(64)}`;
const CALL: AuditEvent = { event: 'outcome', id: 'c1', ok: true };

describe('an audit log', () => {
  let folder: string;
  let file: string;
  let opened: AuditLog[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmark-audit-'));
    file = path.join(folder, 'audit.jsonl');
    opened = [];
  });
  afterEach(() => {
    for (const log of opened) close(log);
    rmSync(folder, { recursive: true });
  });

  function open(options: Partial<AuditLogOptions> = {}): AuditLog {
    const start = { lock: LOCK, policy: null, mode: 'enforce', toolmark: '0.1.0' } as const;
    const log = openAuditLog({ path: file, now: () => new Date(0), start, ...options });
    opened.push(log);
    return log;
  }

  function close(log: AuditLog): void {
    try {
      log.close('told to');
    } catch {
      // Tests leave logs that cannot be written any more.
    }
  }

  /** A log as a process leaves it that is killed: without a stop, its lock still there. */
  function abandoned(records = 3): Buffer {
    const log = open();
    for (let i = 1; i < records; i++) log.append(CALL);
    const bytes = readFileSync(file);
    const head = readFileSync(`${file}.head`);
    close(log);
    writeFileSync(file, bytes);
    writeFileSync(`${file}.head`, head);
    return bytes;
  }

  function verify(): AuditVerdict {
    return verifyAudit([readFileSync(file)], { heads: [parseAuditHead(readFileSync(`${file}.head`, 'utf8'))] });
  }

  const records = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => readJson(Buffer.from(line)));
  const events = (): unknown[] => records().map(record => (record as Record<string, unknown>).event);

  describe('is refused', () => {
    test.each<[string, string, (place: string) => void]>([
      ['a link to a file', 'audit.unwritable', place => symlinkSync('/etc/hostname', place)],
      ['a link to nothing', 'audit.unwritable', place => symlinkSync('/nowhere/at/all', place)],
      ['a pipe', 'audit.unwritable', place => void spawnSync('mkfifo', [place])],
      ['a file of somebody', 'audit.not-a-log', place => writeFileSync(place, 'export PATH=/bin')],
      ['a JSON file without a line feed', 'audit.not-a-log', place => writeFileSync(place, '{"a":1}')],
      ['a long text', 'audit.not-a-log', place => writeFileSync(place, '{"event":"'.repeat(20_000))],
      ['a list of words', 'audit.broken', place => writeFileSync(place, 'a\nb\n')],
      [
        'a log whose last record was changed',
        'audit.broken',
        place => writeFileSync(place, abandonedText().replace('c1', 'c2')),
      ],
    ])('for %s, which stays as it is', (_, code, make) => {
      make(file);
      const before = statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
      expect(refusalOf(() => open()).code).toBe(code);
      if (before !== undefined) expect(readFileSync(file)).toEqual(before);
      expect(existsSync(`${file}.lock`)).toBe(false);
    });

    test.each(['/dev/full', '/dev/null', '/nowhere/at/all'])('for %s', place => {
      expect(refusalOf(() => open({ path: place })).code).toBe('audit.unwritable');
      rmSync(`${place}.head`, { force: true });
    });

    test('for a head behind a link', () => {
      symlinkSync(path.join(folder, 'other'), `${file}.head`);
      expect(refusalOf(() => open()).code).toBe('audit.unwritable');
      expect(existsSync(path.join(folder, 'other'))).toBe(false);
    });

    const abandonedText = (): string => abandoned(2).toString();
  });

  test('is whole after every record, and only its owner may read it', () => {
    const log = open();
    expect(verify()).toMatchObject({ ok: true, records: 1 });
    const link = log.append(CALL);
    expect(verify()).toMatchObject({ ok: true, records: 2, last: link });
    log.close('told to');
    expect(verify()).toMatchObject({ ok: true, records: 3 });
    expect(verifyAudit([readFileSync(file)]).ok).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}.head`).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['audit.jsonl', 'audit.jsonl.head']);
    expect(refusalOf(() => log.append(CALL)).code).toBe('audit.closed');
  });

  test('goes on where the last run has stopped', () => {
    open({ sync: true }).close('told to');
    open().close('told to');
    expect(events()).toEqual(['start', 'stop', 'start', 'stop']);
    expect(verify().ok).toBe(true);
  });

  test('a folder gets a file for each writer', () => {
    const folderOfLogs = path.join(folder, 'logs');
    mkdirSync(folderOfLogs);
    expect(path.relative(folderOfLogs, open({ path: folderOfLogs }).file)).toBe(
      `1970-01-01T000000.000Z-${process.pid}.jsonl`,
    );
  });

  describe('with --audit-sync', () => {
    test('every record is on the disk before it counts, and without it only the last one', () => {
      for (const [sync, expected] of [
        [true, ['start', 'outcome', 'stop']],
        [false, ['stop']],
      ] as const) {
        rmSync(file, { force: true });
        rmSync(`${file}.head`, { force: true });
        const flushed: unknown[] = [];
        const log = open({ sync, flush: () => void flushed.push(events().at(-1)) });
        const before = flushed.length;
        log.append(CALL);
        expect(flushed.length - before).toBe(sync ? 1 : 0);
        log.close('told to');
        // The stop is waited for twice: as a record, and because the log ends.
        expect([...new Set(flushed)]).toEqual(expected);
      }
    });

    test('a record that does not reach the disk is taken back, and what it stands for must not happen', () => {
      let isBroken = false;
      const flush = (): void => {
        if (isBroken) throw Object.assign(new Error('broken'), { code: 'EIO' });
      };
      const log = open({ sync: true, flush });
      const before = [readFileSync(file), readFileSync(`${file}.head`)];
      isBroken = true;
      expect(refusalOf(() => log.append(CALL)).code).toBe('audit.unwritable');
      expect([readFileSync(file), readFileSync(`${file}.head`)]).toEqual(before);
      isBroken = false;
      log.append(CALL);
      expect(verify()).toMatchObject({ ok: true, records: 2 });
    });
  });

  describe('has one writer', () => {
    test('the second is refused, and may write when the first is done', () => {
      const first = open();
      const { code, message } = refusalOf(() => open());
      expect([code, message]).toEqual(['audit.in-use', expect.stringContaining(`the process ${process.pid}`)]);
      first.append(CALL);
      first.close('told to');
      open().close('told to');
      expect(verify()).toMatchObject({ ok: true, records: 5 });
    });

    test('a living process keeps its lock', () => {
      writeFileSync(`${file}.lock`, `${process.ppid} 1 \n`);
      expect(refusalOf(() => open()).code).toBe('audit.in-use');
    });

    test.each([
      ['a process that is gone', () => `${spawnSync('true').pid} 1 \n`],
      ['a process of the same number before us', () => `${process.pid} 1 \n`],
      ['a process before the machine was started anew', () => `${process.ppid} 1 another-boot\n`],
      ['nobody', () => ''],
      ['noise', () => '\0\0'],
    ])('the lock of %s is taken over', (_, lock) => {
      writeFileSync(`${file}.lock`, lock());
      open().close('told to');
      expect(existsSync(`${file}.lock`)).toBe(false);
    });

    test('whoever writes in spite of the lock ends the log for the one who has it', () => {
      const log = open();
      appendFileSync(file, readFileSync(file));
      const before = readFileSync(file);
      expect(refusalOf(() => log.append(CALL)).code).toBe('audit.changed');
      expect(refusalOf(() => log.append(CALL)).code).toBe('audit.changed');
      expect(readFileSync(file)).toEqual(before);
    });

    test('a log that was removed is not written into nowhere', () => {
      const log = open();
      rmSync(file);
      expect(refusalOf(() => log.append(CALL)).code).toBe('audit.changed');
    });
  });

  describe('after a crash', () => {
    test('an unfinished record, wherever it ends, is cut off and told', () => {
      const bytes = abandoned(4);
      const end = bytes.lastIndexOf('\n', -2) + 1;
      const head = `2:${(records()[2] as { hash: string }).hash}`;
      for (const size of [end + 1, end + 9, bytes.length - 2, bytes.length - 1]) {
        writeFileSync(file, bytes.subarray(0, size));
        writeFileSync(`${file}.head`, head);
        open().close('told to');
        expect(records()[3]).toMatchObject({ event: 'recovered', head: 'ok', torn: { bytes: size - end } });
        expect(verify()).toMatchObject({ ok: true, records: 6 });
      }
    });

    test('in its first record, the log begins anew and says so', () => {
      abandoned(1);
      truncateSync(file, 30);
      truncateSync(`${file}.head`, 0);
      open().close('told to');
      expect(events()).toEqual(['recovered', 'start', 'stop']);
      expect(verify().ok).toBe(true);
    });

    test.each([1, 0])('a head at record %d of three is in order: it is written after them', seq => {
      abandoned(3);
      writeFileSync(`${file}.head`, `${seq}:${(records()[seq] as { hash: string }).hash}\n`);
      open().close('told to');
      expect(events()).toEqual(['start', 'outcome', 'outcome', 'start', 'stop']);
    });

    test.each([0, 1, 2])(
      'amid records that were written together, %d of them whole, the log goes on behind those',
      whole => {
        const log = open();
        const before = readFileSync(file);
        const head = readFileSync(`${file}.head`);
        log.appendAll([CALL, CALL, CALL]);
        const [first = '', ...more] = readFileSync(file, 'utf8').trimEnd().split('\n');
        expect(`${first}\n`).toBe(before.toString());
        close(log);
        const torn = more.slice(0, whole).map(line => `${line}\n`);
        writeFileSync(file, [before.toString(), ...torn, more[whole]?.slice(0, 40)].join(''));
        writeFileSync(`${file}.head`, head);
        expect(verify()).toMatchObject({ ok: true, records: 1 + whole, torn: 40 });
        open().close('told to');
        expect(events()).toEqual(['start', ...Array(whole).fill('outcome'), 'recovered', 'start', 'stop']);
        expect(verify().ok).toBe(true);
      },
    );

    test('records that are missing are missed for ever, at the place where they were', () => {
      const bytes = abandoned(4);
      writeFileSync(file, bytes.subarray(0, bytes.lastIndexOf('\n', -2) + 1));
      open().close('told to');
      expect(events()).toEqual(['start', 'outcome', 'outcome', 'recovered', 'start', 'stop']);
      expect(verify()).toMatchObject({ ok: false, firstBad: { seq: 3, code: 'audit.cut' } });
    });

    test.each([
      ['no head', 'missing', () => rmSync(`${file}.head`)],
      ['a head that is none', 'unreadable', () => writeFileSync(`${file}.head`, '\0'.repeat(89))],
    ])('%s is noted, because something may be missing', (_, head, spoil) => {
      abandoned();
      spoil();
      open().close('told to');
      expect(records()[3]).toMatchObject({ event: 'recovered', head });
      expect(verify()).toMatchObject({ ok: false, firstBad: { seq: 3, code: 'audit.end-unproven' } });
    });

    test('an emptied log under its head is missed too', () => {
      abandoned();
      truncateSync(file, 0);
      open().close('told to');
      expect(verify()).toMatchObject({ ok: false, firstBad: { seq: 0, code: 'audit.cut' } });
    });
  });

  describe('on a full disk', () => {
    /** A disk with room for so many bytes; it takes what fits before it refuses. */
    class Disk {
      room = 1_000_000;
      readonly write = ((descriptor: number, bytes: Buffer, at: number, length: number, position: number | null) => {
        const fits = Math.min(length, this.room);
        if (fits === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        this.room -= fits;
        return writeSync(descriptor, bytes, at, fits, position);
      }) as typeof writeSync;
    }

    test.each([0, 1, 50, 200, 250, 300])(
      '[audit.full-disk] with room for %d bytes a record fails whole, and later ones succeed',
      room => {
        const disk = new Disk();
        const log = open({ write: disk.write });
        log.append(CALL);
        const before = readFileSync(file);
        disk.room = room;
        const { code, message } = refusalOf(() => log.append(CALL));
        expect([code, message]).toEqual(['audit.unwritable', expect.stringContaining('the disk is full')]);
        expect(readFileSync(file)).toEqual(before);
        disk.room = 1_000_000;
        log.append(CALL);
        expect(verify()).toMatchObject({ ok: true, records: 3 });
      },
    );

    test.each([0, 1, 300, 600])('with room for %d bytes, records that are written together all fail', room => {
      const disk = new Disk();
      const log = open({ write: disk.write });
      const before = [readFileSync(file), readFileSync(`${file}.head`)];
      disk.room = room;
      expect(refusalOf(() => log.appendAll([CALL, CALL, CALL])).code).toBe('audit.unwritable');
      disk.room = 1_000_000;
      expect(readFileSync(file)).toEqual(before[0]);
      log.appendAll([CALL, CALL]);
      expect(verify()).toMatchObject({ ok: true, records: 3 });
    });

    test('it does not start when its start cannot be written', () => {
      const disk = new Disk();
      disk.room = 10;
      expect(refusalOf(() => open({ write: disk.write })).code).toBe('audit.unwritable');
      expect(readFileSync(file).length).toBe(0);
      expect(existsSync(`${file}.lock`)).toBe(false);
      open();
      expect(verify()).toMatchObject({ ok: true, records: 1 });
    });
  });
});
