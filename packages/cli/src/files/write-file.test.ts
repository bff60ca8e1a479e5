import {
  chmodSync,
  chownSync,
  lstatSync,
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
import { ToolmarkError } from '@toolmark/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { putFile, replaceFile, writeNewFile } from './write-file.ts';

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

  test.each(['600', '640', '664', '666'])('a replaced file keeps mode %s, whatever a umask takes', mode => {
    const file = path.join(folder, 'config.json');
    writeFileSync(file, 'old');
    chmodSync(file, mode);
    replaceFile(file, 'new');
    expect((statSync(file).mode & 0o777).toString(8)).toBe(mode);
  });

  test.skipIf(process.getuid?.() !== 0)('a replaced file keeps its owner, also when root replaces it', () => {
    const file = path.join(folder, 'config.json');
    writeFileSync(file, 'old', { mode: 0o600 });
    chownSync(file, 4321, 4322);
    replaceFile(file, 'new');
    const { uid, gid, mode } = statSync(file);
    expect([uid, gid, mode & 0o777]).toEqual([4321, 4322, 0o600]);
  });

  test('a file that looks like a draft of ours is neither in the way nor removed', () => {
    const file = path.join(folder, 'config.json');
    const left = `${file}.${process.pid}.tmp`;
    writeFileSync(file, 'old');
    writeFileSync(left, 'not ours');
    replaceFile(file, 'new');
    expect([file, left].map(name => readFileSync(name, 'utf8'))).toEqual(['new', 'not ours']);
  });

  test('a last look that finds something wrong changes nothing and leaves no draft', () => {
    const file = path.join(folder, 'config.json');
    writeFileSync(file, 'old');
    const refuse = () => {
      throw new ToolmarkError('install.changed-meanwhile', 'No.');
    };
    expect(() => replaceFile(file, 'new', { lastLook: refuse })).toThrow(
      expect.objectContaining({ code: 'install.changed-meanwhile' }),
    );
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['config.json']);
  });

  test('what is put in the place of a link leaves alone what the link leads to', () => {
    const victim = path.join(folder, 'victim');
    const file = path.join(folder, 'secret.json');
    writeFileSync(victim, 'theirs');
    chmodSync(victim, 0o644);
    symlinkSync(victim, file);
    putFile(file, 'secret', { mode: 0o600 });
    expect(readFileSync(victim, 'utf8')).toBe('theirs');
    expect(statSync(victim).mode & 0o777).toBe(0o644);
    expect([lstatSync(file).isFile(), lstatSync(file).mode & 0o777]).toEqual([true, 0o600]);
  });

  test('a place that cannot be written is said with a code', () => {
    expect(() => replaceFile(path.join(folder, 'no', 'such', 'folder'), '')).toThrow(
      expect.objectContaining({ code: 'output.unwritable' }),
    );
  });
});
