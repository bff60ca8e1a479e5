import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSignature, type Scheme } from '@toolmark/core/sign';
import { expect, test } from 'vitest';
import { isEcdsaDer } from '../../packages/core/src/sign/der.ts';
import { describeShared } from '../shared.ts';

interface Group {
  readonly publicKeyDer: string;
  readonly tests: readonly {
    readonly tcId: number;
    readonly comment: string;
    readonly msg: string;
    readonly sig: string;
    readonly result: 'valid' | 'invalid';
  }[];
}

type Ecdsa = Extract<Scheme, { type: 'ecdsa' }>;

const P256: Ecdsa = { type: 'ecdsa', hash: 'sha256', curve: 'prime256v1', encoding: 'der' };
const P384: Ecdsa = { type: 'ecdsa', hash: 'sha384', curve: 'secp384r1', encoding: 'der' };
const PS256: Scheme = { type: 'rsa-pss', hash: 'sha256', saltLength: 32 };

/** Which of our schemes answers each file. ECDSA in DER over SHA-256 is schema 1.0; the others are schema 1.1. */
const FILES: readonly (readonly [file: string, cases: number, use: string, scheme: Scheme])[] = [
  ['ecdsa_secp256r1_sha256_test.json', 484, 'ES256 of schema 1.0', P256],
  ['ecdsa_secp384r1_sha256_test.json', 472, 'ES384 of schema 1.0', { ...P384, hash: 'sha256' }],
  ['ecdsa_secp384r1_sha384_test.json', 504, 'ES384 of schema 1.1 but for the encoding', P384],
  ['ed25519_test.json', 151, 'EdDSA', { type: 'ed25519' }],
  ['rsa_pss_2048_sha256_mgf1_32_test.json', 108, 'PS256, and RS256 of schema 1.0 with the short salt', PS256],
  ['rsa_pss_3072_sha256_mgf1_32_test.json', 108, 'PS256', PS256],
  ['rsa_pss_4096_sha384_mgf1_48_test.json', 141, 'PS384', { type: 'rsa-pss', hash: 'sha384', saltLength: 48 }],
];

/** JOSE writes r and s side by side: the same cases, where they are DER at all, as schema 1.1 has them. */
const AS_JOSE: readonly (readonly [file: string, use: string, scheme: Ecdsa])[] = [
  ['ecdsa_secp256r1_sha256_test.json', 'ES256 of schema 1.1', { ...P256, encoding: 'ieee-p1363' }],
  ['ecdsa_secp384r1_sha384_test.json', 'ES384 of schema 1.1', { ...P384, encoding: 'ieee-p1363' }],
];

describeShared('Wycheproof signatures', 'vectors/public/wycheproof', root => {
  const read = (file: string): readonly Group[] => {
    const content: { readonly testGroups: readonly Group[] } = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
    return content.testGroups;
  };

  test('are 1,968 cases', () => {
    expect(FILES.reduce((sum, [, cases]) => sum + cases, 0)).toBe(1968);
  });

  test.each(FILES)('%s: %d cases, no wrong answer from %s', (file, cases, _, scheme) => {
    const groups = read(file);
    expect(groups.flatMap(({ tests }) => tests)).toHaveLength(cases);
    expect(groups.flatMap(group => findWrongAnswers(group, scheme, signature => signature))).toEqual([]);
  });

  test.each(AS_JOSE)('%s: no wrong answer from %s', (file, _, scheme) => {
    const size = scheme.curve === 'prime256v1' ? 32 : 48;
    const groups = read(file);
    expect(groups.flatMap(group => findWrongAnswers(group, scheme, signature => sideBySide(signature, size)))).toEqual(
      [],
    );
  });
});

/** A signature that cannot be expressed in the scheme's encoding counts as refused. */
function findWrongAnswers(
  { publicKeyDer, tests }: Group,
  scheme: Scheme,
  encode: (signature: Uint8Array) => Uint8Array | undefined,
): string[] {
  const key = createPublicKey({ key: Buffer.from(publicKeyDer, 'hex'), format: 'der', type: 'spki' });
  return tests
    .filter(({ msg, sig, result }) => {
      const signature = encode(Buffer.from(sig, 'hex'));
      const isGood =
        signature !== undefined && checkSignature(scheme, key, new Uint8Array(Buffer.from(msg, 'hex')), signature);
      return isGood !== (result === 'valid');
    })
    .map(({ tcId, comment, result }) => `${tcId} is ${result}: ${comment}`);
}

function sideBySide(signature: Uint8Array, size: number): Uint8Array | undefined {
  if (!isEcdsaDer(signature)) return undefined;
  const start = signature[1] === 0x81 ? 3 : 2;
  const rLength = signature[start + 1] ?? 0;
  const parts = [signature.subarray(start + 2, start + 2 + rLength), signature.subarray(start + 2 + rLength + 2)].map(
    part => (part[0] === 0 ? part.subarray(1) : part),
  );
  if (parts.some(({ length }) => length > size)) return undefined;
  const joined = new Uint8Array(2 * size);
  for (const [i, part] of parts.entries()) joined.set(part, (i + 1) * size - part.length);
  return joined;
}
