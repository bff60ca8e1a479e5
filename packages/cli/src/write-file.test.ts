import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { replaceFile, writeNewFile } from './write-file.ts';

describe('writing files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolmark-write-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('a new file never replaces one that exists', () => {
    const file = path.join(folder, 'deep', 'key.pem');
    writeNewFile(file, 'first', 0o600);
    expect(() => writeNewFile(file, 'second')).toThrow(expect.objectContaining({ code: 'output.exists' }));
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a replaced file keeps its mode, is found behind a link, and leaves no draft', () => {
    const file = path.join(folder, 'document.json');
    writeFileSync(file, 'old');
    chmodSync(file, 0o640);
    symlinkSync(file, path.join(folder, 'link'));
    replaceFile(path.join(folder, 'link'), 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(['document.json', 'link']);
  });

  test('a place that cannot be written is said with a code', () => {
    expect(() => replaceFile(path.join(folder, 'no', 'such', 'folder'), '')).toThrow(
      expect.objectContaining({ code: 'output.unwritable' }),
    );
  });
});
