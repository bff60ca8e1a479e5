import { describe, expect, test } from 'vitest';
import { apiAddress, parseImage } from './image-reference.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

describe('an image name is refused', () => {
  test.each<[string, string]>([
    ['empty', ''],
    ['an option', '--privileged'],
    ['with an option after a space', 'alpine --privileged'],
    ['with a line break', 'alpine\nx'],
    ['with two digests', `alpine@${DIGEST}@${DIGEST}`],
    ['with an empty digest', 'alpine@'],
    ['with a short digest', 'alpine@sha256:aa'],
    ['with a digest in upper case', `alpine@sha256:${'A'.repeat(64)}`],
    ['with another kind of digest', `alpine@md5:${'a'.repeat(32)}`],
    ['with an empty tag', 'alpine:'],
    ['with a tag that is a path', 'alpine:../../x'],
    ['with a part that leaves its folder', 'ghcr.io/a/../b'],
    ['with an empty part', 'ghcr.io//a'],
    ['without a repository', 'ghcr.io/'],
    ['a path', '/alpine'],
    ['an address', 'https://ghcr.io/a/b'],
    ['with a password', 'user:secret@ghcr.io/a'],
    ['with a port that is not a number', 'ghcr.io:http/a'],
    ['in upper case', 'Alpine'],
    ['with look-alike letters', 'аlpine'],
    ['with a query', 'ghcr.io/a?b'],
    ['with an escape', 'ghcr.io/a%2fb'],
    ['too long', `ghcr.io/${'a/'.repeat(300)}a`],
  ])('%s', (_, text) => {
    expect(() => parseImage(text)).toThrow(expect.objectContaining({ code: 'oci.bad-image' }));
  });
});

describe('an image name is read with the defaults of docker', () => {
  test.each<[string, string, object]>([
    ['alpine', 'docker.io/library/alpine', { tag: 'latest' }],
    ['alpine:3', 'docker.io/library/alpine', { tag: '3' }],
    ['mcp/fetch', 'docker.io/mcp/fetch', { tag: 'latest' }],
    ['docker.io/alpine', 'docker.io/library/alpine', { tag: 'latest' }],
    ['index.docker.io/mcp/fetch:1', 'docker.io/mcp/fetch', { tag: '1' }],
    ['ghcr.io/a/b/c', 'ghcr.io/a/b/c', { tag: 'latest' }],
    ['GHCR.io/a', 'ghcr.io/a', { tag: 'latest' }],
    ['localhost/a', 'localhost/a', { tag: 'latest' }],
    ['localhost:5000/a:b', 'localhost:5000/a', { tag: 'b' }],
    ['[::1]:5000/a', '[::1]:5000/a', { tag: 'latest' }],
    [`alpine@${DIGEST}`, 'docker.io/library/alpine', { digest: DIGEST }],
    [`ghcr.io/a:1@${DIGEST}`, 'ghcr.io/a', { tag: '1', digest: DIGEST }],
  ])('%s', (text, name, rest) => {
    const { registry: _, repository: __, ...read } = parseImage(text);
    expect(read).toEqual({ name, ...rest });
  });
});

test.each([
  ['alpine', 'https://registry-1.docker.io/v2/library/alpine/'],
  ['ghcr.io/a/b', 'https://ghcr.io/v2/a/b/'],
  ['ghcr.io:5000/a', 'https://ghcr.io:5000/v2/a/'],
  ['127.0.0.1.evil.example/a', 'https://127.0.0.1.evil.example/v2/a/'],
  ['localhost.evil.example/a', 'https://localhost.evil.example/v2/a/'],
  ['localhost:5000/a', 'http://localhost:5000/v2/a/'],
  ['127.0.0.1:5000/a', 'http://127.0.0.1:5000/v2/a/'],
  ['[::1]:5000/a', 'http://[::1]:5000/v2/a/'],
])('the API of %s is at %s', (image, address) => {
  expect(apiAddress(parseImage(image)).href).toBe(address);
});
