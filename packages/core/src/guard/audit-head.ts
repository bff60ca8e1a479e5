import { type Digest, quoteInert, ToolmarkError } from '../base/index.ts';
import type { AuditLink } from './audit-record.ts';

/** The last record that is known to have been in a log; -1 for a log that was only begun. */
export type AuditHead = AuditLink | { readonly seq: -1; readonly hash: null };

/** Always of one length, so that a head can be overwritten in place. */
export function formatAuditHead({ seq, hash }: AuditLink): string {
  return `${String(seq).padStart(16, '0')}:${hash}\n`;
}

/** `SEQ:HASH`, with or without leading zeros and a line feed. A head that nothing was written to yet is empty. */
export function parseAuditHead(text: string): AuditHead {
  if (text === '') return { seq: -1, hash: null };
  const [, seq, hash] = /^(\d{1,16}):(sha256:[0-9a-f]{64})\n?$/.exec(text) ?? [];
  if (seq !== undefined && hash !== undefined && Number.isSafeInteger(Number(seq))) {
    return { seq: Number(seq), hash: hash as Digest };
  }
  throw new ToolmarkError('audit.bad-head', `${quoteInert(text)} is no head. Write it as SEQ:sha256:….`);
}
