import { expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');

test('reads its own cursors, and those of older registries without advisories', () => {
  const place = { advised: 1, rank: 0.25, name: 'mail_b' };
  expect(readCursor(writeCursor(place))).toEqual(place);
  expect(readCursor(encode('[0.25,"mail_b"]'))).toEqual({ ...place, advised: 0 });
});

test.each(['', 'AAAA', encode('{}'), encode('[2,0.5,"a"]'), encode('[0,"0.5","a"]'), encode('[0,0.5,"a\\u0000"]')])(
  'rejects the cursor %j',
  text => expect(refusalOf(() => readCursor(text)).code).toBe('request.bad-cursor'),
);
