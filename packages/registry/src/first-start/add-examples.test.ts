import { expect, test } from 'vitest';
import { issue } from '../../../../test/pki.ts';
import { openTestRegistry } from '../../../../test/registry.ts';
import { search } from '../tools/search.ts';
import { addExamples } from './add-examples.ts';

test('publishes every example as a public tool with a trusted signature', async () => {
  const registry = await openTestRegistry();
  const added = await addExamples(registry, await issue({ name: 'CN=Examples', key: 'ed25519' }));
  const { tools } = await search(registry, undefined, {});
  expect(tools.map(({ name, verification }) => `${name} ${verification.outcome}`).sort()).toEqual([
    'get_weather_forecast trusted',
    'search_invoices trusted',
    'send_email trusted',
    'summarise_notes trusted',
  ]);
  expect(added).toBe(tools.length);
});
