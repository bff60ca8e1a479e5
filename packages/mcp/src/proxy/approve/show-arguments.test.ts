import type { JsonObject } from '@toolmark/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showArguments } from './show-arguments.ts';

describe('arguments for people to read', () => {
  test('escape hidden characters', () => {
    const shown = showArguments({ a: '\u202etxt.exe\u200b', 'b\u0007': '\n\u001b[2J' }, 1_000);
    expect(shown).toBe('{\n  "a": "\\u202etxt.exe\\u200b",\n  "b\\u0007": "\\n\\u001b[2J"\n}');
  });

  test('keep every digit', () => {
    expect(showArguments({ n: 2n ** 64n, list: [{}, []] }, 1_000)).toBe(
      '{\n  "n": 18446744073709551616,\n  "list": [\n    {},\n    []\n  ]\n}',
    );
  });

  test('say how many characters are not shown', () => {
    const shown = showArguments({ a: 'x'.repeat(100) }, 20);
    expect(shown).toBe('{\n  "a": "xxxxxxxxxx…\nNOT SHOWN: 93 more characters of the arguments.');
  });

  test('are valid JSON with the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })), args => {
        const read = JSON.parse(JSON.stringify(args));
        expect(JSON.parse(showArguments(read as JsonObject, Number.MAX_SAFE_INTEGER))).toEqual(read);
      }),
    );
  });
});
