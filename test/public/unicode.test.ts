import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { engineFits, generateUnicode } from '../../scripts/generate-unicode.ts';
import { describeShared } from '../shared.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describeShared('the tables of Unicode', 'vectors/public/unicode-17', root => {
  test.runIf(engineFits)('are what the published files say today', () => {
    const made = generateUnicode(root);
    expect(made.size).toBe(3);
    for (const [file, text] of made) expect(readFileSync(path.join(ROOT, file), 'utf8') === text, file).toBe(true);
  });
});
