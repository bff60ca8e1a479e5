import { createPublicKey } from 'node:crypto';
import { isJsonObject, jcs, readJson } from '@toolmark/core';
import { verifyAdvisories } from '@toolmark/core/sign';
import vectors from '../../test/vectors/advisories.json' with { type: 'json' };
import { must, type Target, unlessRefused } from '../target.ts';

const keys = vectors.lists.map(({ publicKey }) =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
);
const seeds = vectors.lists.map(({ list }) => JSON.stringify(list));
const signed = new Set(seeds.map(statementOf));

export const advisories: Target = {
  name: 'advisories',
  promise: 'Accepts only advisory lists whose content was signed.',
  seeds,
  words: ['withdrawn', 'digests', 'critical', 'EdDSA', 'ES256', 'keyId'],
  run(input) {
    const list = unlessRefused(() => verifyAdvisories(input, keys));
    must(list === undefined || signed.has(statementOf(input)), 'Accepted an unsigned list.');
  },
};

function statementOf(list: string | Uint8Array): string {
  const value = readJson(Buffer.from(list));
  if (!isJsonObject(value)) return '';
  const { signature: _, ...statement } = value;
  return jcs(statement);
}
