import { expect, test } from 'vitest';
import { type PurlSubject, purlOf } from './purl.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

test.each<[PurlSubject, string]>([
  [{ type: 'npm', name: 'left-pad', version: '1.3.0' }, 'pkg:npm/left-pad@1.3.0'],
  [{ type: 'npm', name: '@acme/weather', version: '1.0.0-a+b' }, 'pkg:npm/%40acme/weather@1.0.0-a%2Bb'],
  [{ type: 'pypi', name: 'mcp-server', version: '1!2.0' }, 'pkg:pypi/mcp-server@1%212.0'],
  [
    { type: 'oci', name: 'alpine', integrity: DIGEST },
    `pkg:oci/alpine@sha256%3A${'a'.repeat(64)}?repository_url=alpine`,
  ],
  [
    { type: 'oci', name: 'localhost:5000/acme/w', version: '1', integrity: DIGEST },
    `pkg:oci/w@sha256%3A${'a'.repeat(64)}?repository_url=localhost%3A5000/acme/w&tag=1`,
  ],
  [
    { type: 'mcpb', name: 'Wetter ü', version: '1', integrity: DIGEST },
    `pkg:generic/Wetter%20%C3%BC@1?checksum=${DIGEST}`,
  ],
])('%j', (subject, purl) => {
  expect(purlOf(subject)).toBe(purl);
});
