import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { checkSchema, compileSchema, DRAFT_07, DRAFT_2020_12, metaSchema } from './index.ts';

/**
 * Three judges of one question, whether a schema fits its meta-schema: our table, the published meta-schemas run by
 * ajv, and our meta-schemas run by our interpreter. Left out of the generator:
 * - `$schema`: ajv throws for a dialect it does not know, where we report one;
 * - `writeOnly` in draft-07: the copy ajv carries is older than the published one and lacks it;
 * - bigints, which ajv takes for no number at all.
 */
describe.each([
  { dialect: DRAFT_07, ajv: new Ajv({ strict: false, validateFormats: false, logger: false }) },
  { dialect: DRAFT_2020_12, ajv: new Ajv2020({ strict: false, validateFormats: false, logger: false }) },
])('a schema of $dialect.name', ({ dialect, ajv }) => {
  const ours = compileSchema(metaSchema(dialect.name), { dialect });
  const leftOut = dialect.name === 'draft-07' ? ['$schema', 'writeOnly'] : ['$schema'];
  const words = [...dialect.keywords.keys()].filter(name => !leftOut.includes(name));

  test('gets one verdict from three judges', () => {
    let faulty = 0;
    fc.assert(
      fc.property(schemas(words), schema => {
        const findings = checkSchema(schema, { at: '', dialect });
        const isSound = findings.every(({ code }) => code !== 'semantic.parameter-keyword');
        if (!isSound) faulty++;
        expect({ judge: 'ajv', verdict: ajv.validateSchema(schema as object) }).toEqual({
          judge: 'ajv',
          verdict: isSound,
        });
        expect({ judge: 'ours', verdict: ours.validate(schema).valid }).toEqual({ judge: 'ours', verdict: isSound });
      }),
      { numRuns: 3_000, seed: 20261115 },
    );
    // A generator that only made sound or only made faulty schemas would prove little.
    expect(faulty).toBeGreaterThan(500);
    expect(faulty).toBeLessThan(2_500);
  });
});

/** Schemas whose keywords mostly hold what they should, with a few mutations. */
function schemas(words: readonly string[]): fc.Arbitrary<Json> {
  const { schema } = fc.letrec<{ schema: Json; value: Json; object: Json }>(tie => ({
    schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.boolean(), tie('object')),
    object: fc
      .array(fc.tuple(fc.constantFrom(...words), tie('value')), { maxLength: 4 })
      .map(entries => Object.fromEntries(entries)),
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Json>(0, 1, -1, 0.5, 2.0, 1e300, null, true, false),
      fc.constantFrom<Json>('', 'a', 'string', 'object', 'integer', '#', '#a', '#/a', 'a b', '_x.y-z', '('),
      fc.array(fc.constantFrom<Json>('a', 'b', 'null', 'array', 1, 1.5), { maxLength: 3 }),
      tie('schema'),
      fc.array(tie('schema'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', '(', '__proto__', 'constructor'), tie('value'), { maxKeys: 2 }),
    ),
  }));
  return schema;
}
