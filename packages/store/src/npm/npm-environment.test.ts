import { expect, test } from 'vitest';
import { npmEnvironment, scriptEnvironment } from './npm-environment.ts';

test.each([
  ['npm_config_omit', false],
  ['NPM_CONFIG_BEFORE', false],
  ['npm_config_ignore_scripts', false],
  ['npm_config_legacy_peer_deps', false],
  ['npm_config_global', false],
  ['npm_config_node_options', false],
  ['npm_config_script-shell', false],
  ['npm_config_allow_scripts', false],
  ['npm_lifecycle_event', false],
  ['npm_package_json', false],
  ['npm_execpath', false],
  ['TOOLMARK_TOKEN', false],
  ['npm_config_registry', true],
  ['NPM_CONFIG_USERCONFIG', true],
  ['npm_config_@corp:registry', true],
  ['npm_config_//host/:_authToken', true],
  ['npm_config_https-proxy', true],
  ['npm_config_cafile', true],
  ['NPM_TOKEN', true],
  ['HTTPS_PROXY', true],
  ['PATH', true],
])('npm inherits %s: %s', (name, isKept) => {
  expect(Object.keys(npmEnvironment({ [name]: 'value' }))).toEqual(isKept ? [name] : []);
});

test.each([
  ['NPM_TOKEN', false],
  ['AWS_SECRET_ACCESS_KEY', false],
  ['GITHUB_TOKEN', false],
  ['NODE_OPTIONS', false],
  ['npm_config_registry', false],
  ['PATH', true],
  ['HOME', true],
  ['https_proxy', true],
  ['CC', true],
])('an install script inherits %s: %s', (name, isKept) => {
  expect(Object.keys(scriptEnvironment({ [name]: 'value' }))).toEqual(isKept ? [name] : []);
});
