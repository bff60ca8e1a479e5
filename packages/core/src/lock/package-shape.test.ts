import { describe, expect, test } from 'vitest';
import { placesOf, refusalOf } from '../../../../test/refusal.ts';
import { server } from '../../../../test/server.ts';
import { formatLock, type LockedPackage, parseLock, pin, salvageLock } from './index.ts';

const DIGEST = `sha256:${'a'.repeat(64)}` as const;
const NPM = {
  type: 'npm',
  name: '@acme/weather',
  version: '1.2.3',
  integrity: `sha512-${'A'.repeat(86)}==`,
  spec: 'latest',
  bin: 'weather',
  tree: DIGEST,
  purl: 'pkg:npm/%40acme/weather@1.2.3',
} as const;
const PROVENANCE = { repository: 'https://github.com/acme/weather', workflow: 'w.yml', builder: 'b', issuer: 'i' };
const PYPI = {
  type: 'pypi',
  name: 'weather',
  version: '1.2',
  spec: '>=1,<2',
  bin: 'weather',
  tree: DIGEST,
  purl: 'pkg:pypi/weather@1.2',
} as const;
const IMAGE = `pkg:oci/w@sha256%3A${'a'.repeat(64)}?repository_url=ghcr.io/acme/w`;
const OCI = { type: 'oci', name: 'ghcr.io/acme/w', integrity: DIGEST, purl: IMAGE } as const;
const MCPB = { type: 'mcpb', name: 'Weather', version: '1', integrity: DIGEST } as const;
const PATH = { type: 'path', name: 'server.js', integrity: DIGEST } as const;
const UNPINNED = { type: 'unpinned', reason: '"sh" can start any other program.' } as const;

function textOf(bound: unknown): Uint8Array {
  const lock = JSON.parse(
    formatLock({ lockfileVersion: 2, servers: new Map([['w', pin(server(), { package: PATH })]]) }),
  );
  lock.servers.w.package = bound;
  return new TextEncoder().encode(JSON.stringify(lock));
}

describe('the package of a lock entry is read and written', () => {
  test.each<[string, LockedPackage]>([
    ['npm', NPM],
    ['npm with scripts', { ...NPM, scripts: { 'node_modules/esbuild': DIGEST } }],
    ['npm with provenance', { ...NPM, provenance: { ...PROVENANCE, repositoryId: '1', ownerId: '2' } }],
    ['pypi', PYPI],
    ['pypi without specifier, with a Python version', { ...PYPI, spec: '', python: '3.12' }],
    ['oci', OCI],
    ['oci with a tag', { ...OCI, version: '1.0', purl: `${IMAGE}&tag=1.0` }],
    ['mcpb', MCPB],
    ['mcpb with a signer', { ...MCPB, signer: 'CN=Acme', purl: `pkg:generic/Weather@1?checksum=${DIGEST}` }],
    ['path', PATH],
    ['unpinned', UNPINNED],
  ])('%s', (_, bound) => {
    const lock = parseLock(textOf(bound));
    expect(lock.servers.get('w')?.package).toEqual(bound);
    expect(formatLock(lock)).toMatch(/"lockfileVersion": 2/);
    expect(parseLock(new TextEncoder().encode(formatLock(lock)))).toEqual(lock);
    expect(salvageLock(textOf(bound)).lock).toEqual(lock);
  });
});

describe('the package of a lock entry is refused with', () => {
  test.each<[string, unknown, string]>([
    ['no type', { name: 'x' }, 'schema.required '],
    ['an unknown type', { ...NPM, type: 'cargo' }, 'schema.enum /type'],
    ['a type that objects inherit', { ...NPM, type: 'toString' }, 'schema.enum /type'],
    ['an unknown member', { ...NPM, host: 'x' }, 'schema.unknown-member /host'],
    ['scripts of another ecosystem', { ...PYPI, scripts: {} }, 'schema.unknown-member /scripts'],
    ['a missing tree', { ...NPM, tree: undefined }, 'schema.required '],
    ['a range as version', { ...NPM, version: '^1' }, 'schema.format /version'],
    ['a weak digest', { ...NPM, integrity: 'sha1-AAAA' }, 'schema.format /integrity'],
    ['a URL as spec', { ...NPM, spec: 'https://x.example/a.tgz' }, 'schema.format /spec'],
    ['a path as program', { ...NPM, bin: '../../bin/sh' }, 'schema.format /bin'],
    ['a path as name', { ...NPM, name: '../weather' }, 'schema.format /name'],
    ['the URL of another package', { ...NPM, purl: 'pkg:npm/weather@1.2.3' }, 'schema.format /purl'],
    ['scripts that are a list', { ...NPM, scripts: [] }, 'schema.type /scripts'],
    ['a script outside of the tree', { ...NPM, scripts: { x: DIGEST } }, 'schema.format /scripts/x'],
    [
      'a script without digest',
      { ...NPM, scripts: { 'node_modules/x': 'yes' } },
      'schema.pattern /scripts/node_modules~1x',
    ],
    [
      'provenance without a repository',
      { ...NPM, provenance: { ...PROVENANCE, repository: undefined } },
      'schema.required /provenance',
    ],
    [
      'provenance with line breaks',
      { ...NPM, provenance: { ...PROVENANCE, issuer: 'a\nb' } },
      'schema.format /provenance/issuer',
    ],
    ['a Python name of another form', { ...PYPI, name: 'Weather_X' }, 'schema.format /name'],
    ['a specifier with spaces', { ...PYPI, spec: '>= 1' }, 'schema.format /spec'],
    ['a Python path', { ...PYPI, python: '/usr/bin/python' }, 'schema.format /python'],
    ['a repository with a tag', { ...OCI, name: 'ghcr.io/acme/w:1' }, 'schema.format /name'],
    ['a short digest', { ...OCI, integrity: 'sha256:aa' }, 'schema.format /integrity'],
    ['an empty name', { ...MCPB, name: ' ' }, 'schema.format /name'],
    ['the folder of a file', { ...PATH, name: 'a/server.js' }, 'schema.format /name'],
    ['a reason that steers a terminal', { ...UNPINNED, reason: '\u001b[31m' }, 'schema.format /reason'],
  ])('%s', (_, bound, place) => {
    const [code, pointer] = place.split(' ');
    const refusal = refusalOf(() => parseLock(textOf(bound)));
    expect(refusal.code).toBe('lock.malformed');
    expect(placesOf(refusal)).toContain(`${code} /servers/w/package${pointer}`);
  });
});
