import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { readArguments } from './read-arguments.ts';

const circle: Record<string, unknown> = {};
circle.self = circle;

describe('arguments that cannot be sent are refused with a code', () => {
  test.each<[string, unknown]>([
    ['text that is not JSON', '{city:'],
    ['a key that is there twice', '{"a":1,"a":2}'],
    ['a list as text', '[1]'],
    ['a large integer as text', '{"id":9007199254740993}'],
    ['a large integer at depth', { a: [{ id: 2n ** 60n }] }],
    ['a list', [1]],
    ['null', null],
    ['undefined', undefined],
    ['a number', 5],
    ['a date inside', { at: new Date(0) }],
    ['an object that contains itself', circle],
  ])('%s', (_, given) => {
    expect(refusalOf(() => readArguments(given))).toMatchObject({ code: 'adapt.bad-arguments' });
  });
});

test.each<[string, unknown, unknown]>([
  ['an object', { city: 'Oslo' }, { city: 'Oslo' }],
  ['its text', '{"city":"Oslo","deep":[{"n":1.5}]}', { city: 'Oslo', deep: [{ n: 1.5 }] }],
  ['no text at all', '', {}],
  ['a blank', ' \n', {}],
])('%s can be sent', (_, given, read) => {
  expect(readArguments(given)).toEqual(read);
});
