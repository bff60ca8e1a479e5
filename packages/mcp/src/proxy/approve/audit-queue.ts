import type { AuditEvent } from '@toolmark/core/guard';
import type { AuditBatch, AuditLog } from '../../audit/audit-log.ts';

/** Writes the records of one turn of the event loop together. */
export class AuditQueue {
  private readonly log: Pick<AuditLog, 'appendAll'>;
  private events: AuditEvent[] = [];
  private written: Promise<void> | undefined;

  constructor(log: Pick<AuditLog, 'appendAll'>) {
    this.log = log;
  }

  /** Resolves once the records are written; rejects if that fails. */
  append(...events: AuditBatch): Promise<void> {
    this.events.push(...events);
    this.written ??= new Promise<void>(resolve => process.nextTick(resolve)).then(() => this.flush());
    return this.written;
  }

  private flush(): void {
    const [first, ...rest] = this.events;
    this.events = [];
    this.written = undefined;
    if (first !== undefined) this.log.appendAll([first, ...rest]);
  }
}
