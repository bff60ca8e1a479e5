import fc from 'fast-check';
import { isJsonObject, type Json, type JsonObject } from '../packages/core/src/base/index.ts';
import type { McpTool, ToolMetadata } from '../packages/core/src/describe/index.ts';
import { FLAGS, OPERATIONS, SERVICE_DOMAINS } from '../packages/core/src/describe/index.ts';

const HOSTILE_NAMES = ['__proto__', 'constructor', 'toString', 'a/b~c', '', 'é', '\u{1f600}', '\uff5e', '<&>'];

export const anyText = fc.oneof(fc.constantFrom(...HOSTILE_NAMES), fc.string({ unit: 'binary', maxLength: 12 }));

/** JSON that has a canonical form. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    anyText,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(anyText, tie('json'), { maxKeys: 3 }),
  ),
})).json;

export const anyObject: fc.Arbitrary<JsonObject> = fc.dictionary(anyText, anyJson, { maxKeys: 3 });

/** For records in which every member may be missing. */
const OPTIONAL: { requiredKeys: [] } = { requiredKeys: [] };

const anySchema: fc.Arbitrary<JsonObject> = fc
  .record({ properties: fc.dictionary(anyText, anyObject, { maxKeys: 3 }), required: fc.array(anyText) }, OPTIONAL)
  .map(schema => ({ type: 'object', ...schema }));

const anyFlags = oftenEmpty(fc.record(Object.fromEntries(FLAGS.map(({ flag }) => [flag, fc.boolean()])), OPTIONAL));

/** Left to itself the generator nearly always fills a record, and what is absent is what goes wrong. */
function oftenEmpty<T extends object>(record: fc.Arbitrary<T>): fc.Arbitrary<T | Record<string, never>> {
  return fc.oneof(fc.constant({}), record);
}

function oftenAbsent<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 });
}

/** Metadata that says more than the four flags, which travel as hints. */
export const anyMetadata: fc.Arbitrary<ToolMetadata<string>> = fc
  .tuple(
    anyFlags,
    oftenAbsent(fc.array(fc.constantFrom(...OPERATIONS), { maxLength: 3 })),
    fc.record(
      {
        classification: fc.record(
          { service_domains: fc.array(fc.constantFrom(...SERVICE_DOMAINS, 'quantum_toasters'), { maxLength: 2 }) },
          OPTIONAL,
        ),
        extras: anyObject,
        strict: fc.boolean(),
      },
      OPTIONAL,
    ),
  )
  .filter(([, operations, axes]) => operations !== undefined || Object.keys(axes).length > 0)
  .map(([flags, operations, axes]) => {
    const behavior = { ...flags, ...(operations === undefined ? {} : { operations }) };
    return { ...axes, ...(Object.keys(behavior).length === 0 ? {} : { behavior }) };
  });

const KNOWN = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'execution',
  'icons',
  '_meta',
];

/** A tool with every kind of member; its hints and the metadata under Toolmark's key, if any, agree. */
export const anyTool: fc.Arbitrary<McpTool> = fc
  .record({
    name: anyText.filter(name => name !== ''),
    description: anyText,
    inputSchema: anySchema,
    more: fc.record(
      { title: anyText, outputSchema: anySchema, icons: fc.array(fc.record({ src: anyText, x: anyJson })) },
      OPTIONAL,
    ),
    unknown: fc.dictionary(
      anyText.filter(key => !KNOWN.includes(key)),
      anyJson,
      { maxKeys: 2 },
    ),
    notes: oftenAbsent(fc.dictionary(fc.constantFrom('title', 'audience'), anyText)),
    flags: anyFlags,
    meta: oftenAbsent(fc.dictionary(fc.constantFrom('example.org/a', '__proto__', 'b'), anyJson)),
    metadata: oftenAbsent(anyMetadata),
  })
  .map(({ name, description, inputSchema, more, unknown, notes, flags, meta, metadata }) => {
    const declared: JsonObject = (metadata === undefined ? flags : (metadata.behavior ?? {})) as JsonObject;
    const hints = FLAGS.flatMap(({ flag, hint }) => (declared[flag] === undefined ? [] : [[hint, declared[flag]]]));
    const annotations = { ...notes, ...Object.fromEntries(hints) };
    const metas = { ...meta, ...(metadata === undefined ? {} : { 'dev.toolmark/metadata': metadata as JsonObject }) };
    return {
      ...unknown,
      ...more,
      name,
      description,
      inputSchema,
      ...(notes !== undefined || hints.length > 0 ? { annotations } : {}),
      ...(meta !== undefined || metadata !== undefined ? { _meta: metas } : {}),
    };
  });

/** The same value with the members of every object in another order. */
export function reorderKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(reorderKeys);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [key, reorderKeys(item)]);
  return Object.fromEntries(entries.reverse());
}

/** Every tool that differs from a value in one place: something changed, removed or added, at any depth. */
export function oneChangeEach(value: Json): Json[] {
  const changed: Json[] = [{ was: value }];
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      changed.push(value.toSpliced(i, 1), ...oneChangeEach(item).map(other => value.with(i, other)));
    });
    changed.push([...value, 'added']);
  } else if (isJsonObject(value)) {
    const entries = Object.entries(value);
    entries.forEach(([key, item], i) => {
      changed.push(Object.fromEntries(entries.toSpliced(i, 1)));
      for (const other of oneChangeEach(item)) changed.push(Object.fromEntries(entries.with(i, [key, other])));
    });
    changed.push({ ...value, added: null });
  }
  return changed;
}
