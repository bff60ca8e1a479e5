import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isLoopback, refusalAtDoor } from './http-door.ts';

const TOKEN = 'a-token-of-some-length';
const WITH_TOKEN = { host: 'x', token: TOKEN };
const bearing = (authorization: string) => ({ host: ['localhost'], authorization: [authorization] });

function statusFor(headers: Record<string, string[]>, settings: { host: string; token?: string }): number {
  const first = Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values[0]]));
  const request = { headers: first, headersDistinct: headers } as unknown as IncomingMessage;
  return refusalAtDoor(request, settings)?.status ?? 200;
}

describe('admission by Host, Origin and token', () => {
  test.each<[string, number, Record<string, string[]>, { host: string; token?: string }]>([
    ['a foreign host name', 403, { host: ['evil.example'] }, { host: '127.0.0.1' }],
    ['a foreign host name with our port', 403, { host: ['evil.example:8080'] }, { host: '127.0.0.1' }],
    ['a name that begins like ours', 403, { host: ['localhost.evil.example'] }, { host: '127.0.0.1' }],
    ['a user name that looks like ours', 403, { host: ['localhost@evil.example'] }, { host: '127.0.0.1' }],
    ['a second Host', 403, { host: ['localhost', 'evil.example'] }, { host: '127.0.0.1' }],
    ['no Host', 403, {}, { host: '127.0.0.1' }],
    ['an empty Host', 403, { host: [''] }, { host: '127.0.0.1' }],
    ['another address of this machine', 403, { host: ['192.168.1.2'] }, { host: '127.0.0.1' }],
    ['a name, when listening on all addresses', 403, { host: ['evil.example'] }, { host: '0.0.0.0' }],
    ['a foreign origin', 403, { host: ['localhost'], origin: ['https://evil.example'] }, { host: '127.0.0.1' }],
    ['an opaque origin', 403, { host: ['localhost'], origin: ['null'] }, { host: '127.0.0.1' }],
    ['a file origin', 403, { host: ['localhost'], origin: ['file://localhost'] }, { host: '127.0.0.1' }],
    ['a path in the origin', 403, { host: ['localhost'], origin: ['http://localhost/x'] }, { host: '127.0.0.1' }],
    ['no token', 401, { host: ['localhost'] }, { host: '127.0.0.1', token: TOKEN }],
    ['another token', 401, { host: ['localhost'], authorization: ['Bearer x'] }, { host: '127.0.0.1', token: TOKEN }],
    ['half a token', 401, bearing(`Bearer ${TOKEN.slice(1)}`), WITH_TOKEN],
    ['another scheme', 401, bearing(`Basic ${TOKEN}`), WITH_TOKEN],
    ['the token', 200, bearing(`Bearer ${TOKEN}`), WITH_TOKEN],
    ['the token, bearer in small letters', 200, bearing(`bearer ${TOKEN}`), WITH_TOKEN],
    ['localhost', 200, { host: ['localhost:3000'] }, { host: '127.0.0.1' }],
    ['another loopback address', 200, { host: ['127.8.8.8'] }, { host: '127.0.0.1' }],
    ['loopback of version 6', 200, { host: ['[::1]:3000'] }, { host: '127.0.0.1' }],
    ['a local origin', 200, { host: ['localhost'], origin: ['http://localhost:6274'] }, { host: '127.0.0.1' }],
    ['the name it listens on', 200, { host: ['guard.internal'] }, { host: 'Guard.internal' }],
    ['an address, when listening on all', 200, { host: ['10.0.0.7:80'] }, { host: '0.0.0.0' }],
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
  ])('%s is loopback: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
