import { type Digest, verifyAudit } from '@toolmark/core';
import { type AuditEvent, type AuditLink, makeAuditRecord, parseAuditHead } from '@toolmark/core/guard';
import { must, type Target, unlessRefused } from '../target.ts';

const lock: Digest = `sha256:${'a'.repeat(64)}`;
const EVENTS: readonly AuditEvent[] = [
  { event: 'start', lock, policy: null, mode: 'enforce', toolmark: '0.1.0' },
  ...[1, 2, 3].map((n): AuditEvent => ({ event: 'outcome', id: `c${n}`, ok: true })),
  { event: 'stop', reason: 'SIGTERM' },
];

const log: { text: string; head: AuditLink | undefined } = { text: '', head: undefined };
for (const event of EVENTS) {
  const { line, link } = makeAuditRecord(event, log.head, new Date(0));
  log.text += `${line}\n`;
  log.head = link;
}
const heads = log.head === undefined ? [] : [log.head];

export const auditLog: Target = {
  name: 'audit-log',
  promise: 'Only the original log, or a continuation of it, verifies against its head.',
  seeds: [log.text],
  words: ['"event":"recovered"', '"head":"ok"', '"prev":null', '\n', '"seq":0'],
  run(input) {
    unlessRefused(() => parseAuditHead(Buffer.from(input).toString('latin1')));
    verifyAudit([input]);
    const { ok } = verifyAudit([input], { heads });
    must(
      !ok || Buffer.from(input).toString('latin1').startsWith(log.text),
      'A different log verifies against the head.',
    );
  },
};
