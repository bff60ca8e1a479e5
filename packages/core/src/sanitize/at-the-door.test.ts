import { expect, test } from 'vitest';
import { cleanSnapshot } from './clean-snapshot.ts';
import { cleanTool } from './clean-tool.ts';
import { MetadataPolicy, parseMetadataPolicy } from './metadata-policy.ts';
import { nameTools } from './name-tools.ts';
import { renderCatalogue } from './render-catalogue.ts';

const POLICY = MetadataPolicy.defaults();
const TOOL = { name: 'get', inputSchema: { type: 'object' } };

/** For callers without types. */
function untyped<T>(value: unknown): T {
  return value as T;
}

test.each<[string, string, () => unknown]>([
  ['a catalogue of nothing', 'sanitize.malformed', () => renderCatalogue(untyped(null))],
  ['a catalogue with an item that is not a tool', 'sanitize.malformed', () => renderCatalogue([untyped(null)])],
  ['no snapshot', 'sanitize.malformed', () => cleanSnapshot(untyped(null), POLICY)],
  ['a snapshot without lists', 'sanitize.malformed', () => cleanSnapshot(untyped({}), POLICY)],
  ['names of nothing', 'sanitize.malformed', () => nameTools(untyped(null), POLICY.names)],
  [
    'a server without a list',
    'sanitize.malformed',
    () => nameTools([untyped({ server: 's', tools: null })], POLICY.names),
  ],
  ['no policy', 'policy.malformed', () => cleanTool(untyped(TOOL), untyped(null))],
  [
    'a prefix without a server',
    'sanitize.invalid-name',
    () => cleanTool(untyped(TOOL), parseMetadataPolicy({ names: { prefix: 'always' } })),
  ],
])('%s is rejected with a code', (_, code, work) => {
  expect(work).toThrow(expect.objectContaining({ code }));
});

test('an item that is not an object is a problem and does not affect others', () => {
  const raw = { tools: [null, TOOL], prompts: [null], resources: [5], templates: [] };
  const { snapshot, problems } = cleanSnapshot(untyped(raw), POLICY);
  expect(snapshot.tools.map(({ name }) => name)).toEqual(['get']);
  expect(problems.map(({ code }) => code)).toEqual(Array(3).fill('sanitize.malformed'));
});
