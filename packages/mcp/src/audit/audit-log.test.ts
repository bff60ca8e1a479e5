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
import { type AuditVerdict, type Digest, readJson, verifyAudit } from '@toolmark/core';
import { type AuditEvent, parseAuditHead } from '@toolmark/core/guard';
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
      log.close('done');
    } catch {
      // Some tests leave a log that cannot be written.
    }
  }

  /** A log without a stop record, as a killed process leaves it. */
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

  describe('refuses', () => {
    test.each<[string, string, (place: string) => void]>([
      ['a link to a file', 'audit.unwritable', place => symlinkSync('/etc/hostname', place)],
      ['a dangling link', 'audit.unwritable', place => symlinkSync('/nowhere/at/all', place)],
      ['a pipe', 'audit.unwritable', place => void spawnSync('mkfifo', [place])],
      ['a shell script', 'audit.not-a-log', place => writeFileSync(place, 'export PATH=/bin')],
      ['a JSON file without a line feed', 'audit.not-a-log', place => writeFileSync(place, '{"a":1}')],
      ['a long text', 'audit.not-a-log', place => writeFileSync(place, '{"event":"'.repeat(20_000))],
      ['a list of lines', 'audit.broken', place => writeFileSync(place, 'a\nb\n')],
      ['a modified record', 'audit.broken', place => writeFileSync(place, abandoned(2).toString().replace('c1', 'c2'))],
    ])('%s and leaves it unchanged', (_, code, make) => {
      make(file);
      const before = statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
      expect(refusalOf(() => open()).code).toBe(code);
      if (before !== undefined) expect(readFileSync(file)).toEqual(before);
      expect(existsSync(`${file}.lock`)).toBe(false);
    });

    test.each(['/dev/full', '/dev/null', '/nowhere/at/all'])('%s', place => {
      expect(refusalOf(() => open({ path: place })).code).toBe('audit.unwritable');
      rmSync(`${place}.head`, { force: true });
    });

    test('a head that is a link', () => {
      symlinkSync(path.join(folder, 'other'), `${file}.head`);
      expect(refusalOf(() => open()).code).toBe('audit.unwritable');
      expect(existsSync(path.join(folder, 'other'))).toBe(false);
    });
  });

  test('is valid after every record and has mode 0600', () => {
    const log = open();
    expect(verify()).toMatchObject({ ok: true, records: 1 });
    const link = log.append(CALL);
    expect(verify()).toMatchObject({ ok: true, records: 2, last: link });
    log.close('done');
    expect(verify()).toMatchObject({ ok: true, records: 3 });
    expect(verifyAudit([readFileSync(file)]).ok).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(`${file}.head`).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['audit.jsonl', 'audit.jsonl.head']);
    expect(refusalOf(() => log.append(CALL)).code).toBe('audit.closed');
  });

  test('continues after the last run', () => {
    open({ sync: true }).close('done');
    open().close('done');
    expect(events()).toEqual(['start', 'stop', 'start', 'stop']);
    expect(verify().ok).toBe(true);
  });

  test('creates one file per writer in a folder', () => {
    const folderOfLogs = path.join(folder, 'logs');
    mkdirSync(folderOfLogs);
    expect(path.relative(folderOfLogs, open({ path: folderOfLogs }).file)).toBe(
      `1970-01-01T000000.000Z-${process.pid}.jsonl`,
    );
  });

  describe('with --audit-sync', () => {
    test('every record is flushed; without it only the last one', () => {
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
        log.close('done');
        // The stop is flushed twice: as a record and on close.
        expect([...new Set(flushed)]).toEqual(expected);
      }
    });

    test('a record that cannot be flushed is rolled back', () => {
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
    test('a second writer is refused until the first is closed', () => {
      const first = open();
      const { code, message } = refusalOf(() => open());
      expect([code, message]).toEqual(['audit.in-use', expect.stringContaining(`process ${process.pid}`)]);
      first.append(CALL);
      first.close('done');
      open().close('done');
      expect(verify()).toMatchObject({ ok: true, records: 5 });
    });

    test('the lock of a running process is kept', () => {
      writeFileSync(`${file}.lock`, `${process.ppid} 1 \n`);
      expect(refusalOf(() => open()).code).toBe('audit.in-use');
    });

    test.each([
      ['a dead process', () => `${spawnSync('true').pid} 1 \n`],
      ['an earlier process with our PID', () => `${process.pid} 1 \n`],
      ['a process of an earlier boot', () => `${process.ppid} 1 another-boot\n`],
      ['no process', () => ''],
      ['binary data', () => '\0\0'],
    ])('the lock of %s is taken over', (_, lock) => {
      writeFileSync(`${file}.lock`, lock());
      open().close('done');
      expect(existsSync(`${file}.lock`)).toBe(false);
    });

    test('a write by another process stops the writer', () => {
      const log = open();
      appendFileSync(file, readFileSync(file));
      const before = readFileSync(file);
      expect(refusalOf(() => log.append(CALL)).code).toBe('audit.changed');
      expect(refusalOf(() => log.append(CALL)).code).toBe('audit.changed');
      expect(readFileSync(file)).toEqual(before);
    });

    test('a removed log is not written', () => {
      const log = open();
      rmSync(file);
      expect(refusalOf(() => log.append(CALL)).code).toBe('audit.changed');
    });
  });

  describe('after a crash', () => {
    test('an incomplete record is truncated and recorded', () => {
      const bytes = abandoned(4);
      const end = bytes.lastIndexOf('\n', -2) + 1;
      const head = `2:${(records()[2] as { hash: string }).hash}`;
      for (const size of [end + 1, end + 9, bytes.length - 2, bytes.length - 1]) {
        writeFileSync(file, bytes.subarray(0, size));
        writeFileSync(`${file}.head`, head);
        open().close('done');
        expect(records()[3]).toMatchObject({ event: 'recovered', head: 'ok', torn: { bytes: size - end } });
        expect(verify()).toMatchObject({ ok: true, records: 6 });
      }
    });

    test('in its first record, the log restarts with a recovery record', () => {
      abandoned(1);
      truncateSync(file, 30);
      truncateSync(`${file}.head`, 0);
      open().close('done');
      expect(events()).toEqual(['recovered', 'start', 'stop']);
      expect(verify().ok).toBe(true);
    });

    test.each([1, 0])('a head at record %d of three is accepted, because it is written last', seq => {
      abandoned(3);
      writeFileSync(`${file}.head`, `${seq}:${(records()[seq] as { hash: string }).hash}\n`);
      open().close('done');
      expect(events()).toEqual(['start', 'outcome', 'outcome', 'start', 'stop']);
    });

    test.each([0, 1, 2])('in a batch with %d complete records, the log continues after those', whole => {
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
      open().close('done');
      expect(events()).toEqual(['start', ...Array(whole).fill('outcome'), 'recovered', 'start', 'stop']);
      expect(verify().ok).toBe(true);
    });

    test('missing records are reported permanently, at their position', () => {
      const bytes = abandoned(4);
      writeFileSync(file, bytes.subarray(0, bytes.lastIndexOf('\n', -2) + 1));
      open().close('done');
      expect(events()).toEqual(['start', 'outcome', 'outcome', 'recovered', 'start', 'stop']);
      expect(verify()).toMatchObject({ ok: false, firstBad: { seq: 3, code: 'audit.cut' } });
    });

    test.each([
      ['no head', 'missing', () => rmSync(`${file}.head`)],
      ['an invalid head', 'unreadable', () => writeFileSync(`${file}.head`, '\0'.repeat(89))],
    ])('%s is recorded, because records may be missing', (_, head, spoil) => {
      abandoned();
      spoil();
      open().close('done');
      expect(records()[3]).toMatchObject({ event: 'recovered', head });
      expect(verify()).toMatchObject({ ok: false, firstBad: { seq: 3, code: 'audit.end-unproven' } });
    });

    test('an emptied log with a head is reported', () => {
      abandoned();
      truncateSync(file, 0);
      open().close('done');
      expect(verify()).toMatchObject({ ok: false, firstBad: { seq: 0, code: 'audit.cut' } });
    });
  });

  describe('on a full disk', () => {
    /** A disk with limited space; writes what fits, then fails. */
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
      '[audit.full-disk] with room for %d bytes a record fails completely, and later ones succeed',
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

    test.each([0, 1, 300, 600])('with room for %d bytes, a batch fails completely', room => {
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

    test('does not open if the start record cannot be written', () => {
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
