import type { Claims, SigstoreSigner } from '@toolmark/core/attestation';
import { expect, test } from 'vitest';
import { type TrustingRow, trustsSigner } from './trusts-signer.ts';

const ISSUER = 'https://token.actions.githubusercontent.com';
const HOST = 'https://github.com';
const FILE = 'acme/weather/.github/workflows/release.yml';
const JOB: Claims = {
  ...{ repository: `${HOST}/acme/weather`, repositoryId: '1001', ownerId: '2002' },
  buildConfig: `${HOST}/${FILE}@refs/tags/v1`,
};
const ROW: TrustingRow = {
  ...{ namespace: 'com.acme/*', issuer: ISSUER, repository: 'acme/weather', workflow_ref: FILE },
  ...{ repository_id: '1001', owner_id: '2002' },
};

function signer(claims: Claims): SigstoreSigner {
  return { type: 'sigstore', issuer: ISSUER, subject: `${HOST}/${FILE}@refs/tags/v1`, claims };
}

test.each<[title: string, claims: Claims, row?: Partial<TrustingRow>]>([
  ['no claims', {}],
  ['a workflow of another repository that calls this one', { ...JOB, repository: `${HOST}/mallory/x` }],
  ['another case', { ...JOB, repository: `${HOST}/Acme/weather` }],
  ['a suffix', { ...JOB, repository: `${HOST}/acme/weather2` }],
  ['a path below', { ...JOB, repository: `${HOST}/acme/weather/x` }],
  ['a path above', { ...JOB, repository: `${HOST}/x/acme/weather` }],
  ['no scheme', { ...JOB, repository: 'github.com/acme/weather' }],
  ['a host with a user', { ...JOB, repository: 'https://evil@github.com/acme/weather' }],
  ['another repository under the name', { ...JOB, repositoryId: '1002' }],
  ['another owner under the name', { ...JOB, ownerId: '2003' }],
  ['no number of the repository', { ...JOB, repositoryId: '' }],
  ['another workflow', { ...JOB, buildConfig: `${HOST}/acme/weather/.github/workflows/test.yml@refs/tags/v1` }],
  ['another ref than the one that is named', JOB, { workflow_ref: `${FILE}@refs/heads/main` }],
  ['another issuer', JOB, { issuer: 'https://token.other.example' }],
  ['an issuer with a slash', JOB, { issuer: `${ISSUER}/` }],
])('does not trust a signer with %s', (_, claims, row = {}) => {
  expect(trustsSigner({ ...ROW, ...row }, signer(claims))).toBe(false);
});

test('does not trust a signer whose certificate leaves out what is pinned', () => {
  const { repositoryId: _, ...unnumbered } = JOB;
  expect(trustsSigner(ROW, signer(unnumbered))).toBe(false);
  const { buildConfig: __, ...without } = JOB;
  expect(trustsSigner(ROW, signer(without))).toBe(false);
});

test('trusts the workflow of the repository, and any of its numbers before the first exchange', () => {
  expect(trustsSigner(ROW, signer(JOB))).toBe(true);
  expect(trustsSigner({ ...ROW, workflow_ref: null }, signer(JOB))).toBe(true);
  const { repositoryId: _, ownerId: __, ...rest } = JOB;
  expect(trustsSigner({ ...ROW, repository_id: null, owner_id: null }, signer(rest))).toBe(true);
});
