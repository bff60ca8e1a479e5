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
import { ToolmarkError } from '@toolmark/core';
import {
  type AuditEvent,
  type AuditHead,
  type AuditLink,
  type AuditRecovery,
  type AuditStart,
  formatAuditHead,
  MAX_AUDIT_RECORD_BYTES,
  makeAuditRecord,
} from '@toolmark/core/guard';
import { type FoundHead, openAuditFile, readAuditHead, reasonOf, refuseAudit, takeAuditLock } from './audit-files.ts';
import { type AuditTail, readAuditTail } from './audit-tail.ts';

export interface AuditLogOptions {
  /** The file, or a folder for a new file named by time and process. */
  readonly path: string;
  readonly now: () => Date;
  /** The first record of this run. */
  readonly start: Omit<AuditStart, 'event'>;
  /** Flush each record to disk. */
  readonly sync?: boolean;
  /** For tests of full disks. */
  readonly write?: typeof writeSync;
  /** For tests of broken disks. */
  readonly flush?: typeof fdatasyncSync;
}

/** Opens a log for exclusive writing and writes the start record. Throws `audit.*`. */
export function openAuditLog(options: AuditLogOptions): AuditLog {
  const file = fileOf(options);
  const release = takeAuditLock(file);
  const descriptors: number[] = [];
  try {
    const hadHead = existsSync(`${file}.head`);
    descriptors.push(openAuditFile(file, constants.O_APPEND));
    descriptors.push(openAuditFile(`${file}.head`, 0));
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
  /** Size of the complete records. */
  private size: number;
  /** A failed write may have left bytes after the complete records. */
  private isDirty: boolean;
  private isClosed = false;

  constructor(files: OpenFiles) {
    this.files = files;
    this.file = files.file;
    this.last = files.tail.last;
    this.size = files.tail.size;
    this.isDirty = files.tail.torn !== undefined;
    const recovery = recoveryOf(files);
    if (recovery !== undefined) this.append(recovery);
    this.append({ event: 'start', ...files.start });
  }

  /** Writes one record and returns its link. */
  append(event: AuditEvent): AuditLink {
    return this.appendAll([event]);
  }

  /**
   * Writes all records or none, and returns the link of the last. If it throws, nothing was written and the recorded actions
   * must not happen; later writes may succeed.
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
      this.rollBack();
      if (cause instanceof ToolmarkError) throw cause;
      throw refuseAudit('unwritable', this.file, `could not be written: ${reasonOf(cause)}.`, cause);
    }
    this.last = link;
    this.size += bytes.length;
    this.isDirty = false;
    return link;
  }

  /** Writes the stop record and releases the lock. */
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
      throw refuseAudit('too-long', this.file, 'cannot store a record of this size.');
    }
    return { bytes: Buffer.from(`${lines.join('\n')}\n`), link };
  }

  /** Another writer would break the chain. */
  private tidy(): void {
    if (this.isDirty) ftruncateSync(this.files.log, this.size);
    this.isDirty = false;
    const { size, nlink } = fstatSync(this.files.log);
    if (nlink === 0) throw refuseAudit('changed', this.file, 'was removed while in use.');
    if (size === this.size) return;
    throw refuseAudit('changed', this.file, 'was changed by another process. Start a new log.');
  }

  private write(descriptor: number, bytes: Buffer, position: number | null): void {
    const write = this.files.write ?? writeSync;
    for (let at = 0; at < bytes.length; ) {
      const count = write(descriptor, bytes, at, bytes.length - at, position === null ? null : position + at);
      // Some disks write nothing without an error.
      if (count === 0) throw new Error('nothing was written');
      if (descriptor === this.files.log) this.isDirty = true;
      at += count;
    }
  }

  private flush(): void {
    const flush = this.files.flush ?? fdatasyncSync;
    flush(this.files.log);
  }

  /** Restores the files after a failed write; if that fails, the next write tries again. */
  private rollBack(): void {
    if (!this.isDirty) return;
    try {
      ftruncateSync(this.files.log, this.size);
      this.isDirty = false;
      if (this.last === undefined) ftruncateSync(this.files.head, 0);
      else this.write(this.files.head, Buffer.from(formatAuditHead(this.last)), 0);
    } catch {
      // The caller reports the failed write.
    }
  }
}

/** What was wrong when a log was reopened; undefined if nothing was, or the log is new. */
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
