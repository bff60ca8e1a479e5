import { isJsonObject, type Json, member, readJson } from '@toolmark/core';
import { compareSchemas } from '@toolmark/core/lock';
import { compileSchema, type SchemaValidator } from '@toolmark/core/validate';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedTool } from './seeds.ts';

const schema = seedTool.inputSchema ?? {};

export const schemas: Target = {
  name: 'schemas',
  promise: 'No value contradicts the verdict equivalent, widened or narrowed on two schemas.',
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
    ...'type enum const not if then else oneOf allOf anyOf pattern format contains minimum maximum minLength'.split(
      ' ',
    ),
    ...'maxItems uniqueItems prefixItems patternProperties propertyNames dependentRequired'.split(' '),
    ...'unevaluatedProperties unevaluatedItems $defs #/$defs/a $ref integer null'.split(' '),
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
      if (verdict !== 'widened') must(was || !is, `Verdict ${verdict}, but ${shown(value)} is newly accepted.`);
      if (verdict !== 'narrowed') must(is || !was, `Verdict ${verdict}, but ${shown(value)} is newly refused.`);
    }
  },
};

/** Every value inside, schemas included: values close to the schema find most contradictions. */
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
