import { type Lock, type LockedPackage, parseSnapshot, pin, ToolmarkError } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { guardSettings } from '../../../../../test/fakes/raw-client.ts';
import { checkLock } from '../../adapt/check-lock.ts';
import type { ServerSource } from '../../connect/server-source.ts';
import { Guard } from '../guard.ts';
import type { GuardMode } from '../guard-settings.ts';

const SHOWN = parseSnapshot({ tools: [{ name: 'pay', inputSchema: { type: 'object' } }] });
const LOCKED: LockedPackage = { type: 'remote', name: 'https://pay.example/mcp' };

function lockAt(bound: LockedPackage | undefined): Lock {
  const entry = pin(SHOWN, bound === undefined ? {} : { package: bound });
  return { lockfileVersion: 2, servers: new Map([['pay', entry]]) };
}

/** The code of the refusal, or the lines of a guard that starts. */
function start(source: ServerSource, lock: Lock, mode: GuardMode = 'enforce'): string | string[] {
  const lines: string[] = [];
  try {
    const settings = { servers: [{ key: 'pay', source }], lock, mode, stderr: (line: string) => void lines.push(line) };
    new Guard(guardSettings(settings));
    return lines;
  } catch (error) {
    if (error instanceof ToolmarkError) return error.code;
    throw error;
  }
}

const at = (url: string): ServerSource => ({ kind: 'http', url });

describe('a remote server at another address than the locked one', () => {
  test.each([
    'https://pay.evil.example/mcp',
    'http://pay.example/mcp',
    'https://pay.example:8443/mcp',
    'https://pay.example/other/mcp',
    'https://pay.example.evil.example/mcp',
    'https://pay.example@evil.example/mcp',
    'not an address',
  ])('is refused at %s', url => {
    expect(start(at(url), lockAt(LOCKED))).toBe('guard.other-address');
    expect(start(at(url), lockAt(LOCKED), 'filter')).toBe('guard.other-address');
  });

  test('is refused as a local command', () => {
    expect(start({ kind: 'stdio', command: 'x', args: [] }, lockAt(LOCKED))).toBe('guard.other-address');
  });

  test.each(['https://pay.example/mcp', 'https://PAY.example.:443/a/../mcp', 'https://pay.example/mcp?key=secret'])(
    'is accepted at %s, the same address in another spelling',
    url => {
      expect(start(at(url), lockAt(LOCKED))).toEqual([]);
    },
  );

  test('is only reported in mode audit', () => {
    expect(start(at('https://evil.example/mcp'), lockAt(LOCKED), 'audit')).toEqual([
      expect.stringContaining('Treated as unlocked: the guard runs in audit mode.'),
    ]);
  });

  test('is not detected with a lock of version 1, and the guard says so', () => {
    expect(start(at('https://pay.example/mcp'), lockAt(undefined))).toEqual([
      expect.stringContaining('the lock has no address for it'),
    ]);
  });

  test('gives an imported agent none of the locked tools', () => {
    const elsewhere: LockedPackage = { type: 'remote', name: 'https://evil.example/mcp' };
    expect(checkLock(SHOWN, 'pay', lockAt(LOCKED), elsewhere)).toMatchObject({
      passed: [],
      drifted: new Map([['pay', [{ type: 'package_changed', severity: 'critical' }]]]),
    });
    expect(checkLock(SHOWN, 'pay', lockAt(LOCKED), LOCKED).passed).toHaveLength(1);
  });
});
