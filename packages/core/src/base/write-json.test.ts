import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson } from '../../../../test/arbitrary-tool.ts';
import type { Json } from './json.ts';
import { readJson } from './read-json.ts';
import { writeJson } from './write-json.ts';

const LARGE = 9007199254740993n;

describe('an integer beyond 2^53', () => {
  test('keeps every digit at any depth', () => {
    expect(writeJson(LARGE)).toBe('9007199254740993');
    expect(writeJson({ a: [1, -LARGE, {}], b: [], __proto__: null })).toBe('{"a":[1,-9007199254740993,{}],"b":[]}');
  });

  test('changes nothing around it', () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(0, 2), (value, indent) => {
        const marked = JSON.stringify({ value, large: 'LARGE', absent: undefined }, undefined, indent);
        const written = writeJson({ value, large: LARGE, absent: undefined as unknown as Json }, indent);
        expect(written).toBe(marked.replace(/"LARGE"(?=\n?\}$)/, String(LARGE)));
        expect(readJson(new TextEncoder().encode(written))).toEqual({ value: readJson(bytesOf(value)), large: LARGE });
      }),
    );
  });
});

function bytesOf(value: Json): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
