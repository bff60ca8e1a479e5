import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../base/index.ts';
import { remoteAddress } from './remote-address.ts';

describe('the address of a remote server', () => {
  test.each([
    ['https://Example.COM/mcp', 'https://example.com/mcp'],
    ['https://example.com.:443/mcp', 'https://example.com/mcp'],
    ['http://example.com:80', 'http://example.com/'],
    ['https://example.com:8443/mcp', 'https://example.com:8443/mcp'],
    ['https://user:password@example.com/mcp?token=abc#part', 'https://example.com/mcp'],
    ['https://example.com/a/../%6Dcp', 'https://example.com/mcp'],
    ['https://example.com/%2e%2E/mcp', 'https://example.com/mcp'],
    ['https://example.com/a%2fb', 'https://example.com/a%2Fb'],
    ['https://bücher.example/mcp', 'https://xn--bcher-kva.example/mcp'],
    ['https://example。com/mcp', 'https://example.com/mcp'],
    ['http://0x7f.1/mcp', 'http://127.0.0.1/mcp'],
    ['http://2130706433/mcp', 'http://127.0.0.1/mcp'],
    ['http://127.0.0.1./mcp', 'http://127.0.0.1/mcp'],
    ['http://[0:0::1]:8080/', 'http://[::1]:8080/'],
    ['\thttps://example.com\\mcp', 'https://example.com/mcp'],
  ])('of %j is %s', (url, text) => {
    expect(remoteAddress(url)?.text).toBe(text);
  });

  test.each([
    ['https://example.com/mcp', 'https://example.com/mcp/'],
    ['https://example.com/mcp', 'https://example.com/MCP'],
    ['https://example.com/mcp', 'http://example.com/mcp'],
    ['https://example.com/mcp', 'https://example.com:8443/mcp'],
    ['https://example.com/mcp', 'https://examp1e.com/mcp'],
    ['https://example.com/mcp', 'https://ехample.com/mcp'],
  ])('differs between %s and %s', (one, other) => {
    expect(remoteAddress(one)?.text).not.toBe(remoteAddress(other)?.text);
  });

  test.each(['', 'example.com', 'ftp://example.com/', 'file:///etc/passwd', 'https://', 'https://a..', 'https://a b/'])(
    'is absent in %j',
    url => {
      expect(remoteAddress(url)).toBeUndefined();
    },
  );

  test.each(['9f8e7d6c5b4a39281706', 'NzE2YjU3NDk6ZDQ4', 'sk-abcdefghijklmnopqrstuvwxyzabcdef'])(
    'holds the digest of %s in a path instead of the text',
    secret => {
      expect(remoteAddress(`https://example.com/s/${secret}/mcp`)?.text).toBe(
        `https://example.com/s/${sha256(secret)}/mcp`,
      );
    },
  );

  test('is its own address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), url => {
        const text = remoteAddress(url)?.text ?? '';
        expect(remoteAddress(text)?.text).toBe(text);
        expect(text).not.toMatch(/[?#]/);
      }),
    );
  });
});
