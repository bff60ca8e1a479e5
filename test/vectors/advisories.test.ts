import { createPublicKey } from 'node:crypto';
import { type Digest, jcs } from '@toolmark/core';
import { findAdvisory, verifyAdvisories } from '@toolmark/core/sign';
import { describe, expect, test } from 'vitest';
import vectors from './advisories.json' with { type: 'json' };

describe('test/vectors/advisories.json', () => {
  test.each(vectors.lists.map(row => [row.list.signature.alg, row] as const))('%s', (_, row) => {
    const key = createPublicKey({ key: Buffer.from(row.publicKey, 'base64'), format: 'der', type: 'spki' });
    const list = verifyAdvisories(new TextEncoder().encode(JSON.stringify(row.list)), [key]);
    expect(findAdvisory(list, vectors.denied as Digest)?.id).toBe('TMA-2026-0007');
    expect(findAdvisory(list, vectors.passes as Digest)).toBeUndefined();
  });

  test.each(vectors.lists)('the signed text is that of the list without its signature, under its context', row => {
    const { signature: _, ...list } = JSON.parse(JSON.stringify(row.list));
    expect(jcs({ context: 'toolmark/advisories@1', list })).toBe(row.signedText);
  });
});
