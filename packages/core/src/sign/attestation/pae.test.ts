import { expect, test } from 'vitest';
import { pae } from './pae.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['http://example.com/HelloWorld', 'hello world', 'DSSEv1 29 http://example.com/HelloWorld 11 hello world'],
  ['', '', 'DSSEv1 0  0 '],
  ['é', 'né', 'DSSEv1 2 é 3 né'],
])('of %j and %j counts bytes', (type, payload, expected) => {
  expect(pae(type, encode(payload))).toEqual(encode(expected));
});
