import { expect, test } from 'vitest';
import { serverToolRows } from './server-tools-table.ts';

const IMAGE = 'ghcr.io/acme/weather:1.0.0';

test('tools without a definition are listed by name, and hints of RFC-0015 are shown', () => {
  const definition = { name: 'get_weather', description: 'Gets the weather.', annotations: { readOnly: true } };
  const extension = { tools: ['get_weather', 'search_location'], tool_definitions: [definition] };
  const server = {
    name: 'io.github.acme/weather',
    description: 'Weather of any place.',
    version: '1.0.0',
    packages: [{ registryType: 'oci', identifier: IMAGE, transport: { type: 'stdio' } }],
    meta: { publisher_provided: { 'io.github.stacklok': { [IMAGE]: extension } } },
  };
  expect(serverToolRows({ server, _meta: {} })).toEqual([
    ['get_weather', 'read-only', 'Gets the weather.'],
    ['search_location', '-', '(no definition)'],
  ]);
});
