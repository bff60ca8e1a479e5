import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { forecast, server } from '../../../../test/server.ts';
import type { Json } from '../base/index.ts';
import { drift, formatLock, LOCK_LIMITS, type Lock, parseLock, pin, salvageLock } from './index.ts';

type Mutable = { [key: string]: Mutable & Json };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const OTHER = `sha256:${'0'.repeat(64)}`;

const LOCK: Lock = {
  lockfileVersion: 1,
  servers: new Map([
    ['weather', pin(server(), { allow: 'subset' })],
    ['__proto__', pin(server({ instructions: undefined }))],
  ]),
};

/** The text of the lock, with its server `weather` edited by hand. */
function edited(edit: (weather: Mutable) => void): Uint8Array {
  const value = JSON.parse(formatLock(LOCK));
  edit(value.servers.weather);
  return utf8(JSON.stringify(value));
}

function toolIn(weather: Mutable): Mutable {
  return weather.tools?.get_forecast as Mutable;
}

describe('a lock of which nothing can be saved', () => {
  test.each([
    ['[]', 'lock.malformed'],
    ['{"lockfileVersion":1,"servers":{"a":{}}}', 'lock.malformed'],
    ['{"lockfileVersion":3,"servers":{}}', 'lock.unsupported-version'],
    ['{"lockfileVersion":1,"servers":{"a":{},"a":{}}}', 'json.duplicate-key'],
    ['<<<<<<< ours', 'json.syntax'],
  ])('%j is refused with %s', (text, code) => {
    expect(refusalOf(() => salvageLock(utf8(text))).code).toBe(code);
  });
});

describe('a lock that contradicts itself', () => {
  test('a server with a wrong digest is doubtful; the others are kept', () => {
    const input = edited(weather => Object.assign(toolIn(weather).definition as Mutable, { description: 'Shows it.' }));
    const { lock, doubtful, findings } = salvageLock(input);
    expect([...lock.servers]).toEqual([['__proto__', LOCK.servers.get('__proto__')]]);
    expect([...doubtful.keys()]).toEqual(['weather']);
    expect(findings.map(({ code, server: key }) => `${code} ${key}`)).toContain('lock.contradicts-itself weather');
  });

  test('a doubtful server is compared by its definitions, not its digests', () => {
    const live = server({ tools: [forecast(), server().tools[1]] });
    const input = edited(weather => {
      Object.assign(toolIn(weather).definition as Mutable, { description: 'Shows it.' });
      Object.assign(weather, { surfaceDigest: OTHER });
    });
    const weather = salvageLock(input).doubtful.get('weather');
    expect(weather?.allow).toBe('subset');
    expect(weather === undefined ? [] : drift(weather, live)).toMatchObject([
      { pointer: '/description', before: 'Shows it.', after: 'Shows the weather of the next days.' },
    ]);
  });

  test('items without a digest are left out of a doubtful server and named', () => {
    const { doubtful, findings } = salvageLock(
      edited(weather => Object.assign(toolIn(weather).definition as Mutable, { x: 1e17 })),
    );
    expect([...(doubtful.get('weather')?.tools.keys() ?? [])]).toEqual(['list_cities']);
    expect(findings.map(({ pointer }) => pointer)).toContain('/servers/weather/tools/get_forecast/definition');
  });

  test('a wrong digest of an unchanged definition makes its server doubtful', () => {
    const { lock, doubtful } = salvageLock(edited(weather => Object.assign(toolIn(weather), { digest: OTHER })));
    expect(lock.servers.has('weather')).toBe(false);
    expect(doubtful.get('weather')).toEqual(LOCK.servers.get('weather'));
  });

  test('two branches that each locked another tool merge into a lock of both', () => {
    const [ours, theirs] = [{ title: 'Ours' }, { title: 'Theirs' }];
    const [first, second] = [forecast(ours), { ...server().tools[1], ...theirs }];
    const both = pin(server({ tools: [first, second] }), { allow: 'subset' });
    const merged = edited(weather => {
      const branch = JSON.parse(formatLock({ lockfileVersion: 1, servers: new Map([['weather', both]]) }));
      Object.assign(weather, { tools: branch.servers.weather.tools });
    });
    expect(refusalOf(() => parseLock(merged)).code).toBe('lock.contradicts-itself');
    const { lock, doubtful, findings } = salvageLock(merged);
    expect(lock.servers.get('weather')).toEqual(both);
    expect(doubtful.size).toBe(0);
    expect(findings).toMatchObject([{ pointer: '/servers/weather/surfaceDigest', server: 'weather' }]);
    expect(parseLock(utf8(formatLock(lock))).servers.get('weather')?.surfaceDigest).toBe(both.surfaceDigest);
  });
});

test('a lock that holds is all saved', () => {
  const text = formatLock(LOCK);
  const { lock, doubtful, findings } = salvageLock(utf8(text));
  expect(formatLock(lock)).toBe(text);
  expect([doubtful.size, findings]).toEqual([0, []]);
});

test('exports the limits of parseLock', () => {
  expect(LOCK_LIMITS).toEqual({ maxBytes: 64 * 1024 * 1024, maxDepth: 160, maxValues: 4_000_000 });
});
