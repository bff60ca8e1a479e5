import type { Digest, JsonObject } from '@toolmark/core';
import { parseStatement } from '@toolmark/core/attestation';
import { parseServerJson } from '@toolmark/core/formats';
import { expect, test } from 'vitest';
import { sampleServer } from '../../../../test/server-entry.ts';
import { findSubject } from './find-subject.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const SHA512 = 'c'.repeat(128);
const SURFACE: Digest = `sha256:${A}`;
const stdio = { transport: { type: 'stdio' } };
const npm = { registryType: 'npm', identifier: '@acme/weather', version: '1.2.3', ...stdio };
const pypi = { registryType: 'pypi', identifier: 'Acme_Weather', version: '1.2.3', ...stdio };
const oci = (identifier: string) => ({ packages: [{ registryType: 'oci', identifier, ...stdio }] });
const mcpb = {
  registryType: 'mcpb',
  identifier: 'https://github.com/a/b/releases/download/v1/x.mcpb',
  fileSha256: A,
  ...stdio,
};
const remote = (url: string): JsonObject => ({ packages: [], remotes: [{ type: 'streamable-http', url }] });
const purl = (digest: string, rest: string) => `pkg:oci/w@sha256%3A${digest}?repository_url=ghcr.io/acme/w${rest}`;

function isFound(members: JsonObject, name: string, digest: Record<string, string>): boolean {
  const { server } = parseServerJson(Buffer.from(JSON.stringify(sampleServer(members))));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest }],
    predicateType: 'x',
    predicate: {},
  };
  return findSubject(parseStatement(Buffer.from(JSON.stringify(statement))), server, SURFACE) !== undefined;
}

test.each<[title: string, members: JsonObject, name: string, digest: Record<string, string>]>([
  ['another package', { packages: [npm] }, 'pkg:npm/%40acme/weather2@1.2.3', { sha512: SHA512 }],
  ['another version', { packages: [npm] }, 'pkg:npm/%40acme/weather@1.2.4', { sha512: SHA512 }],
  ['another case', { packages: [npm] }, 'pkg:npm/%40Acme/weather@1.2.3', { sha512: SHA512 }],
  ['the scope not encoded', { packages: [npm] }, 'pkg:npm/@acme/weather@1.2.3', { sha512: SHA512 }],
  ['a qualifier more', { packages: [npm] }, 'pkg:npm/%40acme/weather@1.2.3?a=b', { sha512: SHA512 }],
  ['another kind of package', { packages: [npm] }, 'pkg:pypi/%40acme/weather@1.2.3', { sha512: SHA512 }],
  ['npm without sha512', { packages: [npm] }, 'pkg:npm/%40acme/weather@1.2.3', { sha256: A }],
  ['a sha512 that is too short', { packages: [npm] }, 'pkg:npm/%40acme/weather@1.2.3', { sha512: A }],
  ['PyPI with sha512 only', { packages: [pypi] }, 'pkg:pypi/acme-weather@1.2.3', { sha512: SHA512 }],
  ['PyPI with the surface as digest', { packages: [pypi] }, 'pkg:pypi/acme-weather@1.2.3', { sha256: A }],
  ['an image with another digest', oci(`ghcr.io/acme/w@sha256:${A}`), purl(B, ''), { sha256: B }],
  ['an image that claims the digest in its name only', oci(`ghcr.io/acme/w@sha256:${A}`), purl(A, ''), { sha256: B }],
  ['an image with another tag', oci('ghcr.io/acme/w:1'), purl(A, '&tag=2'), { sha256: A }],
  ['an image of another repository', oci('ghcr.io/acme/x:1'), purl(A, '&tag=1'), { sha256: A }],
  ['an image without a tag', oci('ghcr.io/acme/w'), purl(A, ''), { sha256: A }],
  ['another bundle file', { packages: [mcpb] }, 'pkg:generic/x@1', { sha256: B }],
  ['a bundle file without digest', { packages: [mcpb] }, 'pkg:generic/x@1', { sha1: A }],
  ['another address', remote('https://mcp.example.com/mcp'), 'https://mcp.example.com/mcp2', { sha256: A }],
  [
    'an address on a host that begins so',
    remote('https://mcp.example.com/mcp'),
    'https://mcp.example.com.evil.example/mcp',
    { sha256: A },
  ],
  [
    'an address with another query',
    remote('https://mcp.example.com/mcp?a=1'),
    'https://mcp.example.com/mcp?a=2',
    { sha256: A },
  ],
  [
    'an address with another surface',
    remote('https://mcp.example.com/mcp'),
    'https://mcp.example.com/mcp',
    { sha256: B },
  ],
  [
    'an address with a variable',
    { packages: [], remotes: [{ type: 'streamable-http', url: 'https://mcp.example.com/{x}', variables: { x: {} } }] },
    'https://mcp.example.com/{x}',
    { sha256: A },
  ],
  ['no address', remote('https://mcp.example.com/mcp'), 'mcp.example.com/mcp', { sha256: A }],
])('a statement about %s is about another server', (_, members, name, digest) => {
  expect(isFound(members, name, digest)).toBe(false);
});

test.each<[title: string, members: JsonObject, name: string, digest: Record<string, string>]>([
  ['an npm package', { packages: [npm] }, 'pkg:npm/%40acme/weather@1.2.3', { sha512: SHA512 }],
  ['the second package', { packages: [mcpb, npm] }, 'pkg:npm/%40acme/weather@1.2.3', { sha512: SHA512 }],
  ['a PyPI project in its normal spelling', { packages: [pypi] }, 'pkg:pypi/acme-weather@1.2.3', { sha256: B }],
  ['an image by digest', oci(`ghcr.io/acme/w:1@sha256:${A}`), purl(A, '&tag=1'), { sha256: A }],
  ['an image by tag', oci('ghcr.io/acme/w:1'), purl(A, '&tag=1'), { sha256: A }],
  ['a bundle file by digest', { packages: [mcpb] }, 'anything', { sha256: A }],
  ['a remote', remote('https://mcp.example.com/mcp'), 'https://MCP.example.com:443/mcp', { sha256: A }],
  [
    'a remote with a query',
    remote('https://mcp.example.com/mcp?a=1'),
    'https://mcp.example.com/mcp?a=1',
    { sha256: A },
  ],
  ['a remote by its address', remote('https://mcp.example.com/mcp?a=1'), 'https://mcp.example.com/mcp', { sha256: A }],
  ['an image by digest, without a tag', oci(`ghcr.io/acme/w:1@sha256:${A}`), purl(A, ''), { sha256: A }],
])('a statement about %s of the entry is found', (_, members, name, digest) => {
  expect(isFound(members, name, digest)).toBe(true);
});
