import { expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { forecast, server } from '../../../../test/server.ts';
import { type McpTool, toolDigest } from '../describe/index.ts';
import { drift, formatLock, parseLock, pin, withApproved } from './index.ts';

const changed = forecast({ description: 'Shows something else.' }) as unknown as McpTool;
const exec = { name: 'exec_shell', inputSchema: { type: 'object' } };
const live = server({ tools: [changed, exec], instructions: 'Do other things.' });

test('one approved tool is taken over, and everything else stays as it was locked', () => {
  const locked = pin(server(), { allow: 'subset' });
  const approved = withApproved(locked, live, 'get_forecast', toolDigest(changed));
  expect(approved.tools.get('get_forecast')?.definition).toEqual(changed);
  expect({ ...approved, surfaceDigest: '', tools: '' }).toEqual({ ...locked, surfaceDigest: '', tools: '' });
  expect(approved.tools.get('list_cities')).toBe(locked.tools.get('list_cities'));
  expect(drift(approved, live).map(({ type }) => type)).toEqual(['instructions_changed', 'tool_added']);
  const text = formatLock({ lockfileVersion: 1, servers: new Map([['a', approved]]) });
  expect(parseLock(new TextEncoder().encode(text)).servers.get('a')).toEqual(approved);
});

test('a new tool can be approved', () => {
  const approved = withApproved(pin(server()), live, 'exec_shell', toolDigest(exec));
  expect(drift(approved, live).map(({ type, tool }) => [type, tool])).not.toContainEqual(['tool_added', 'exec_shell']);
});

test('rejects a tool that changed after the review', () => {
  const looked = toolDigest(forecast() as unknown as McpTool);
  expect(refusalOf(() => withApproved(pin(server()), live, 'get_forecast', looked)).code).toBe('lock.digest-moved');
});

test.each(['list_cities', 'no_such_tool', '__proto__'])(
  '%s, which the server does not offer, cannot be approved',
  name => {
    expect(refusalOf(() => withApproved(pin(server()), live, name, toolDigest(exec))).code).toBe('lock.unknown-tool');
  },
);
