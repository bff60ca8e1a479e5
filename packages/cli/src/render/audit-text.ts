import { type AuditRecord, inert, type Json, jcs, member, quoteInert } from '@toolmark/core';
import type { BadRecord } from '@toolmark/core/guard';

/** A record for people: one line, and for a decision the reason below it. */
export function formatRecord(record: AuditRecord): string {
  const begin = `${record.seq}  ${record.time}  `;
  if (record.event !== 'decision') return `${begin}${record.event}${restOf(record)}`;
  const text = (name: string): string => quoteInert(String(member(record, name) ?? ''));
  const original = member(record, 'original') === undefined ? '' : ` (${text('original')})`;
  const way = member(record, 'forwarded') === true ? 'forwarded' : 'not forwarded';
  const decision = inert(String(member(record, 'decision')));
  return [
    `${begin}${decision}, ${way}  ${text('server')} ${text('tool')}${original}  ${shapeText(record)}`,
    `    ${inert(String(member(record, 'explain')))} [${inert(String(member(record, 'code')))}]`,
  ].join('\n');
}

const FRAME = new Set(['v', 'seq', 'time', 'event', 'prev', 'hash']);
const MAX_TEXT = 300;

function restOf(record: AuditRecord): string {
  return Object.keys(record)
    .filter(name => !FRAME.has(name))
    .map(name => `  ${inert(name)}=${jsonText(record[name] as Json)}`)
    .join('');
}

function shapeText(record: AuditRecord): string {
  return jsonText(member(record, 'args') ?? member(record, 'shape') ?? {});
}

function jsonText(value: Json): string {
  const text = jcs(value);
  return inert(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}

export function formatBadRecord({ line, seq, code, message }: BadRecord): string {
  return `Not whole: line ${line}, where record ${seq} belongs. ${message} [${code}]`;
}

export function wordsOfCount(records: number): string {
  return records === 1 ? '1 record' : `${records} records`;
}
