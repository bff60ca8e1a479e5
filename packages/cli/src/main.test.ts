import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeIo } from '../../../test/fake-io.ts';
import type { Io } from './io.ts';
import { hasColor, run } from './main.ts';

/** What could steer a terminal; a line feed is how JSON is laid out. */
const STEERING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

describe('the command line', () => {
  let cwd: string;
  let printed: string;
  beforeEach(() => {
    cwd = mkdtempSync(path.join(tmpdir(), 'toolmark-main-'));
    printed = '';
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  function io(rest: Partial<Io> = {}): Io {
    return fakeIo({
      out: text => {
        printed += text;
      },
      stdin: () => new TextEncoder().encode('{"name":"echo","description":"Echoes.","inputSchema":{"type":"object"}}'),
      cwd,
      home: '/nowhere',
      ...rest,
    }).io;
  }

  test('a standard input that fails is exit 2 and says so as JSON', async () => {
    const broken = io({
      stdin: () => {
        throw new TypeError('the \u001b[31mworld is broken');
      },
    });
    expect(await run(['digest', '-', '--format', 'json'], broken)).toBe(2);
    expect(JSON.parse(printed).error.code).toBe('input.unreadable');
    expect(printed).not.toMatch(STEERING);
  });

  test('[cli.fault] an unexpected fault is exit 2 and says so as JSON, never a stack trace', async () => {
    let isFirst = true;
    const broken = io({
      out: text => {
        if (!isFirst) printed += text;
        else {
          isFirst = false;
          throw new TypeError('the \u001b[31mworld\u202e is broken');
        }
      },
    });
    expect(await run(['digest', '-', '--format', 'json'], broken)).toBe(2);
    const { error } = JSON.parse(printed);
    expect(error.code).toBe('internal.error');
    expect(error.message).toContain('is broken');
    expect(Object.keys(error)).toEqual(['code', 'message']);
    expect(printed).not.toMatch(STEERING);
    expect(printed).not.toMatch(/\bat .+:\d+|main\.test|TypeError/);
  });

  test('colour is used only where it was asked for', async () => {
    await run(['validate', '-'], io());
    expect(printed).not.toContain('\u001b');
    await run(['validate', '-'], io({ hasColor: true }));
    expect(printed).toContain('\u001b[32m');
  });

  test.each<[boolean, boolean, NodeJS.ProcessEnv]>([
    [false, true, { NO_COLOR: '1' }],
    [false, true, { NO_COLOR: '', FORCE_COLOR: '1' }],
    [false, false, {}],
    [false, false, { FORCE_COLOR: '0' }],
    [false, false, { FORCE_COLOR: '' }],
    [true, true, {}],
    [true, false, { FORCE_COLOR: '1' }],
  ])('colour: %s, where a terminal is %s and the environment says %j', (expected, isTerminal, env) => {
    expect(hasColor(env, isTerminal)).toBe(expected);
  });

  test.skipIf(process.platform === 'win32')('a key that keygen makes is for its owner alone to read', async () => {
    expect(await run(['keygen', '--out', 'ada', '--format', 'json'], io())).toBe(0);
    const { key, certificate } = JSON.parse(printed);
    const modes = [key, certificate].map(file => statSync(path.resolve(cwd, file)).mode & 0o077);
    expect(modes[0]).toBe(0);
    expect(modes[1]).not.toBe(0);
  });

  test('names that are taken are given on the command line', async () => {
    expect(await run(['validate', '-', '--taken', 'other,ECHO', '--format', 'json'], io())).toBe(1);
    expect(printed).toContain('semantic.name-conflict');
  });
});
