import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isLoopback, refusalAtDoor } from './http-door.ts';

const TOKEN = 'a-token-of-some-length';

function statusFor(headers: Record<string, string[]>, settings: { host: string; token?: string }): number {
  const first = Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values[0]]));
  const request = { headers: first, headersDistinct: headers } as unknown as IncomingMessage;
  return refusalAtDoor(request, settings)?.status ?? 200;
}

describe('who may come in', () => {
  test.each<[string, number, Record<string, string[]>, { host: string; token?: string }]>([
    ['a name of a stranger', 403, { host: ['evil.example'] }, { host: '127.0.0.1' }],
    ['a name of a stranger with our port', 403, { host: ['evil.example:8080'] }, { host: '127.0.0.1' }],
    ['a name that begins like ours', 403, { host: ['localhost.evil.example'] }, { host: '127.0.0.1' }],
    ['a user name that looks like ours', 403, { host: ['localhost@evil.example'] }, { host: '127.0.0.1' }],
    ['a second Host', 403, { host: ['localhost', 'evil.example'] }, { host: '127.0.0.1' }],
    ['no Host', 403, {}, { host: '127.0.0.1' }],
    ['an empty Host', 403, { host: [''] }, { host: '127.0.0.1' }],
    ['another address of this machine', 403, { host: ['192.168.1.2'] }, { host: '127.0.0.1' }],
    ['a name, where all addresses are listened on', 403, { host: ['evil.example'] }, { host: '0.0.0.0' }],
    ['a page of a stranger', 403, { host: ['localhost'], origin: ['https://evil.example'] }, { host: '127.0.0.1' }],
    ['a page without origin', 403, { host: ['localhost'], origin: ['null'] }, { host: '127.0.0.1' }],
    ['a page of a file', 403, { host: ['localhost'], origin: ['file://localhost'] }, { host: '127.0.0.1' }],
    ['a path in the origin', 403, { host: ['localhost'], origin: ['http://localhost/x'] }, { host: '127.0.0.1' }],
    ['no token', 401, { host: ['localhost'] }, { host: '127.0.0.1', token: TOKEN }],
    ['another token', 401, { host: ['localhost'], authorization: ['Bearer x'] }, { host: '127.0.0.1', token: TOKEN }],
    [
      'half a token',
      401,
      { host: ['localhost'], authorization: [`Bearer ${TOKEN.slice(1)}`] },
      { host: 'x', token: TOKEN },
    ],
    ['another scheme', 401, { host: ['localhost'], authorization: [`Basic ${TOKEN}`] }, { host: 'x', token: TOKEN }],
    ['the token', 200, { host: ['localhost'], authorization: [`Bearer ${TOKEN}`] }, { host: 'x', token: TOKEN }],
    [
      'the token, bearer in small letters',
      200,
      { host: ['x'], authorization: [`bearer ${TOKEN}`] },
      { host: 'x', token: TOKEN },
    ],
    ['localhost', 200, { host: ['localhost:3000'] }, { host: '127.0.0.1' }],
    ['another loopback address', 200, { host: ['127.8.8.8'] }, { host: '127.0.0.1' }],
    ['loopback of version 6', 200, { host: ['[::1]:3000'] }, { host: '127.0.0.1' }],
    ['a page of this machine', 200, { host: ['localhost'], origin: ['http://localhost:6274'] }, { host: '127.0.0.1' }],
    [
      'the name it listens on',
      200,
      { host: ['guard.internal'] },
      { host: 'Guard.internal', token: undefined as never },
    ],
    ['an address, where all are listened on', 200, { host: ['10.0.0.7:80'] }, { host: '0.0.0.0' }],
  ])('%s: %i', (_, status, headers, settings) => {
    expect(statusFor(headers, settings)).toBe(status);
  });

  test.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['[::1]', true],
    ['LOCALHOST', true],
    ['0.0.0.0', false],
    ['::', false],
    ['127.evil.example', false],
    ['128.0.0.1', false],
    ['example.org', false],
  ])('that only this machine reaches %s: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
