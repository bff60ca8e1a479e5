import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { server } from '../../../../test/server.ts';
import { drift, formatLock, type Lock, type LockedPackage, parseLock, pin, salvageLock } from './index.ts';

const HERE: LockedPackage = { type: 'remote', name: 'https://mcp.example.com/mcp' };
const THERE: LockedPackage = { type: 'remote', name: 'https://mcp.example.net/mcp' };

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function lockOf(bound?: LockedPackage): Lock {
  const options = bound === undefined ? {} : { package: bound };
  return { lockfileVersion: 1, servers: new Map([['weather', pin(server(), options)]]) };
}

describe('a lock entry that is bound to an address', () => {
  test('is written as version 2, and an entry without an address as version 1', () => {
    const text = formatLock(lockOf(HERE));
    expect(text).toMatch(/^\{\n {2}"lockfileVersion": 2,/);
    expect(formatLock(lockOf())).toMatch(/^\{\n {2}"lockfileVersion": 1,/);
    expect(parseLock(new TextEncoder().encode(text)).servers.get('weather')?.package).toEqual(HERE);
    expect(formatLock(parseLock(new TextEncoder().encode(text)))).toBe(text);
  });

  test('keeps its surface digest', () => {
    expect(pin(server(), { package: HERE }).surfaceDigest).toBe(pin(server()).surfaceDigest);
  });

  test('keeps its address when a lock is salvaged', () => {
    expect(salvageLock(JSON.parse(formatLock(lockOf(HERE)))).lock.servers.get('weather')?.package).toEqual(HERE);
  });

  test.each<[string, unknown, string]>([
    ['a user name', { ...HERE, name: 'https://me@mcp.example.com/mcp' }, 'schema.format /servers/weather/package/name'],
    ['a query', { ...HERE, name: 'https://mcp.example.com/mcp?key=1' }, 'schema.format /servers/weather/package/name'],
    [
      'another spelling',
      { ...HERE, name: 'https://MCP.example.com/mcp' },
      'schema.format /servers/weather/package/name',
    ],
    ['a number', { ...HERE, name: 1 }, 'schema.format /servers/weather/package/name'],
    ['no address', { type: 'remote' }, 'schema.required /servers/weather/package'],
    ['another type', { ...HERE, type: 'git' }, 'schema.enum /servers/weather/package/type'],
    ['an unknown member', { ...HERE, port: 1 }, 'schema.unknown-member /servers/weather/package/port'],
    ['a text', 'https://mcp.example.com/mcp', 'schema.type /servers/weather/package'],
  ])('is refused with %s', (_, bound, place) => {
    const lock = JSON.parse(formatLock(lockOf(HERE)));
    lock.servers.weather.package = bound;
    const refusal = refusalOf(() => parseLock(bytesOf(lock)));
    expect([refusal.code, placesOf(refusal)]).toEqual(['lock.malformed', [place]]);
  });

  test('is refused in a lock of version 1, which does not know the member', () => {
    const lock = { ...JSON.parse(formatLock(lockOf(HERE))), lockfileVersion: 1 };
    expect(placesOf(refusalOf(() => parseLock(bytesOf(lock))))).toEqual([
      'schema.unknown-member /servers/weather/package',
    ]);
  });
});

describe('drift of the address', () => {
  const locked = pin(server(), { package: HERE });
  const moved = { type: 'package_changed', row: 'package.address', class: 'changed', pointer: '/package/name' };

  test.each<[string, LockedPackage | null | undefined, object[]]>([
    ['the same address', HERE, []],
    ['another address', THERE, [{ ...moved, severity: 'critical', before: HERE.name, after: THERE.name }]],
    ['a local server', null, [{ ...moved, severity: 'critical', before: HERE.name }]],
    ['an unknown address', undefined, []],
  ])('with %s', (_, reachedAs, expected) => {
    const options = reachedAs === undefined ? {} : { package: reachedAs };
    expect(drift(locked, server(), options)).toEqual(expected);
    expect(drift(locked, server(), { ...options, severities: 'seed' })).toEqual(expected);
  });

  test('is found between two locks', () => {
    expect(drift(locked, pin(server(), { package: THERE })).map(({ type }) => type)).toEqual(['package_changed']);
    expect(drift(locked, pin(server()))).toEqual([]);
  });

  test('is not reported for an entry that names no address', () => {
    expect(drift(pin(server()), server(), { package: THERE })).toEqual([]);
  });
});
