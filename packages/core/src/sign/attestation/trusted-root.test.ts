import { beforeAll, expect, test } from 'vitest';
import { createFakeSigstore, jsonBytes, type Message } from '../../../../../test/fakes/sigstore.ts';
import { parseTrustedRoot } from './trusted-root.ts';

let valid: Message;

beforeAll(async () => {
  valid = (await createFakeSigstore()).root;
});

function codeOf(bytes: Uint8Array): string {
  try {
    parseTrustedRoot(bytes);
    return 'read';
  } catch (error) {
    return String((error as { code: unknown }).code);
  }
}

test.each<[string, (root: Message) => unknown, string]>([
  ['without a media type', root => delete root.mediaType, 'trusted-root.malformed'],
  ['of another media type', root => (root.mediaType += '2'), 'trusted-root.malformed'],
  ['with an unknown member', root => (root.extra = []), 'trusted-root.malformed'],
  ['with an unknown member of a log', root => (root.tlogs[0].extra = 1), 'trusted-root.malformed'],
  [
    'with an unknown member of an authority',
    root => (root.timestampAuthorities[0].extra = 1),
    'trusted-root.malformed',
  ],
  ['with a log without a start', root => delete root.tlogs[0].publicKey.validFor.start, 'trusted-root.malformed'],
  ['with a log without a span', root => delete root.ctlogs[0].publicKey.validFor, 'trusted-root.malformed'],
  [
    'with an authority without a start',
    root => (root.certificateAuthorities[0].validFor = {}),
    'trusted-root.malformed',
  ],
  [
    'with a time without a zone',
    root => (root.tlogs[0].publicKey.validFor.start = '2026-01-01T00:00:00'),
    'trusted-root.malformed',
  ],
  ['with a log at no address', root => (root.tlogs[0].baseUrl = ''), 'trusted-root.malformed'],
  ['with a log at a regular expression', root => (root.tlogs[0].baseUrl = 'https://(a+)+$'), 'trusted-root.malformed'],
  ['with a log of another hash', root => (root.tlogs[0].hashAlgorithm = 'SHA2_512'), 'trusted-root.malformed'],
  ['with a key of an unknown kind', root => (root.tlogs[0].publicKey.keyDetails = 'X'), 'trusted-root.malformed'],
  ['with bytes that are not a key', root => (root.tlogs[0].publicKey.rawBytes = 'AAAA'), 'trusted-root.malformed'],
  ['with junk in base64', root => (root.tlogs[0].logId.keyId += '\n'), 'trusted-root.malformed'],
  [
    'with bytes that are not a certificate',
    root => (root.certificateAuthorities[0].certChain.certificates[0].rawBytes = 'MAA='),
    'certificate.malformed',
  ],
  [
    'with a chain that does not end',
    root => root.timestampAuthorities[0].certChain.certificates.pop(),
    'trusted-root.malformed',
  ],
  [
    'with an empty chain',
    root => (root.certificateAuthorities[0].certChain.certificates = []),
    'trusted-root.malformed',
  ],
  [
    'of version 0.2 with operators',
    root => {
      root.mediaType = 'application/vnd.dev.sigstore.trustedroot.v0.2+json';
      root.tlogs[0].operator = 'log.example.test';
    },
    'read',
  ],
  [
    'with no lists at all',
    root => {
      for (const list of ['tlogs', 'ctlogs', 'certificateAuthorities', 'timestampAuthorities']) delete root[list];
    },
    'read',
  ],
])('a trusted root %s', (_, change, expected) => {
  const copy = structuredClone(valid);
  change(copy);
  expect(codeOf(jsonBytes(copy))).toBe(expected);
});

test.each([
  ['empty', ''],
  ['cut short', '{"mediaType":'],
  ['with a member twice', '{"tlogs":[],"tlogs":[]}'],
  ['deeply nested', '['.repeat(1000)],
])('a trusted root that is %s is refused by the JSON reader', (_, text) => {
  expect(codeOf(new TextEncoder().encode(text))).toMatch(/^json\./);
});
