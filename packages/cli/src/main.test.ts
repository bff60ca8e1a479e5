import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Io } from './io.ts';
import { run } from './main.ts';

describe('the command line', () => {
  let cwd: string;
  let printed: string;
  beforeEach(() => {
    cwd = mkdtempSync(path.join(tmpdir(), 'toolmark-main-'));
    printed = '';
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  function io(rest: Partial<Io> = {}): Io {
    return {
      out: text => {
        printed += text;
      },
      talk: () => undefined,
      stdin: () => new TextEncoder().encode('{"name":"echo","description":"Echoes.","inputSchema":{"type":"object"}}'),
      cwd,
      now: new Date(0),
      isInteractive: false,
      hasColor: false,
      ...rest,
    };
  }

  test('an unexpected fault is exit 2 and says so as JSON, never a stack trace', async () => {
    const broken = io({
      stdin: () => {
        throw new TypeError('the \u001b[31mworld is broken');
      },
    });
    expect(await run(['digest', '-', '--format', 'json'], broken)).toBe(2);
    expect(JSON.parse(printed).error.code).toBe('input.unreadable');
    expect(printed).not.toContain('\u001b');
  });

  test('colour is used only where it was asked for', async () => {
    await run(['validate', '-'], io());
    expect(printed).not.toContain('\u001b');
    await run(['validate', '-'], io({ hasColor: true }));
    expect(printed).toContain('\u001b[32m');
  });

  test('names that are taken are given on the command line', async () => {
    expect(await run(['validate', '-', '--taken', 'other,ECHO', '--format', 'json'], io())).toBe(1);
    expect(printed).toContain('semantic.name-conflict');
  });
});
