import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import type { Json, JsonObject } from '../base/index.ts';
import { parseMcpTool } from './mcp-tool.ts';
import { findInMeta, findMetadataErrors, METADATA_KEY, metadataOfMcpTool, toMetadata } from './metadata.ts';

const OWN = '/_meta/dev.toolmark~1metadata';
const ARCADE = '/_meta/arcade/metadata';

function places(value: Json): string[] {
  return findMetadataErrors(value, '')
    .map(({ code, pointer }) => `${code} ${pointer}`)
    .sort();
}

describe('the shape of the three axes', () => {
  test.each<[string, Json, string[]]>([
    ['no object', [], ['schema.type ']],
    ['null', null, ['schema.type ']],
    ['an unknown member', { behaviour: {} }, ['schema.unknown-member /behaviour']],
    ['an unknown axis member', { classification: { domains: [] } }, ['schema.unknown-member /classification/domains']],
    ['an unknown flag', { behavior: { readOnly: true } }, ['schema.unknown-member /behavior/readOnly']],
    ['an unknown operation', { behavior: { operations: ['read', 'browse'] } }, ['schema.enum /behavior/operations/1']],
    ['an operation in upper case', { behavior: { operations: ['DELETE'] } }, ['schema.enum /behavior/operations/0']],
    [
      'an inherited word as operation',
      { behavior: { operations: ['constructor'] } },
      ['schema.enum /behavior/operations/0'],
    ],
    ['operations that are not a list', { behavior: { operations: 'read' } }, ['schema.type /behavior/operations']],
    ['the word "yes" for true', { behavior: { read_only: 'yes' } }, ['schema.type /behavior/read_only']],
    [
      'a domain with a space',
      { classification: { service_domains: ['e mail'] } },
      ['schema.pattern /classification/service_domains/0'],
    ],
    ['extras that are a list', { extras: [] }, ['schema.type /extras']],
    ['strict as null', { strict: null }, ['schema.type /strict']],
    ['nothing declared', {}, []],
    ['empty axes', { classification: {}, behavior: {}, extras: {} }, []],
    ['an unknown domain', { classification: { service_domains: ['quantum_toasters'] } }, []],
    ['two domains', { classification: { service_domains: ['email', 'crm'] } }, []],
    [
      'flags that are null',
      { behavior: { read_only: null, destructive: null, idempotent: null, open_world: null } },
      [],
    ],
    ['nulls and empty containers in extras', { extras: { a: null, b: [null, {}], c: [] } }, []],
    ['strict switched off', { strict: false, behavior: { operations: ['create'], read_only: true } }, []],
  ])('%s', (_, value, expected) => {
    expect(places(value)).toEqual(expected);
  });

  test('reports every error', () => {
    const value = {
      classification: { service_domains: [1], x: 1 },
      behavior: { operations: ['fly'], destructive: 0 },
      extras: null,
      strict: 'no',
      more: true,
    };
    expect(places(value)).toEqual([
      'schema.enum /behavior/operations/0',
      'schema.type /behavior/destructive',
      'schema.type /classification/service_domains/0',
      'schema.type /extras',
      'schema.type /strict',
      'schema.unknown-member /classification/x',
      'schema.unknown-member /more',
    ]);
  });
});

test('extras that JSON cannot hold are all listed with their places', () => {
  const extras = { when: new Date(0), list: [1, new Set()], deep: { n: Number.NaN, i: Number.POSITIVE_INFINITY } };
  const error = refusalOf(() => parseMcpTool({ name: 'a', _meta: { [METADATA_KEY]: { extras } } }));
  expect(error.code).toBe('tool.malformed');
  expect(placesOf(error)).toEqual([
    `json.not-json ${OWN}/extras/deep/i`,
    `json.not-json ${OWN}/extras/deep/n`,
    `json.not-json ${OWN}/extras/list/1`,
    `json.not-json ${OWN}/extras/when`,
  ]);
});

describe('toMetadata', () => {
  test('a flag written as null was not declared', () => {
    const behavior = { operations: ['read'], read_only: null, destructive: false, idempotent: true, open_world: null };
    expect(toMetadata({ behavior })).toEqual({
      behavior: { operations: ['read'], destructive: false, idempotent: true },
    });
  });

  test('nulls in extras are values and survive', () => {
    const extras = { owner: null, nested: [{ a: null }] };
    expect(toMetadata({ extras, behavior: { read_only: null } })).toEqual({ extras, behavior: {} });
  });

  test('operations keep their order and their repetitions', () => {
    const behavior = { operations: ['update', 'create', 'update'] };
    expect(toMetadata({ behavior })).toEqual({ behavior });
  });

  test('does not change its input', () => {
    const given = { behavior: { read_only: null } };
    toMetadata(given);
    expect(given).toEqual({ behavior: { read_only: null } });
  });
});

describe('metadataOfMcpTool', () => {
  const own = { classification: { service_domains: ['email'] } };
  const arcade = { classification: { service_domains: ['crm'] } };

  test.each<[string, JsonObject, JsonObject | undefined, string | undefined]>([
    ['a tool that says nothing', {}, undefined, undefined],
    ['annotations without hints', { annotations: { title: 'T' } }, undefined, undefined],
    ['a `_meta` that is a list', { _meta: [own] }, undefined, undefined],
    ["Arcade's key with a word in it", { _meta: { arcade: 'x' } }, undefined, undefined],
    ["Arcade's requirements alone", { _meta: { arcade: { requirements: {} } } }, undefined, undefined],
    ['our key beside Arcade’s', { _meta: { arcade: { metadata: arcade }, [METADATA_KEY]: own } }, own, OWN],
    ['Arcade’s key alone', { _meta: { arcade: { metadata: arcade, requirements: {} } } }, arcade, ARCADE],
    ['empty metadata', { _meta: { [METADATA_KEY]: {} } }, {}, OWN],
    ['a hint', { annotations: { readOnlyHint: true } }, { behavior: { read_only: true } }, '/annotations'],
    [
      'a hint that is false',
      { annotations: { openWorldHint: false } },
      { behavior: { open_world: false } },
      '/annotations',
    ],
  ])('%s', (_, members, metadata, pointer) => {
    expect(metadataOfMcpTool({ name: 'a', ...members })).toEqual(
      metadata === undefined ? undefined : { metadata, pointer },
    );
  });

  test('hints fill the flags that the metadata leaves open, and only those', () => {
    const tool = {
      name: 'a',
      annotations: { readOnlyHint: true, destructiveHint: true, idempotentHint: false },
      _meta: { [METADATA_KEY]: { behavior: { operations: ['read'], read_only: null, destructive: false } } },
    };
    expect(metadataOfMcpTool(tool)?.metadata.behavior).toEqual({
      operations: ['read'],
      read_only: true,
      destructive: false,
      idempotent: false,
    });
  });

  test('adds no behaviour that is not declared', () => {
    expect(metadataOfMcpTool({ name: 'a', _meta: { [METADATA_KEY]: own } })?.metadata).not.toHaveProperty('behavior');
  });
});

describe('metadata in a tool that is parsed', () => {
  test.each<[string, JsonObject, string[]]>([
    ['a word under our key', { [METADATA_KEY]: 'x' }, [`schema.type ${OWN}`]],
    ['null under our key', { [METADATA_KEY]: null }, [`schema.type ${OWN}`]],
    [
      'a list under our key, beside good metadata of Arcade',
      { [METADATA_KEY]: [], arcade: { metadata: {} } },
      [`schema.type ${OWN}`],
    ],
    ['an unknown member under our key', { [METADATA_KEY]: { x: 1 } }, [`schema.unknown-member ${OWN}/x`]],
    ["an unknown member under Arcade's key", { arcade: { metadata: { x: 1 } } }, [`schema.unknown-member ${ARCADE}/x`]],
  ])('%s is refused', (_, meta, expected) => {
    expect(placesOf(refusalOf(() => parseMcpTool({ name: 'a', _meta: meta })))).toEqual(expected);
  });

  test('a malformed value under our key does not let Arcade’s speak in its place', () => {
    expect(findInMeta({ _meta: { [METADATA_KEY]: 'x', arcade: { metadata: {} } } })).toBeUndefined();
  });

  test('metadata of Arcade is ignored beside our key', () => {
    expect(parseMcpTool({ name: 'a', _meta: { [METADATA_KEY]: {}, arcade: { metadata: { x: 1 } } } }).name).toBe('a');
  });
});
