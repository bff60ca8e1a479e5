import { generateKeyPairSync } from 'node:crypto';
import type { Digest } from '@toolmark/core';
import { type Advisory, MAX_ADVISORIES_BYTES, signAdvisories, verifyAdvisories } from '@toolmark/core/sign';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDropped, fitAdvisories } from './fit-advisories.ts';

/** The newest has the highest number. */
function entry(number: number, changes: Partial<Advisory> = {}): Advisory {
  const digest: Digest = `sha256:${number.toString(16).padStart(64, '0')}`;
  const id = `TMA-2026-${String(number).padStart(4, '0')}`;
  return { id, severity: 'low', summary: 'It sends files away.', digests: [digest], ...changes };
}

function list(count: number, changesOf: (number: number) => Partial<Advisory> = () => ({})): Advisory[] {
  return Array.from({ length: count }, (_, i) => entry(count - i, changesOf(count - i)));
}

const numbers = (advisories: readonly Advisory[]) => advisories.map(({ id }) => Number(id.slice(9)));

describe('an advisory list that is too long', () => {
  test('is unchanged when it fits', () => {
    const all = list(5);
    expect(fitAdvisories(all)).toEqual(all);
  });

  test('drops the oldest withdrawn entries first and current ones last', () => {
    const all = list(6, number => (number % 2 === 0 ? { withdrawn: true } : {}));
    const fit = (entries: number) => fitAdvisories(all, { entries, bytes: 1e6 });
    expect(numbers(fit(5))).toEqual([6, 5, 4, 3, 1]);
    expect(numbers(fit(3))).toEqual([5, 3, 1]);
    expect(numbers(fit(2))).toEqual([5, 3]);
    expect(countDropped(all, fit(3))).toBe(0);
    expect(countDropped(all, fit(2))).toBe(1);
  });

  test('shortens the oldest summaries before it drops any', () => {
    const all = list(3, () => ({ summary: '長'.repeat(1000) }));
    const fitted = fitAdvisories(all, { entries: 10, bytes: 7_000 });
    expect(fitted.map(({ summary }) => summary.length)).toEqual([1000, 1000, 80]);
  });

  test('is accepted by every reader, whatever its size', () => {
    const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
    const all = list(12_000, number => ({
      summary: '😀'.repeat(500),
      tool: 'x'.repeat(128),
      ...(number % 3 === 0 ? { withdrawn: true } : {}),
    }));
    const advisories = fitAdvisories(all);
    const times = { issuedAt: '2026-11-15T11:00:00Z', expiresAt: '2026-11-16T11:00:00Z' };
    const signed = signAdvisories({ ...times, advisories }, { key, publicKey });
    expect(signed.length).toBeLessThanOrEqual(MAX_ADVISORIES_BYTES);
    expect(verifyAdvisories(signed, [publicKey]).advisories).toHaveLength(8_000);
    expect(countDropped(all, advisories)).toBe(0);
  });

  test('keeps its order and both limits for any entries', () => {
    const any = fc.array(fc.record({ summary: fc.string({ minLength: 1, maxLength: 200 }), gone: fc.boolean() }));
    fc.assert(
      fc.property(any, fc.nat(20), fc.nat(3000), (some, entries, bytes) => {
        const all = list(some.length, number => {
          const { summary = 'x', gone = false } = some[number - 1] ?? {};
          return { summary, ...(gone ? { withdrawn: true as const } : {}) };
        });
        const fitted = fitAdvisories(all, { entries, bytes });
        expect(fitted.length).toBeLessThanOrEqual(entries);
        expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(bytes + 2);
        const kept = numbers(fitted);
        expect(kept).toEqual([...kept].sort((a, b) => b - a));
      }),
    );
  });
});
