import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import type { ValueType } from './values-within.ts';
import { valueIsWithin } from './values-within.ts';

const NUMBERS: readonly ValueType[] = ['integer', 'fraction'];

describe('whether a schema already demands as much as a keyword', () => {
  test.each<[string, JsonObject, Json, readonly ValueType[], boolean]>([
    ['noSuchKeyword', { noSuchKeyword: 1 }, 1, NUMBERS, false],
    ['multipleOf', { multipleOf: 4 }, 0, NUMBERS, false],
    ['multipleOf', { multipleOf: 4 }, '2', NUMBERS, false],
    ['multipleOf', { multipleOf: 4 }, 2, NUMBERS, true],
    ['multipleOf', { multipleOf: 3 }, 2, NUMBERS, false],
    ['multipleOf', {}, 1, ['integer'], true],
    ['multipleOf', {}, 1, NUMBERS, false],
    ['multipleOf', {}, 7, ['string'], true],
    ['exclusiveMinimum', { minimum: 1 }, 1, NUMBERS, false],
    ['exclusiveMinimum', { exclusiveMinimum: 1 }, 1, NUMBERS, true],
    ['exclusiveMinimum', { minimum: 2 }, 1, NUMBERS, true],
    ['exclusiveMaximum', { maximum: 1 }, 1, NUMBERS, false],
    ['exclusiveMaximum', { exclusiveMaximum: 1 }, 1, NUMBERS, true],
    ['minimum', { minimum: 1 }, '1', NUMBERS, false],
    ['minimum', {}, 1, ['string'], true],
    ['minLength', { minLength: 2 }, -1, ['string'], false],
    ['minLength', { minLength: 2 }, 'two', ['string'], false],
    ['minLength', {}, 0, ['string'], true],
    ['minLength', {}, 3, ['array'], true],
    ['minLength', { minLength: 2 }, 3, ['string'], false],
    ['maxItems', { maxItems: 2 }, null, ['array'], false],
    ['maxItems', { maxItems: 2 }, 3, ['array'], true],
    ['maxItems', {}, 3, ['array'], false],
    ['required', { required: ['a', 'b'] }, ['a'], ['object'], true],
    ['required', { required: 'a' }, ['a'], ['object'], false],
    ['required', {}, 'a', ['object'], false],
    ['uniqueItems', {}, false, ['array'], true],
    ['uniqueItems', { uniqueItems: true }, true, ['array'], true],
    ['uniqueItems', {}, true, ['array'], false],
    ['enum', { const: 1 }, [1, 2], ['integer'], true],
    ['enum', { enum: [1, 3] }, [1, 2], ['integer'], false],
    ['enum', {}, [1], ['integer'], false],
  ])('%s, of %j against %j', (key, schema, value, types, expected) => {
    expect(valueIsWithin(key, schema, value, new Set(types))).toBe(expected);
  });
});
