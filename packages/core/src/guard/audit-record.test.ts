import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { type Digest, jcs, readJson } from '../base/index.ts';
import { auditDecision } from './audit-decision.ts';
import type { AuditEvent } from './audit-record.ts';
import {
  formatAuditHead,
  MAX_AUDIT_RECORD_BYTES,
  makeAuditRecord,
  parseAuditHead,
  parseAuditRecord,
} from './audit-record.ts';

const DIGEST: Digest = `sha256:${'a'.repeat(64)}`;
const TIME = new Date('2026-11-15T12:00:00.5Z');
const STOP: AuditEvent = { event: 'stop', reason: 'requested' };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const CALL = {
  id: 'c1',
  session: 's1',
  server: 'weather',
  tool: 'get_forecast',
  args: {},
  decision: { decision: 'deny', code: 'guard.unlocked', explain: 'It is not locked.' },
  forwarded: false,
} as const;
const OPTIONS = { lock: DIGEST, policy: null, names: new Set<string>() };

describe('a record', () => {
  test('is one line of canonical JSON, pinned here for other implementations', () => {
    const first = makeAuditRecord(
      { event: 'start', lock: DIGEST, policy: null, mode: 'enforce', toolmark: '0.1.0' },
      undefined,
      TIME,
    );
    expect(first.line).toBe(
      `{"event":"start","hash":"${first.link.hash}","lock":"${DIGEST}","mode":"enforce","policy":null,"prev":null,"seq":0,` +
        '"time":"2026-11-15T12:00:00.500Z","toolmark":"0.1.0","v":1}',
    );
    expect(first.link).toEqual({
      seq: 0,
      hash: 'sha256:96f0ba64015ff010448a14e08280cb1ec5171c11db2a55b2492d8920ffbdf179',
    });
    const second = makeAuditRecord(STOP, first.link, TIME);
    expect(parseAuditRecord(bytes(second.line))).toMatchObject({
      seq: 1,
      prev: first.link.hash,
      hash: second.link.hash,
    });
  });

  test('whatever is called, its record is canonical, fits, and can be read again', () => {
    const text = fc.string({ unit: 'binary', maxLength: 2_000 });
    const call = fc.record({ id: text, session: text, server: text, tool: text });
    const args = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.bigInt())) as fc.Arbitrary<
      Record<string, never>
    >;
    fc.assert(
      fc.property(call, args, text, (names, given, explain) => {
        const decision = { ...CALL.decision, explain };
        const event = auditDecision({ ...CALL, ...names, args: given, decision }, { ...OPTIONS, withValues: true });
        const { line } = makeAuditRecord(event, undefined, TIME);
        expect(bytes(line).length).toBeLessThanOrEqual(MAX_AUDIT_RECORD_BYTES);
        expect(parseAuditRecord(bytes(line))).toMatchObject({ event: 'decision' });
        expect(jcs(readJson(bytes(line)))).toBe(line);
        expect(line).not.toMatch(/[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u);
      }),
    );
  });

  test('a name of a megabyte, or half a character, is cut and written', () => {
    for (const name of ['x'.repeat(1e6), '\ud800', '😀'.repeat(1_000)]) {
      const event = { event: 'withheld', server: 'a', kind: 'tool', name, code: 'drift' } as const;
      const { line } = makeAuditRecord(event, undefined, TIME);
      expect(parseAuditRecord(bytes(line))).toMatchObject({ name: expect.stringMatching(/^.{1,1000}$/s) });
    }
  });

  test.each<[string, string, string]>([
    ['nothing', '', 'audit.malformed'],
    ['zeros, as a power cut leaves them', '\0\0\0', 'audit.malformed'],
    ['a list', '[]', 'audit.malformed'],
    ['another object', '{}', 'audit.malformed'],
    ['a key that is there twice', '{"v":1,"v":1}', 'audit.malformed'],
    ['100,000 levels', '['.repeat(100_000), 'audit.malformed'],
    ['more than a record can have', `"${'a'.repeat(MAX_AUDIT_RECORD_BYTES)}"`, 'audit.malformed'],
    ['a byte order mark', `\ufeff${makeAuditRecord(STOP, undefined, TIME).line}`, 'audit.malformed'],
    ['a carriage return', `${makeAuditRecord(STOP, undefined, TIME).line}\r`, 'audit.malformed'],
    ['a space', makeAuditRecord(STOP, undefined, TIME).line.replace(':', ': '), 'audit.malformed'],
    ['another version', makeAuditRecord(STOP, undefined, TIME).line.replace('"v":1', '"v":2'), 'audit.malformed'],
    ['a day for a time', makeAuditRecord(STOP, undefined, TIME).line.replace('T12:00:00.500Z', ''), 'audit.malformed'],
    [
      'another reason',
      makeAuditRecord(STOP, undefined, TIME).line.replace('requested', 'unrequested'),
      'audit.bad-hash',
    ],
    ['one member more', makeAuditRecord(STOP, undefined, TIME).line.replace('"v":1', '"v":1,"w":1'), 'audit.bad-hash'],
  ])('%s is refused', (_, line, code) => {
    expect(refusalOf(() => parseAuditRecord(bytes(line))).code).toBe(code);
  });
});

describe('the record of a decision', () => {
  const args = { city: 'Berlin', days: 2n ** 60n };

  test('holds no value of an argument unless asked for', () => {
    expect(JSON.stringify(auditDecision({ ...CALL, args }, OPTIONS))).not.toContain('Berlin');
    expect(auditDecision({ ...CALL, args }, { ...OPTIONS, withValues: true }).args).toEqual({
      city: 'Berlin',
      days: '1152921504606846976',
    });
  });

  test.each([
    ['too large', { city: 'x'.repeat(40_000) }],
    ['too large when they are spelled out', { city: '\u202e'.repeat(4_000) }],
  ])('values that are %s are left out, and the call is still written down', (_, given) => {
    const event = auditDecision({ ...CALL, args: given }, { ...OPTIONS, withValues: true });
    expect(event).not.toHaveProperty('args');
    expect(event.shape).toEqual({ object: {}, more: 1 });
  });

  test('escapes terminal control characters in names and values', () => {
    const evil = 'a\u001b[2J\u202e\u009b\ud800';
    const spelled = String.raw`a\u{1b}[2J\u{202e}\u{9b}\u{d800}`;
    const names = { id: evil, session: evil, server: evil, tool: evil, original: `${evil}b`, method: evil };
    const decision = { ...CALL.decision, code: evil, explain: evil };
    const given = { [evil]: [evil], [spelled]: 1 };
    const options = { ...OPTIONS, names: new Set([evil]), withValues: true };
    const event = auditDecision({ ...CALL, ...names, decision, args: given }, options);
    const { line } = makeAuditRecord(event, undefined, TIME);
    expect(parseAuditRecord(bytes(line))).toMatchObject({
      id: spelled,
      session: spelled,
      server: spelled,
      tool: spelled,
      original: `${spelled}b`,
      method: spelled,
      code: spelled,
      explain: spelled,
      shape: { object: { [spelled]: { array: 1 } }, more: 1 },
      args: { [spelled]: [spelled], [`${spelled}_2`]: 1 },
    });
  });

  test('lists the violated keywords without pointers, which may contain data', () => {
    const violations = [
      { instancePointer: '/sesame', schemaPointer: '/x', keyword: 'maxLength', message: 'Not sesame.' },
    ];
    const explain = 'The arguments do not fit the locked input schema at "/sesame": Not sesame.';
    const decision = { decision: 'deny', code: 'guard.arguments-invalid', explain, violations } as const;
    expect(auditDecision({ ...CALL, decision }, OPTIONS).explain).toBe(
      'The arguments do not fit the locked input schema (maxLength).',
    );
    expect(auditDecision({ ...CALL, decision }, { ...OPTIONS, withValues: true }).explain).toBe(explain);
  });

  test('names the tool as it was called and as the server knows it', () => {
    const known = { original: 'get_forecast', digest: DIGEST };
    expect(auditDecision({ ...CALL, tool: 'weather_get', ...known }, OPTIONS)).toMatchObject({
      tool: 'weather_get',
      original: 'get_forecast',
      digest: DIGEST,
    });
    expect(auditDecision({ ...CALL, ...known, tool: 'get_forecast' }, OPTIONS)).not.toHaveProperty('original');
  });
});

describe('a head', () => {
  test('reads as it was written, and always has the same length', () => {
    const heads = [0, 7, 2 ** 53 - 1].map(seq => ({ seq, hash: DIGEST }));
    expect(heads.map(formatAuditHead).map(parseAuditHead)).toEqual(heads);
    expect(new Set(heads.map(head => formatAuditHead(head).length)).size).toBe(1);
    expect(parseAuditHead('')).toEqual({ seq: -1, hash: null });
  });

  test.each([
    '\n',
    '7',
    `7:${'a'.repeat(64)}`,
    `-1:${DIGEST}`,
    `9999999999999999:${DIGEST}`,
    `7:${DIGEST}x`,
    `7:${DIGEST}\n\n`,
  ])('%j is none', text => {
    expect(refusalOf(() => parseAuditHead(text)).code).toBe('audit.bad-head');
  });
});
