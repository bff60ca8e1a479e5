import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { jcs, readJson } from '../../packages/core/src/base/index.ts';
import { describeShared } from '../shared.ts';

// The test data of RFC 8785's authors, https://github.com/cyberphone/json-canonicalization.
describeShared('the RFC 8785 test data', 'vectors/public/jcs', root => {
  const names = readdirSync(path.join(root, 'input')).map(name => path.basename(name, '.json'));

  test('the data is all there', () => {
    expect(names).toEqual(['arrays', 'french', 'structures', 'unicode', 'values', 'weird']);
  });

  test.each(names)('%s is written byte for byte', name => {
    const canonical = Buffer.from(jcs(readJson(readFileSync(path.join(root, 'input', `${name}.json`)))));
    expect(canonical).toEqual(readFileSync(path.join(root, 'output', `${name}.json`)));
    expect(canonical).toEqual(readHex(path.join(root, 'outhex', `${name}.txt`)));
  });
});

function readHex(file: string): Buffer {
  return Buffer.from(readFileSync(file, 'utf8').replaceAll(/\s/g, ''), 'hex');
}
