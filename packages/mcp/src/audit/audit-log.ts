import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import {
  type AuditEvent,
  type AuditHead,
  type AuditLink,
  type AuditRecovery,
  type AuditStart,
  formatAuditHead,
  MAX_AUDIT_RECORD_BYTES,
  makeAuditRecord,
  ToolmarkError,
} from '@toolmark/core';
import { type FoundHead, openAuditFile, readAuditHead } from './audit-files.ts';
import { takeAuditLock } from './audit-lock.ts';
import { type AuditTail, readAuditTail } from './audit-tail.ts';
import { reasonOf, refuseAudit } from './refuse-audit.ts';

export interface AuditLogOptions {
  /** The file. A folder stands for a new file in it, named by time and process. */
  readonly path: string;
  readonly now: () => Date;
  /** The first record of this run. */
  readonly start: Omit<AuditStart, 'event'>;
  /** Wait until each record is on the disk. */
  readonly sync?: boolean;
  /** How bytes reach a file, for tests of full disks. */
  readonly write?: typeof writeSync;
  /** How bytes reach the disk itself, for tests of slow and broken ones. */
  readonly flush?: typeof fdatasyncSync;
}

/** Opens a log for this process alone and writes its start. Whatever stands against that is thrown with a code. */
export function openAuditLog(options: AuditLogOptions): AuditLog {
  const file = fileOf(options);
  const release = takeAuditLock(file);
  const descriptors: number[] = [];
  try {
    const hadHead = existsSync(`${file}.head`);
    for (const [name, flags] of [
      [file, constants.O_APPEND],
      [`${file}.head`, 0],
    ] as const) {
      descriptors.push(openAuditFile(name, flags));
    }
    const [log = -1, head = -1] = descriptors;
    const tail = readAuditTail(log, file);
    const found: FoundHead = hadHead ? readAuditHead(head) : { state: 'missing' };
    return new AuditLog({ ...options, file, log, head, release, tail, found });
  } catch (error) {
    for (const descriptor of descriptors) closeSync(descriptor);
    release();
    throw error;
  }
}

function fileOf({ path: given, now }: AuditLogOptions): string {
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? path.join(given, `${now().toISOString().replaceAll(':', '')}-${process.pid}.jsonl`) : given;
}

interface OpenFiles extends AuditLogOptions {
  readonly file: string;
  readonly log: number;
  readonly head: number;
  readonly release: () => void;
  readonly tail: AuditTail;
  readonly found: FoundHead;
}

/** Events that are written together. */
export type AuditBatch = readonly [AuditEvent, ...AuditEvent[]];

/** An audit log that this process writes (docs/spec/audit.md, section 4). */
export class AuditLog {
  readonly file: string;
  private readonly files: OpenFiles;
  private last: AuditLink | undefined;
  /** Up to where the file holds whole records of ours. */
  private size: number;
  /** Whether something may stand behind that place which a failed write has left. */
  private isLittered: boolean;
  private isClosed = false;

  constructor(files: OpenFiles) {
    this.files = files;
    this.file = files.file;
    this.last = files.tail.last;
    this.size = files.tail.size;
    this.isLittered = files.tail.torn !== undefined;
    const recovery = recoveryOf(files);
    if (recovery !== undefined) this.append(recovery);
    this.append({ event: 'start', ...files.start });
  }

  /** Writes one record, and returns its place in the chain. */
  append(event: AuditEvent): AuditLink {
    return this.appendAll([event]);
  }

  /**
   * Writes records with one write, all of them or none, and returns the place of the last in the chain. When it throws,
   * nothing was written, and what the records stand for must not happen; later ones may succeed.
   */
  appendAll(events: AuditBatch): AuditLink {
    if (this.isClosed) throw refuseAudit('closed', this.file, 'is closed.');
    const { bytes, link } = this.chain(events);
    try {
      this.tidy();
      this.write(this.files.log, bytes, null);
      if (this.files.sync === true) this.flush();
      this.write(this.files.head, Buffer.from(formatAuditHead(link)), 0);
    } catch (cause) {
      this.takeBack();
      if (cause instanceof ToolmarkError) throw cause;
      throw refuseAudit('unwritable', this.file, `cannot be written: ${reasonOf(cause)}.`, cause);
    }
    this.last = link;
    this.size += bytes.length;
    this.isLittered = false;
    return link;
  }

  /** Writes the last record of this run and lets others write. */
  close(reason: string): void {
    if (this.isClosed) return;
    try {
      this.append({ event: 'stop', reason });
      this.flush();
    } finally {
      this.isClosed = true;
      closeSync(this.files.log);
      closeSync(this.files.head);
      this.files.release();
    }
  }

  private chain([first, ...rest]: AuditBatch): { bytes: Buffer; link: AuditLink } {
    const time = this.files.now();
    let { line, link } = makeAuditRecord(first, this.last, time);
    const lines = [line];
    for (const event of rest) {
      ({ line, link } = makeAuditRecord(event, link, time));
      lines.push(line);
    }
    if (lines.some(text => Buffer.byteLength(text) >= MAX_AUDIT_RECORD_BYTES)) {
      throw refuseAudit('too-long', this.file, 'cannot hold so long a record.');
    }
    return { bytes: Buffer.from(`${lines.join('\n')}\n`), link };
  }

  /** Nobody else may have written here: the chain would go on from a record that is not the last. */
  private tidy(): void {
    if (this.isLittered) ftruncateSync(this.files.log, this.size);
    this.isLittered = false;
    const { size, nlink } = fstatSync(this.files.log);
    if (nlink === 0) throw refuseAudit('changed', this.file, 'was removed while it was written.');
    if (size === this.size) return;
    throw refuseAudit('changed', this.file, 'was changed by somebody else while it was written. Start a new one.');
  }

  private write(descriptor: number, bytes: Buffer, position: number | null): void {
    const write = this.files.write ?? writeSync;
    for (let at = 0; at < bytes.length; ) {
      const count = write(descriptor, bytes, at, bytes.length - at, position === null ? null : position + at);
      // Some disks take nothing and report nothing.
      if (count === 0) throw new Error('nothing was taken');
      if (descriptor === this.files.log) this.isLittered = true;
      at += count;
    }
  }

  private flush(): void {
    const flush = this.files.flush ?? fdatasyncSync;
    flush(this.files.log);
  }

  /** Leaves the files as they were before a record that failed; what cannot be cut off now is cut off before the next. */
  private takeBack(): void {
    if (!this.isLittered) return;
    try {
      ftruncateSync(this.files.log, this.size);
      this.isLittered = false;
      if (this.last === undefined) ftruncateSync(this.files.head, 0);
      else this.write(this.files.head, Buffer.from(formatAuditHead(this.last)), 0);
    } catch {
      // The failure that is told is that of the record.
    }
  }
}

/** What was not in order when a log was taken up again; undefined where everything was, or the log is new. */
function recoveryOf({ tail, found }: OpenFiles): AuditRecovery | undefined {
  const { last, torn } = tail;
  const lost = found.head !== undefined && isLost(found.head, last) ? found.head : undefined;
  const isNew = last === undefined && torn === undefined;
  if (lost === undefined && torn === undefined && (isNew || found.state === 'ok')) return undefined;
  return {
    event: 'recovered',
    head: found.state,
    ...(torn && { torn }),
    ...(lost && { lost: `${lost.seq}:${lost.hash}` }),
  };
}

function isLost(head: AuditHead, last: AuditLink | undefined): boolean {
  if (head.seq < 0) return false;
  return last === undefined || head.seq > last.seq || (head.seq === last.seq && head.hash !== last.hash);
}
