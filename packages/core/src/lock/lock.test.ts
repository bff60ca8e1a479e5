import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyObject, anyText, anyTool, reorderKeys } from '../../../../test/arbitrary-tool.ts';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { forecast, server } from '../../../../test/server.ts';
import { type Json, readJson } from '../base/index.ts';
import { type McpTool, parseSnapshot, type Snapshot, surfaceDigest } from '../describe/index.ts';
import { drift, findStaleRisk, formatLock, type Lock, parseLock, pin } from './index.ts';

type Mutable = { [key: string]: Mutable & Json };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function lockOf(snapshot: Snapshot = server(), key = 'weather'): Lock {
  return { lockfileVersion: 1, servers: new Map([[key, pin(snapshot)]]) };
}

/** The lock of the small server as JSON, edited by hand. */
function edited(edit: (lock: Mutable) => void): Uint8Array {
  const value = JSON.parse(formatLock(lockOf()));
  edit(value);
  return utf8(JSON.stringify(value));
}

const OTHER = `sha256:${'0'.repeat(64)}`;
const TOOL = '/servers/weather/tools/get_forecast';

test('a number beyond 2^53 in what a server says of itself keeps every digit', () => {
  const snapshot = { ...server(), serverInfo: { name: 'weather', build: 9007199254740993n } };
  const text = formatLock(lockOf(snapshot));
  expect(text).toContain('"build": 9007199254740993');
  expect(formatLock(parseLock(utf8(text)))).toBe(text);
});

describe('a lock that is not one', () => {
  const rows: readonly (readonly [why: string, edit: (lock: Mutable) => void, places: readonly string[]])[] = [
    ['no version', lock => delete lock.lockfileVersion, ['schema.const /lockfileVersion', 'schema.required ']],
    ['an unknown member', lock => set(lock, 'signature', 'x'), ['schema.unknown-member /signature']],
    [
      'an unknown member of a server',
      lock => set(at(lock, 'servers', 'weather'), 'note', 1),
      ['schema.unknown-member /servers/weather/note'],
    ],
    [
      'an unknown member of a tool',
      lock => set(tool(lock), 'approvedBy', 'x'),
      [`schema.unknown-member ${TOOL}/approvedBy`],
    ],
    [
      'a risk level of a prompt',
      lock => set(at(lock, 'servers', 'weather', 'prompts', 'summary'), 'riskLevel', 'low'),
      ['schema.unknown-member /servers/weather/prompts/summary/riskLevel'],
    ],
    [
      'another word to allow',
      lock => set(at(lock, 'servers', 'weather'), 'allow', 'anything'),
      ['schema.enum /servers/weather/allow'],
    ],
    ['a list for servers', lock => set(lock, 'servers', []), ['schema.type /servers']],
    ['null for a server', lock => set(at(lock, 'servers'), 'weather', null), ['schema.type /servers/weather']],
    ['no tools', lock => delete at(lock, 'servers', 'weather').tools, ['schema.required /servers/weather']],
    ['a digest in capitals', lock => set(tool(lock), 'digest', OTHER.toUpperCase()), [`schema.pattern ${TOOL}/digest`]],
    [
      'a part that is no digest',
      lock => set(tool(lock), 'parts', { title: 7 }),
      [`schema.pattern ${TOOL}/parts/title`],
    ],
    ['a level nobody knows', lock => set(tool(lock), 'riskLevel', 'none'), [`schema.enum ${TOOL}/riskLevel`]],
    ['a definition without a name', lock => set(tool(lock), 'definition', {}), [`schema.required ${TOOL}/definition`]],
    [
      'a resource without a uri',
      lock => set(at(lock, 'servers', 'weather', 'resources', 'file:///cities.txt'), 'definition', { name: 'x' }),
      ['schema.type /servers/weather/resources/file:~1~1~1cities.txt/definition'],
    ],
    [
      'instructions that are no text',
      lock => set(at(lock, 'servers', 'weather'), 'instructions', null),
      ['schema.type /servers/weather/instructions'],
    ],
    [
      'a list for what the server says of itself',
      lock => set(at(lock, 'servers', 'weather'), 'serverInfo', []),
      ['schema.type /servers/weather/serverInfo'],
    ],
    [
      'a word for a tool',
      lock => set(at(lock, 'servers', 'weather', 'tools'), 'get_forecast', 'ok'),
      [`schema.type ${TOOL}`],
    ],
    ['a word for parts', lock => set(tool(lock), 'parts', 'all'), [`schema.type ${TOOL}/parts`]],
    [
      'no parts and no definition',
      lock => {
        delete tool(lock).parts;
        delete tool(lock).definition;
      },
      [`schema.required ${TOOL}`, `schema.required ${TOOL}`],
    ],
    [
      'two mistakes',
      lock => {
        set(tool(lock), 'x', 1);
        set(lock, 'y', 1);
      },
      [`schema.unknown-member ${TOOL}/x`, 'schema.unknown-member /y'],
    ],
  ];

  test.each(rows)('%s: every reason with its place', (_, edit, places) => {
    const refusal = refusalOf(() => parseLock(edited(edit)));
    expect(refusal.code).toBe('lock.malformed');
    expect(placesOf(refusal)).toEqual([...places].sort());
  });

  test.each([
    ['', 'json.syntax'],
    [formatLock(lockOf()).slice(0, -20), 'json.syntax'],
    ['[]', 'lock.malformed'],
    ['{"lockfileVersion":3,"servers":{}}', 'lock.unsupported-version'],
    ['{"lockfileVersion":"1","servers":{}}', 'lock.malformed'],
    ['{"lockFileVersion":"3.0","tools":{}}', 'lock.unsupported-version'],
    ['{"version":"2.0","tools":{}}', 'lock.unsupported-version'],
    ['{"lockfileVersion":1,"servers":{"a":{},"a":{}}}', 'json.duplicate-key'],
    ['{"lockfileVersion":1,"servers":{"a":{},"\\u0061":{}}}', 'json.duplicate-key'],
  ])('the text %j is refused with %s', (text, code) => {
    expect(refusalOf(() => parseLock(utf8(text))).code).toBe(code);
  });
});

describe('a lock edited by hand', () => {
  const rows: readonly (readonly [why: string, edit: (lock: Mutable) => void, pointer: string])[] = [
    ['the digest of a tool', lock => set(tool(lock), 'digest', OTHER), `${TOOL}/digest`],
    ['the digest of a part', lock => set(at(tool(lock), 'parts'), 'description', OTHER), `${TOOL}/parts`],
    ['a part that is gone', lock => delete at(tool(lock), 'parts').description, `${TOOL}/parts`],
    ['a part too many', lock => set(at(tool(lock), 'parts'), 'x', OTHER), `${TOOL}/parts`],
    [
      'the surface digest',
      lock => set(at(lock, 'servers', 'weather'), 'surfaceDigest', OTHER),
      '/servers/weather/surfaceDigest',
    ],
    [
      'the instructions',
      lock => set(at(lock, 'servers', 'weather'), 'instructions', 'x'),
      '/servers/weather/surfaceDigest',
    ],
    ['a description', lock => set(at(tool(lock), 'definition'), 'description', 'x'), `${TOOL}/digest`],
    [
      'a tool dropped',
      lock => delete at(lock, 'servers', 'weather', 'tools').list_cities,
      '/servers/weather/surfaceDigest',
    ],
    [
      'a prompt',
      lock => set(at(lock, 'servers', 'weather', 'prompts', 'summary', 'definition'), 'title', 'x'),
      '/servers/weather/prompts/summary/digest',
    ],
    [
      'a key',
      lock => {
        const tools = at(lock, 'servers', 'weather', 'tools');
        set(tools, 'other', tools.get_forecast ?? {});
      },
      '/servers/weather/tools/other/definition/name',
    ],
    ['a number without identity', lock => set(at(tool(lock), 'definition'), 'x', 1e17), `${TOOL}/definition`],
  ];

  test.each(rows)('%s: it contradicts itself', (_, edit, pointer) => {
    const refusal = refusalOf(() => parseLock(edited(edit)));
    expect(refusal.code).toBe('lock.contradicts-itself');
    expect(refusal.findings.map(finding => finding.pointer)).toContain(pointer);
  });

  test('[lock.edited] any one digit of any digest changed is refused', () => {
    const text = formatLock(lockOf());
    const digits = [...text.matchAll(/sha256:([0-9a-f]{64})/g)].map(match => (match.index ?? 0) + 7);
    expect(digits.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(
        fc.constantFrom(...digits),
        fc.nat(63),
        fc.constantFrom(...'0123456789abcdefF '),
        (start, i, digit) => {
          const place = start + i;
          if (text[place] === digit) return;
          const refusal = refusalOf(() => parseLock(utf8(text.slice(0, place) + digit + text.slice(place + 1))));
          expect(refusal.code).toMatch(/^lock\.(contradicts-itself|malformed)$/);
        },
      ),
    );
  });

  test('a risk level that this version would not assign is named, not refused, and hides nothing', () => {
    const lock = parseLock(edited(value => set(tool(value), 'riskLevel', 'critical')));
    expect(findStaleRisk(lock)).toMatchObject([
      {
        code: 'lock.stale-risk',
        severity: 'warning',
        pointer: `${TOOL}/riskLevel`,
        server: 'weather',
        tool: 'get_forecast',
        message:
          'The lock notes the risk critical, and this version sees low. Nothing relies on the note; run "toolmark lock" to refresh it.',
      },
    ]);
    expect(drift(lock.servers.get('weather') ?? pin(server()), server())).toEqual([]);
    expect(findStaleRisk(lockOf())).toEqual([]);
  });
});

describe('the text of a lock', () => {
  test('it holds whole definitions in sorted lines, and no times', () => {
    const text = formatLock(lockOf(parseSnapshot({ tools: [{ name: 'b', x: [] }, { name: 'a' }] })));
    expect(text.replace(/sha256:[0-9a-f]{64}/g, 'sha256:…')).toBe(`{
  "lockfileVersion": 1,
  "servers": {
    "weather": {
      "prompts": {},
      "resources": {},
      "serverInfo": {},
      "surfaceDigest": "sha256:…",
      "templates": {},
      "tools": {
        "a": {
          "definition": {
            "name": "a"
          },
          "digest": "sha256:…",
          "parts": {},
          "riskLevel": "low"
        },
        "b": {
          "definition": {
            "name": "b",
            "x": []
          },
          "digest": "sha256:…",
          "parts": {
            "x": "sha256:…"
          },
          "riskLevel": "low"
        }
      }
    }
  }
}
`);
  });

  test('what cannot be seen is spelled out, and reads back as it was', () => {
    const hidden = 'a\u200bb\u202e\u{e0041}\u0007';
    const text = formatLock(lockOf(server({ instructions: hidden })));
    expect(text).toContain('"a\\u200bb\\u202e\\udb40\\udc41\\u0007"');
    expect(parseLock(utf8(text)).servers.get('weather')?.instructions).toBe(hidden);
  });

  test('tools and servers may be called __proto__ or constructor', () => {
    const names = ['__proto__', 'constructor', 'toString', ''];
    const snapshot = parseSnapshot({
      tools: names.slice(0, 3).map(name => ({ name })),
      prompts: names.map(name => ({ name })),
    });
    const lock: Lock = { lockfileVersion: 1, servers: new Map(names.map(name => [name, pin(snapshot)])) };
    const again = parseLock(utf8(formatLock(lock)));
    expect([...again.servers.keys()].sort()).toEqual(names.toSorted());
    expect([...(again.servers.get('__proto__')?.tools.keys() ?? [])]).toEqual(names.slice(0, 3).toSorted());
    expect(drift(again.servers.get('__proto__') ?? pin(server()), snapshot)).toEqual([]);
    expect(drift(again.servers.get('constructor') ?? pin(server()), parseSnapshot({ tools: [] }))).toHaveLength(7);
  });

  test('allow is kept', () => {
    const lock: Lock = { lockfileVersion: 1, servers: new Map([['a', pin(server(), { allow: 'subset' })]]) };
    expect(parseLock(utf8(formatLock(lock)))).toEqual(lock);
    expect(formatLock(lock)).toContain('"allow": "subset"');
  });

  test('two items of one name cannot be locked', () => {
    const refusal = refusalOf(() => pin(server({ tools: [forecast(), forecast({ title: 'x' })] })));
    expect(refusal.code).toBe('surface.duplicate-name');
  });

  test('a tool without identity is named', () => {
    const big = readJson(utf8('[{"name":"big","x":9007199254740993}]'));
    const refusal = refusalOf(() => pin(parseSnapshot(big)));
    expect(refusal.code).toBe('jcs.integer-range');
    expect(refusal.message).toContain('The tool "big" has no identity.');
  });
});

const anySnapshot: fc.Arbitrary<Snapshot> = fc
  .record({
    serverInfo: anyObject,
    instructions: fc.option(anyText, { nil: undefined }),
    tools: fc.uniqueArray(anyTool, { maxLength: 3, selector: tool => tool.name }),
    prompts: listed('name'),
    resources: listed('uri'),
    templates: listed('uriTemplate'),
  })
  .map(({ instructions, ...rest }) =>
    parseSnapshot({ ...rest, ...(instructions === undefined ? {} : { instructions }) }),
  );

function listed(key: string): fc.Arbitrary<Json[]> {
  const item = fc.tuple(anyText, anyObject).map(([name, rest]): Json => ({ ...rest, [key]: name }));
  return fc.uniqueArray(item, { maxLength: 2, selector: one => (one as { [key: string]: Json })[key] });
}

describe('for any server', () => {
  test('reading the text of a lock gives that lock', () => {
    fc.assert(
      fc.property(anySnapshot, anyText, (snapshot, key) => {
        const lock = lockOf(snapshot, key);
        const text = formatLock(lock);
        const again = parseLock(utf8(text));
        expect(formatLock(again)).toBe(text);
        expect(again.servers.get(key)?.surfaceDigest).toBe(surfaceDigest(snapshot));
        expect([...(again.servers.get(key)?.tools.keys() ?? [])].sort()).toEqual(
          snapshot.tools.map(tool => tool.name).sort(),
        );
      }),
    );
  });

  test('shuffled tools and keys give the same bytes and no drift', () => {
    fc.assert(
      fc.property(anySnapshot, snapshot => {
        const shuffled = shuffle(snapshot);
        expect(formatLock(lockOf(shuffled))).toBe(formatLock(lockOf(snapshot)));
        expect(drift(pin(snapshot), shuffled)).toEqual([]);
        expect(drift(pin(snapshot), pin(shuffled))).toEqual([]);
      }),
    );
  });
});

function shuffle(snapshot: Snapshot): Snapshot {
  const reversed = <Item extends Json>(items: readonly Item[]): Item[] =>
    items.map(item => reorderKeys(item) as Item).reverse();
  return {
    ...snapshot,
    tools: reversed<McpTool>(snapshot.tools),
    prompts: reversed(snapshot.prompts),
    resources: reversed(snapshot.resources),
    templates: reversed(snapshot.templates),
  };
}

function at(value: Mutable, ...keys: string[]): Mutable {
  return keys.reduce((inner, key) => inner[key] as Mutable, value);
}

function set(value: Mutable, key: string, to: Json): void {
  Object.assign(value, { [key]: to });
}

function tool(lock: Mutable): Mutable {
  return at(lock, 'servers', 'weather', 'tools', 'get_forecast');
}
