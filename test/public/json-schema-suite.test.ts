import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Json, readJson } from '../../packages/core/src/base/index.ts';
import {
  checkSchema,
  compileSchema,
  type Dialect,
  DRAFT_07,
  DRAFT_2020_12,
} from '../../packages/core/src/validate/json-schema/index.ts';
import { describeShared } from '../shared.ts';

interface Group {
  readonly title: string;
  readonly schema: Json;
  readonly cases: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

describeShared('the JSON Schema Test Suite', 'vectors/public/json-schema-test-suite', root => {
  const remotes = readRemotes(path.join(root, 'remotes'));

  describe.each([
    { folder: 'draft7', dialect: DRAFT_07, mandatory: 927 },
    { folder: 'draft2020-12', dialect: DRAFT_2020_12, mandatory: 1_299 },
  ])('$folder', ({ folder, dialect, mandatory }) => {
    const groups = readGroups(path.join(root, 'tests', folder));
    let checked = 0;

    test.each(groups.map(group => [group.title, group] as const))('%s', (_title, { schema, cases }) => {
      expect(checkSchema(schema, { at: '', dialect, remotes })).toEqual([]);
      for (const { description, data, valid } of cases) {
        expect({ description, valid: isValid(schema, data, dialect) }).toEqual({ description, valid });
        checked++;
      }
    });

    test(`all ${mandatory} cases were checked`, () => {
      expect(checked).toBe(mandatory);
    });
  });

  function isValid(schema: Json, instance: Json, dialect: Dialect): boolean {
    return compileSchema(schema, { dialect, remotes }).validate(instance).valid;
  }
});

/** Every remote of the suite, under the address from which its README says it is served. */
function readRemotes(folder: string): ReadonlyMap<string, Json> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'));
  return new Map(files.map(name => [`http://localhost:1234/${name}`, readJson(readFileSync(path.join(folder, name)))]));
}

function readGroups(folder: string): Group[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'));
  return files.flatMap(file => {
    const groups = readJson(readFileSync(path.join(folder, file))) as unknown as {
      description: string;
      schema: Json;
      tests: Group['cases'];
    }[];
    return groups.map(({ description, schema, tests }) => ({ title: `${file}: ${description}`, schema, cases: tests }));
  });
}
