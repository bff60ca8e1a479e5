import {
  type AuditEvent,
  type AuditLink,
  type Digest,
  makeAuditRecord,
  parseAuditHead,
  verifyAudit,
} from '@toolmark/core';
import { must, type Target, unlessRefused } from '../target.ts';

const lock: Digest = `sha256:${'a'.repeat(64)}`;
const EVENTS: readonly AuditEvent[] = [
  { event: 'start', lock, policy: null, mode: 'enforce', toolmark: '0.1.0' },
  ...[1, 2, 3].map((n): AuditEvent => ({ event: 'outcome', id: `c${n}`, ok: true })),
  { event: 'stop', reason: 'told to' },
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
  promise: 'Under its head no other log holds than the one that was written, or that one with more after it.',
  seeds: [log.text],
  words: ['"event":"recovered"', '"head":"ok"', '"prev":null', '\n', '"seq":0'],
  run(input) {
    unlessRefused(() => parseAuditHead(Buffer.from(input).toString('latin1')));
    verifyAudit([input]);
    const { ok } = verifyAudit([input], { heads });
    must(!ok || Buffer.from(input).toString('latin1').startsWith(log.text), 'Another log holds under the head.');
  },
};
