import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMessyEntry, anyToolhiveEntry, anyTools } from '../../../../../test/arbitrary-entry.ts';
import { isJsonObject, type Json, type JsonObject, member, pointerKeys } from '../../base/index.ts';
import { type Conversion, convert } from './convert.ts';
import { normalEntry } from './normal-entry.ts';
import { findServerErrors, parseServerJson } from './server-json.ts';
import { toolsOfServer } from './tools-of-server.ts';

describe('for any entry', () => {
  test('there and back is identity under the normal form when no losses are reported', () => {
    fc.assert(
      fc.property(anyToolhiveEntry, entry => {
        const there = convert(entry, { from: 'toolhive', to: 'upstream' });
        const back = convert(there.result, { from: 'upstream', to: 'toolhive' });
        expect([...there.losses, ...back.losses]).toEqual([]);
        expect(normalEntry(back.result as JsonObject)).toEqual(normalEntry(entry));
        const again = convert(back.result, { from: 'toolhive', to: 'upstream' });
        expect(normalEntry(again.result as JsonObject)).toEqual(normalEntry(there.result as JsonObject));
      }),
    );
  });

  test('every difference is in the loss report', () => {
    fc.assert(
      fc.property(anyMessyEntry, entry => {
        const there = convert(entry, { from: 'toolhive', to: 'upstream' });
        const back = convert(there.result, { from: 'upstream', to: 'toolhive' });
        expect(back.losses).toEqual([]);
        const [before, after] = [entry, back.result as JsonObject].map(value => kept(value, there));
        expect(after).toEqual(before);
      }),
    );
  });

  test('output passes every rule for server.json', () => {
    fc.assert(
      fc.property(anyMessyEntry, entry => {
        const { result } = convert(entry, { from: 'toolhive', to: 'upstream' });
        expect(findServerErrors(result).filter(({ severity }) => severity === 'error')).toEqual([]);
      }),
    );
  });

  test('equal input gives equal bytes in any member order', () => {
    fc.assert(
      fc.property(anyToolhiveEntry, entry => {
        const shuffled = Object.fromEntries(Object.entries(entry).reverse());
        const [a, b] = [entry, shuffled].map(value => convert(value, { from: 'toolhive', to: 'upstream' }));
        expect(JSON.stringify(b?.result)).toBe(JSON.stringify(a?.result));
      }),
    );
  });

  test('a list of tools keeps every definition and digest through a server.json', () => {
    fc.assert(
      fc.property(anyTools, tools => {
        const { result } = convert({ tools }, { from: 'mcp', to: 'upstream', name: 'com.example/weather' });
        expect(toolsOfServer(parseServerJson(result).server).map(({ definition }) => definition)).toEqual(tools);
        expect(convert(result, { from: 'upstream', to: 'mcp' }).result).toEqual({ tools });
      }),
    );
  });
});

/** An entry under the normal form without what was lost: single items of lists, and members. */
function kept(entry: JsonObject, { losses }: Conversion): JsonObject {
  let value: Json = entry;
  for (const { pointer } of losses) value = removed(value, pointerKeys(pointer)) as Json;
  return normalEntry(value as JsonObject);
}

const LISTS = ['tools', 'tags'];

function removed(value: Json, [key = '', ...rest]: string[]): Json {
  if (!isJsonObject(value)) return value;
  // Which items of a list were lost is known by their place in the input alone.
  if (LISTS.includes(key) && rest.length === 1) {
    const good = (member(value, key) as readonly string[]).filter(item => /^[a-z0-9][\w-]*[a-z0-9]$/.test(item));
    return { ...value, [key]: [...new Set(good)] };
  }
  const entries = Object.entries(value).flatMap(([name, item]): [string, Json][] => {
    if (name !== key) return [[name, item]];
    return rest.length === 0 ? [] : [[name, removed(item, rest)]];
  });
  return Object.fromEntries(entries);
}
