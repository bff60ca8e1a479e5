import { expect, test } from 'vitest';
import { fakeIo } from '../../../../test/fake-io.ts';
import { storeContext } from './store-context.ts';

test.each([
  ['NPM_TOKEN', true],
  ['npm_config_registry', true],
  ['UV_INDEX_URL', true],
  ['HTTPS_PROXY', true],
  ['PATH', false],
  ['HOME', false],
  ['NODE_OPTIONS', false],
  ['UV_PYTHON', false],
  ['UV_PYTHON_INSTALL_DIR', false],
  ['UV_CACHE_DIR', false],
  ['UV_CONFIG_FILE', false],
  ['uv_cache_dir', false],
  ['CC', false],
  ['MAKEFLAGS', false],
  ['PYTHON', false],
  ['TOOLMARK_STORE', false],
])('npm and uv get the variable %s of an entry: %s', (name, isGiven) => {
  const { io } = fakeIo({ env: {}, home: '/home/me' });
  expect(Object.keys(storeContext({ env: { [name]: 'x' } }, io).env)).toEqual(isGiven ? [name] : []);
});

test.each([
  ['NPM_TOKEN', true],
  ['GITHUB_TOKEN', true],
  ['UV_PYTHON', true],
  ['CC', true],
  ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', false],
  ['ACTIONS_RUNTIME_TOKEN', false],
  ['TOOLMARK_TOKEN', false],
])('npm and uv get the variable %s of the user: %s', (name, isGiven) => {
  const { io } = fakeIo({ env: { [name]: 'x' }, home: '/home/me' });
  expect(Object.keys(storeContext({}, io).env)).toEqual(isGiven ? [name] : []);
});
