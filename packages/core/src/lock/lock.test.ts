import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyObject, anyText, anyTool, reorderKeys } from '../../../../test/arbitrary-tool.ts';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { forecast, server } from '../../../../test/server.ts';
import { type Json, pointerKeys, readJson } from '../base/index.ts';
import { type McpTool, parseSnapshot, type Snapshot, surfaceDigest } from '../describe/index.ts';
import { drift, findStaleRisk, formatLock, type Lock, parseLock, pin } from './index.ts';

type Mutable = { [key: string]: Mutable & Json };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function lockOf(snapshot: Snapshot = server(), key = 'weather'): Lock {
  return { lockfileVersion: 1, servers: new Map([[key, pin(snapshot)]]) };
}

/** The edited lock of the small server. */
function edited(edit: (lock: Mutable) => void): Uint8Array {
  const value = JSON.parse(formatLock(lockOf()));
  edit(value);
  return utf8(JSON.stringify(value));
}

const OTHER = `sha256:${'0'.repeat(64)}`;
const SERVER = '/servers/weather';
const TOOL = `${SERVER}/tools/get_forecast`;

test('a number beyond 2^53 in serverInfo keeps every digit', () => {
  const snapshot = { ...server(), serverInfo: { name: 'weather', build: 9007199254740993n } };
  const text = formatLock(lockOf(snapshot));
  expect(text).toContain('"build": 9007199254740993');
  expect(formatLock(parseLock(utf8(text)))).toBe(text);
});

describe('parseLock rejects', () => {
  test.each<[why: string, pointer: string, value: Json, code: string]>([
    ['an unknown member', '/signature', 'x', 'unknown-member'],
    ['an unknown member of a server', `${SERVER}/note`, 1, 'unknown-member'],
    ['an unknown member of a tool', `${TOOL}/approvedBy`, 'x', 'unknown-member'],
    ['a risk level of a prompt', `${SERVER}/prompts/summary/riskLevel`, 'low', 'unknown-member'],
    ['an unknown value of allow', `${SERVER}/allow`, 'anything', 'enum'],
    ['a list of servers', '/servers', [], 'type'],
    ['a server that is null', SERVER, null, 'type'],
    ['an upper-case digest', `${TOOL}/digest`, OTHER.toUpperCase(), 'pattern'],
    ['a part that is not a digest', `${TOOL}/parts/title`, 7, 'pattern'],
    ['an unknown risk level', `${TOOL}/riskLevel`, 'none', 'enum'],
    ['a tool without a name', `${TOOL}/definition`, {}, 'required'],
    ['a resource without a uri', `${SERVER}/resources/file:~1~1~1cities.txt/definition`, { name: 'x' }, 'type'],
    ['instructions that are not text', `${SERVER}/instructions`, null, 'type'],
    ['serverInfo that is a list', `${SERVER}/serverInfo`, [], 'type'],
    ['a tool that is a string', TOOL, 'ok', 'type'],
    ['parts that are a string', `${TOOL}/parts`, 'all', 'type'],
  ])('%s', (_, pointer, value, code) => {
    const refusal = refusalOf(() => parseLock(edited(lock => put(lock, pointer, value))));
    expect([refusal.code, placesOf(refusal)]).toEqual(['lock.malformed', [`schema.${code} ${pointer}`]]);
  });

  test.each<[why: string, pointers: readonly string[], places: readonly string[]]>([
    ['a missing version', ['/lockfileVersion'], ['schema.const /lockfileVersion', 'schema.required ']],
    ['missing tools', [`${SERVER}/tools`], [`schema.required ${SERVER}`]],
    ['two missing members', [`${TOOL}/parts`, `${TOOL}/definition`], Array(2).fill(`schema.required ${TOOL}`)],
  ])('%s, with every reason', (_, pointers, places) => {
    const file = edited(lock => {
      for (const pointer of pointers) put(lock, pointer);
    });
    const refusal = refusalOf(() => parseLock(file));
    expect([refusal.code, placesOf(refusal)]).toEqual(['lock.malformed', places]);
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
  ])('the text %j: %s', (text, code) => {
    expect(refusalOf(() => parseLock(utf8(text))).code).toBe(code);
  });
});

describe('an edited lock contradicts itself', () => {
  test.each<[why: string, edit: string, value: Json | undefined, pointer: string]>([
    ['the digest of a tool', `${TOOL}/digest`, OTHER, `${TOOL}/digest`],
    ['the digest of a part', `${TOOL}/parts/description`, OTHER, `${TOOL}/parts`],
    ['a missing part', `${TOOL}/parts/description`, undefined, `${TOOL}/parts`],
    ['an added part', `${TOOL}/parts/x`, OTHER, `${TOOL}/parts`],
    ['the surface digest', `${SERVER}/surfaceDigest`, OTHER, `${SERVER}/surfaceDigest`],
    ['the instructions', `${SERVER}/instructions`, 'x', `${SERVER}/surfaceDigest`],
    ['a description', `${TOOL}/definition/description`, 'x', `${TOOL}/digest`],
    ['a missing tool', `${SERVER}/tools/list_cities`, undefined, `${SERVER}/surfaceDigest`],
    ['a prompt', `${SERVER}/prompts/summary/definition/title`, 'x', `${SERVER}/prompts/summary/digest`],
    ['the key of a tool', `${TOOL}/definition/name`, 'other', `${TOOL}/definition/name`],
    ['a number without a canonical form', `${TOOL}/definition/x`, 1e17, `${TOOL}/definition`],
  ])('%s', (_, edit, value, pointer) => {
    const refusal = refusalOf(() => parseLock(edited(lock => put(lock, edit, value))));
    expect(refusal.code).toBe('lock.contradicts-itself');
    expect(refusal.findings.map(finding => finding.pointer)).toContain(pointer);
  });

  test('[lock.edited] rejects a change of any digit of any digest', () => {
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

  test('a stale risk level is a warning and not drift', () => {
    const lock = parseLock(edited(lock => put(lock, `${TOOL}/riskLevel`, 'critical')));
    expect(findStaleRisk(lock)).toMatchObject([
      {
        code: 'lock.stale-risk',
        severity: 'warning',
        pointer: `${TOOL}/riskLevel`,
        server: 'weather',
        tool: 'get_forecast',
      },
    ]);
    expect(drift(lock.servers.get('weather') ?? pin(server()), server())).toEqual([]);
    expect(findStaleRisk(lockOf())).toEqual([]);
  });
});

describe('the text of a lock', () => {
  test('has whole definitions, sorted keys and no times', () => {
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

  test('escapes hidden characters, and reads them back', () => {
    const hidden = 'a\u200bb\u202e\u{e0041}\u0007';
    const text = formatLock(lockOf(server({ instructions: hidden })));
    expect(text).toContain('"a\\u200bb\\u202e\\udb40\\udc41\\u0007"');
    expect(parseLock(utf8(text)).servers.get('weather')?.instructions).toBe(hidden);
  });

  test('tools and servers can be named __proto__ or constructor', () => {
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

  test('keeps allow', () => {
    const lock: Lock = { lockfileVersion: 1, servers: new Map([['a', pin(server(), { allow: 'subset' })]]) };
    expect(parseLock(utf8(formatLock(lock)))).toEqual(lock);
    expect(formatLock(lock)).toContain('"allow": "subset"');
  });

  test('pin rejects two items with the same name', () => {
    const refusal = refusalOf(() => pin(server({ tools: [forecast(), forecast({ title: 'x' })] })));
    expect(refusal.code).toBe('surface.duplicate-name');
  });

  test('pin names a tool without a canonical form', () => {
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
  test('parseLock reads what formatLock writes', () => {
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

  test('the order of tools and keys changes neither bytes nor drift', () => {
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

/** Sets the value at a pointer, or removes it. */
function put(lock: Mutable, pointer: string, value?: Json): void {
  const keys = pointerKeys(pointer);
  const last = keys.pop() ?? '';
  const holder = keys.reduce((inner, key) => inner[key] as Mutable, lock);
  if (value === undefined) delete holder[last];
  else Object.assign(holder, { [last]: value });
}
