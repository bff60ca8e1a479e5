import {
  createVerifier,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  parseRevocations,
  parseTrust,
} from '@toolmark/core';
import { pythonForm, readExactJson } from '@toolmark/core/json';
import vectors from '../../test/vectors/signature.json' with { type: 'json' };
import { must, type Target } from '../target.ts';

const now = new Date(vectors.verification_time);
const encode = (items: readonly string[]): Uint8Array[] => items.map(item => Buffer.from(item));
const verifier = createVerifier(
  parseTrust({
    roots: encode(vectors.trust.roots),
    intermediates: encode(vectors.trust.intermediates),
    crls: encode(vectors.trust.crls),
    revocations: parseRevocations({ version: 1, revoked: vectors.trust.revocations }),
    requireCrl: vectors.trust.require_crl,
  }),
);
const trusted = vectors.cases.filter(({ outcome }) => outcome === 'trusted').map(({ document }) => document);
const signedTools = new Set(trusted.map(document => toolIn(Buffer.from(document))));

export const signatures: Target = {
  name: 'signatures',
  promise: 'Only documents whose tool was signed are trusted.',
  seeds: trusted,
  words: 'signature certificate chain algorithm timestamp RS256 ES256 EdDSA PS256 registry_info'.split(' '),
  async run(input) {
    const { outcome, findings } = await verifier.verify(input, { now });
    must(
      findings.every(({ code }) => code !== 'signature.unexpected'),
      `The check failed: ${JSON.stringify(findings)}`,
    );
    must(outcome !== 'trusted' || signedTools.has(toolIn(input)), 'A tool that was not signed is trusted.');
  },
};

/** The tool without its signature block, which not all profiles cover. */
function toolIn(document: Uint8Array): string {
  const value = readExactJson(document) as Json;
  const tool = isJsonObject(value) ? member(value, 'tool') : undefined;
  const { signature: _, ...rest } = tool as JsonObject;
  return pythonForm(rest);
}
