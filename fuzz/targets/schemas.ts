import {
  compareSchemas,
  compileSchema,
  isJsonObject,
  type Json,
  member,
  readJson,
  type SchemaValidator,
} from '@toolmark/core';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedTool } from './seeds.ts';

const schema = seedTool.inputSchema ?? {};

export const schemas: Target = {
  name: 'schemas',
  promise: 'Where two schemas are called equivalent, widened or narrowed, no value shows otherwise.',
  seeds: [
    { before: schema, after: schema, values: [{ to: 'a@b' }, { to: 'a@b', count: 3, urgent: 1 }, {}, 0] },
    { before: { type: ['string', 'null'], maxLength: 3 }, after: { type: 'string' }, values: ['abcd', null, 'a'] },
    {
      before: { anyOf: [{ const: 1 }, { type: 'array', items: { type: 'number' } }] },
      after: true,
      values: [1, [2, 'x']],
    },
    { before: { enum: [1, 'a'] }, after: { enum: [1, 'a', [1]] }, values: [1, 'a', [1], 1.5] },
  ].map(seed => JSON.stringify(seed)),
  words: [
    ...[
      'type',
      'enum',
      'const',
      'not',
      'if',
      'then',
      'else',
      'oneOf',
      'allOf',
      'anyOf',
      'pattern',
      'format',
      'contains',
    ],
    ...[
      'minimum',
      'maximum',
      'minLength',
      'maxItems',
      'uniqueItems',
      'prefixItems',
      'patternProperties',
      'propertyNames',
    ],
    ...[
      'dependentRequired',
      'unevaluatedProperties',
      'unevaluatedItems',
      '$defs',
      '#/$defs/a',
      '$ref',
      'integer',
      'null',
    ],
  ],
  run(input) {
    const question = unlessRefused(() => readJson(input, { maxDepth: 100 }));
    if (question === undefined || !isJsonObject(question)) return;
    const [before = null, after = null] = [member(question, 'before'), member(question, 'after')];
    const verdict = unlessRefused(() => compareSchemas(before, after));
    const [old, now] = [before, after].map(one => unlessRefused(() => compileSchema(one)));
    if (verdict === undefined || verdict === 'changed' || old === undefined || now === undefined) return;
    for (const value of [...valuesOf(question), ...valuesOf(before), ...valuesOf(after)]) {
      const [was, is] = [accepts(old, value), accepts(now, value)];
      if (was === undefined || is === undefined) continue;
      if (verdict !== 'widened') must(was || !is, `Called ${verdict}, but now ${shown(value)} is accepted.`);
      if (verdict !== 'narrowed') must(is || !was, `Called ${verdict}, but now ${shown(value)} is refused.`);
    }
  },
};

/** Every value that stands anywhere in it, schemas included: what is near a schema tells most about it. */
function valuesOf(value: Json): Json[] {
  const found: Json[] = [value];
  for (const at of found) {
    if (typeof at === 'object' && at !== null && found.length < 200) found.push(...(Object.values(at) as Json[]));
  }
  return found.slice(0, 200);
}

function accepts(validator: SchemaValidator, value: Json): boolean | undefined {
  return unlessRefused(() => validator.validate(value).valid);
}

function shown(value: Json): string {
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item));
}
