import { beforeAll, expect, test } from 'vitest';
import {
  createFakeSigstore,
  type FakeSigner,
  type FakeSigstore,
  GITHUB_ISSUER,
  jsonBytes,
  SUBJECT,
} from '../../../../../test/fakes/sigstore.ts';
import { parseTrustedRoot } from './trusted-root.ts';
import { verifyBundle } from './verify-bundle.ts';

let sigstore: FakeSigstore;
let signer: FakeSigner;
const STATEMENT = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'a', digest: { sha256: 'ab' } }],
  predicateType: 'https://x.test/p',
  predicate: { a: 1 },
};

beforeAll(async () => {
  sigstore = await createFakeSigstore();
  signer = await sigstore.issue();
});

test.each(['intoto', 'dsse', 'hashedrekord'] as const)('%s', async log => {
  const bundle = await sigstore.sign(STATEMENT, signer, { log });
  const result = await verifyBundle(
    jsonBytes(bundle),
    {
      type: 'sigstore',
      root: parseTrustedRoot(jsonBytes(sigstore.root)),
      identities: [{ issuer: GITHUB_ISSUER, subject: SUBJECT }],
    },
    { now: sigstore.now },
  );
  expect(result).toMatchObject({ outcome: 'trusted', findings: [] });
});
