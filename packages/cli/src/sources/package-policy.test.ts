import type { LockedPackage } from '@toolmark/core';
import type { PackagePolicy } from '@toolmark/core/formats';
import { type NpmPackage, recognisePackage } from '@toolmark/core/package';
import { expect, test } from 'vitest';
import { rejectionOf } from '../../../../test/refusal.ts';
import { refusePackage } from './package-policy.ts';

const DIGEST = `sha256:${'0'.repeat(64)}` as const;
const BARE: NpmPackage = {
  ...{ type: 'npm', name: 'weather', version: '1.2.0', integrity: 'sha512-', spec: 'latest', bin: 'weather' },
  ...{ tree: DIGEST, purl: '' },
};
const BUILT: NpmPackage = {
  ...BARE,
  provenance: { repository: 'https://github.com/acme/weather', workflow: 'w.yml', builder: 'b', issuer: 'i' },
};
const OPAQUE: LockedPackage = { type: 'unpinned', reason: 'It is a shell.' };
const FILES: LockedPackage = { type: 'path', name: 'server.js', integrity: DIGEST };
const REQUIRED: PackagePolicy = { requireProvenance: true };
const ACME: PackagePolicy = { from: ['https://github.com/acme/*'] };

function refuse(
  locked: LockedPackage | undefined,
  policy: PackagePolicy | undefined,
  command = 'npx -y weather',
): Promise<void> {
  const [program = '', ...args] = command.split(' ');
  return refusePackage({ key: 'w', wanted: recognisePackage({ command: program, args }) }, locked, policy);
}

test.each<[string, LockedPackage | undefined, PackagePolicy, string?]>([
  ['a package without provenance', BARE, REQUIRED],
  ['one without provenance where only repositories are listed', BARE, ACME],
  ['a package of another type', { type: 'oci', name: 'x', integrity: DIGEST, purl: '' }, REQUIRED],
  ['a command that could not be pinned', OPAQUE, REQUIRED, 'sh -c weather'],
  ['an entry without a package', undefined, REQUIRED],
])('%s is refused where provenance is required', async (_, locked, policy, command) => {
  expect((await rejectionOf(refuse(locked, policy, command))).code).toBe('provenance.required');
});

test.each<[string, string[]]>([
  ['another owner', ['https://github.com/other/*']],
  ['an owner whose name begins alike', ['https://github.com/acm/*']],
  ['another repository', ['https://github.com/acme/other']],
  ['another host', ['https://gitlab.com/acme/weather']],
])('a package from %s than the listed ones is refused', async (_, from) => {
  expect((await rejectionOf(refuse(BUILT, { from }))).code).toBe('provenance.not-allowed');
});

test.each<[string, LockedPackage | undefined, PackagePolicy | undefined, string?]>([
  ['a package from a listed repository', BUILT, { from: ['https://github.com/acme/weather'] }],
  ['a package of a listed owner', BUILT, ACME],
  ['any provenance where no repository is listed', BUILT, REQUIRED],
  ['local files', FILES, REQUIRED, 'node server.js'],
  ['local files that are not locked', undefined, REQUIRED, 'node server.js'],
  ['a package without provenance where it is not required', BARE, { ...ACME, requireProvenance: false }],
  ['anything without a policy', OPAQUE, undefined],
])('%s is allowed', async (_, locked, policy, command) => {
  await expect(refuse(locked, policy, command)).resolves.toBeUndefined();
});
