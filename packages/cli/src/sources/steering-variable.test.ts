import { expect, test } from 'vitest';
import { localServer } from './local-package.ts';
import { steeringVariable } from './steering-variable.ts';

test.each([
  ['NODE_OPTIONS', '--require ./evil.cjs'],
  ['NODE_OPTIONS', '--import=data:text/javascript,evil()'],
  ['NODE_OPTIONS', '--max-old-space-size=4096 -r ./evil.cjs'],
  ['NODE_OPTIONS', '"--require" ./evil.cjs'],
  ['NODE_OPTIONS', '--title "a --require x" --require ./evil.cjs'],
  ['NODE_OPTIONS', '--unknown'],
  ['node_options', '--require ./evil.cjs'],
  ['NODE_PATH', './evil'],
  ['LD_PRELOAD', './evil.so'],
  ['DYLD_INSERT_LIBRARIES', './evil.dylib'],
  ['PYTHONPATH', './evil'],
  ['PYTHONHOME', './evil'],
  ['DOCKER_HOST', 'tcp://evil.example'],
  ['DOCKER_CONFIG', './evil'],
  ['CONTAINER_HOST', 'tcp://evil.example'],
])('%s=%s loads other code', (name, value) => {
  expect(steeringVariable({ A: 'b', [name]: value })).toBe(name);
});

test.each([
  ['NODE_OPTIONS', ''],
  ['NODE_OPTIONS', '--max-old-space-size=4096'],
  ['NODE_OPTIONS', '--max_old_space_size=4096  --no-warnings'],
  ['NODE_ENV', 'production'],
  ['NODE_EXTRA_CA_CERTS', '/etc/ca.pem'],
  ['PYTHONUNBUFFERED', '1'],
  ['PATH', '/usr/bin'],
  ['HOME', '/home/me'],
])('%s=%s does not', (name, value) => {
  expect(steeringVariable({ [name]: value })).toBeUndefined();
});

test('a package that is started with such a variable is not pinned', () => {
  const start = (command: string, env: Record<string, string>) =>
    localServer({ key: 'a', source: { kind: 'stdio', command, args: ['server.js'], env } })?.wanted;
  const reason = 'The variable "NODE_OPTIONS" of the entry can load other code.';
  const env = { NODE_OPTIONS: '--require ./evil.cjs' };
  expect(start('npx', env)).toEqual({ type: 'unpinned', reason });
  expect(start('npx', {})).toMatchObject({ type: 'npm' });
  // Local files are not held to what they were.
  expect(start('node', env)).toMatchObject({ type: 'path' });
});
