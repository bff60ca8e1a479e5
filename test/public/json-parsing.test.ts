import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readJson, ToolmarkError } from '../../packages/core/src/base/index.ts';
import { describeShared } from '../shared.ts';

/** Files the suite calls valid because RFC 8259 only advises against repeated names; strict intake refuses them. */
const REPEATED_NAMES = new Set(['y_object_duplicated_key.json', 'y_object_duplicated_key_and_value.json']);

/** Of the files where the suite leaves the choice, the ones read; all the others are refused. */
const CHOSEN = new Set([
  'i_number_double_huge_neg_exp.json',
  'i_number_real_underflow.json',
  'i_number_too_big_neg_int.json',
  'i_number_too_big_pos_int.json',
  'i_number_very_big_negative_int.json',
]);

// The suite is https://github.com/nst/JSONTestSuite: y_ must be read, n_ must be refused, i_ is up to the reader.
describeShared('JSONTestSuite', 'vectors/public/json-parsing', root => {
  const parsing = filesIn(path.join(root, 'test_parsing'));
  const transform = filesIn(path.join(root, 'test_transform'));
  const isRead = (name: string): boolean =>
    name.startsWith('y_') ? !REPEATED_NAMES.has(name) : name.startsWith('i_') && CHOSEN.has(name);

  test('the suite is all there', () => {
    const names = parsing.map(([name]) => name);
    expect(['y_', 'n_', 'i_'].map(kind => names.filter(name => name.startsWith(kind)).length)).toEqual([95, 188, 35]);
    expect(names).toEqual(expect.arrayContaining([...REPEATED_NAMES, ...CHOSEN]));
    expect(transform).toHaveLength(22);
  });

  test.each(parsing.filter(([name]) => isRead(name)))('%s is read', (_, bytes) => {
    expect(readOrRefuse(bytes)).toBe('read');
  });

  test.each(parsing.filter(([name]) => !isRead(name)))('%s is refused', (_, bytes) => {
    expect(readOrRefuse(bytes)).toMatch(/^json\./);
  });

  test.each(transform)('%s is read or refused', (_, bytes) => {
    expect(readOrRefuse(bytes)).toMatch(/^(read|json\..*)$/);
  });
});

function filesIn(folder: string): [name: string, bytes: Uint8Array][] {
  return readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name))]);
}

/** `read`, or the code of the refusal; any other kind of error fails the test. */
function readOrRefuse(bytes: Uint8Array): string {
  try {
    readJson(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof ToolmarkError) return error.code;
    throw error;
  }
}
