import type { JsonObject } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { formatAttestations } from './attestation-text.ts';

function entryWith(attestations: unknown) {
  return { server: {}, _meta: { 'dev.toolmark/registry': { attestations } } as JsonObject };
}

describe('attestations of an entry', () => {
  test.each<[title: string, signer: unknown, shown: string]>([
    ['a certificate', { kind: 'certificate', subject: 'CN=ada' }, 'CN=ada'],
    ['a key', { kind: 'key', publicKeyDigest: 'sha256:1' }, 'key sha256:1'],
    [
      'an identity',
      { kind: 'identity', issuer: 'https://ci.example', subject: 'repo:a/b' },
      'repo:a/b (https://ci.example)',
    ],
    ['no signer', undefined, 'unknown'],
    ['a signer of another kind', { kind: 'new' }, 'unknown'],
    ['a subject that is not text', { kind: 'identity', subject: { a: 1 } }, 'unknown'],
    [
      'a subject that could steer a terminal',
      { kind: 'identity', subject: '\u001b[2Ja\u202eb' },
      '\\u{1b}[2Ja\\u{202e}b',
    ],
  ])('%s', (_, signer, shown) => {
    const facts = { signer, outcome: 'trusted', surfaceDigest: 'sha256:2', digest: 'sha256:3' };
    const [, row] = formatAttestations(entryWith([facts])).split('\n');
    expect(row).toBe(`  trusted  sha256:2  sha256:3  ${shown}`);
  });

  test.each([
    ['another registry', { server: {}, _meta: {} }],
    ['none', entryWith([])],
    ['no list', entryWith('x')],
  ])('%s', (_, entry) => {
    expect(formatAttestations(entry)).toBe('');
  });
});
