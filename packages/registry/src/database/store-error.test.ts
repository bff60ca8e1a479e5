import { ToolmarkError } from '@toolmark/core';
import { expect, test } from 'vitest';
import { asStoreError } from './store-error.ts';

test.each([
  [{ errcode: 5 }, 'store.busy'],
  [{ errcode: 261 }, 'store.busy'],
  [{ errcode: 13 }, 'store.full'],
  [{ errcode: 11 }, 'store.unavailable'],
  [{ errcode: 26 }, 'store.unavailable'],
  [{ errcode: 1032 }, 'store.unavailable'],
  [{ errcode: 2067 }, 'store.conflict'],
  [{ code: '55P03' }, 'store.busy'],
  [{ code: '53100' }, 'store.full'],
  [{ code: '57P01' }, 'store.unavailable'],
  [{ code: '25P03' }, 'store.unavailable'],
  [{ code: 'ECONNREFUSED' }, 'store.unavailable'],
  [{ code: '23505' }, 'store.conflict'],
  [{ message: 'timeout exceeded when trying to connect' }, 'store.busy'],
  [{ message: 'Connection terminated unexpectedly' }, 'store.unavailable'],
  [{ message: 'Client has encountered a connection error and is not queryable' }, 'store.unavailable'],
])('%j is %s, whichever database says so', (members, code) => {
  expect(asStoreError(Object.assign(new Error('x'), members))).toMatchObject({ code });
});

test.each([
  [new Error('Connection')],
  [Object.assign(new Error('no such table'), { errcode: 1 })],
  [Object.assign(new Error('no such column'), { code: '42703' })],
  [new ToolmarkError('tool.not-found', 'Connection terminated')],
  ['Connection terminated'],
])('%s is a fault of another kind, and stays what it is', error => {
  expect(asStoreError(error)).toBe(error);
});
