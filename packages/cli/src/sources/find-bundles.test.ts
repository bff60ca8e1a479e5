import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';
import { expect, test } from 'vitest';
import { fakeIo } from '../../../../test/fake-io.ts';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { findBundles } from './find-bundles.ts';

const cwd = temporaryFolder();
const { io, printed } = fakeIo({ cwd });
const META = {
  'io.modelcontextprotocol.registry/publisher-provided': { 'dev.toolmark/attestations': [{ from: 'json' }] },
};

writeFileSync(path.join(cwd, 'toolmark.attestation.json'), '{"from":"package"}');
writeFileSync(path.join(cwd, 'server.json'), JSON.stringify({ name: 'a/b', _meta: META }));
writeFileSync(path.join(cwd, 'list.json'), '[{"from":"list"},7]');

const page = (from: string) => ({ attestations: [{ digest: from, bundle: { from } }] }) as never;

async function found(places: Partial<Parameters<typeof findBundles>[0]>): Promise<unknown[]> {
  const bundles = await findBundles({ files: [], ...places }, io);
  return bundles.map(bytes => JSON.parse(new TextDecoder().decode(bytes)).from);
}

test('bundles come in the documented order', async () => {
  const registry = { findAttestations: async (query: object): Promise<never> => page(Object.keys(query)[0] ?? '') };
  expect(
    await found({
      ...{ attestation: { from: 'server' }, folder: cwd, files: ['server.json', 'list.json'] },
      ...{ registry, surface: 'sha256:00', package: 'pkg:npm/a@1' },
    }),
  ).toEqual(['server', 'package', 'json', 'list', 'surface', 'package']);
});

test('a server cannot make others read a long list', async () => {
  expect(await found({ attestation: Array.from({ length: 99 }, () => ({ from: 'server' })) })).toHaveLength(8);
});

test.each([
  ['a text instead of a bundle', { attestation: 'x' }],
  ['a package without attestations', { folder: path.join(cwd, 'none') }],
  ['no place', {}],
])('%s has none', async (_, places) => {
  expect(await found(places)).toEqual([]);
});

test('a registry that does not answer is reported, and proves nothing', async () => {
  const registry = { findAttestations: () => Promise.reject(new ToolmarkError('registry.unreachable', 'No answer.')) };
  expect(await found({ registry, package: 'pkg:npm/a@1' })).toEqual([]);
  expect(printed.stderr).toContain('No answer.');
});

test('a named file that is missing is an error', async () => {
  await expect(found({ files: ['gone.json'] })).rejects.toThrow('gone.json');
});
