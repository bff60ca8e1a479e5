import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BriefMap } from './brief-map.ts';

const anyStep = fc.tuple(fc.constantFrom('set', 'take'), fc.integer({ min: 0, max: 5 }), fc.string());

test('holds what a Map would hold after any sequence of steps', () => {
  fc.assert(
    fc.property(fc.array(anyStep), steps => {
      const [brief, plain] = [new BriefMap<number, string>(), new Map<number, string>()];
      for (const [step, key, value] of steps) {
        if (step === 'set') brief.set(key, value);
        else expect(brief.take(key)).toBe(plain.get(key));
        plain.delete(key);
        if (step === 'set') plain.set(key, value);
        expect([brief.get(key), brief.has(key), brief.size]).toEqual([plain.get(key), plain.has(key), plain.size]);
      }
      expect(brief.list()).toEqual([...plain]);
    }),
  );
});
