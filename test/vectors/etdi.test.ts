import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createVerifier, parseTrust } from '@toolmark/core';
import type { Outcome, Verifier } from '@toolmark/core/sign';
import { describe, expect, test } from 'vitest';
import { parseCertificate } from '../../packages/core/src/sign/certificate.ts';
import { judgeSigner } from '../../packages/core/src/sign/judge-signer.ts';
import { parseCertificates } from '../../packages/core/src/sign/trust.ts';
import { describeShared } from '../shared.ts';

interface Case {
  readonly file: string;
  readonly form: 'whole-document' | 'tool-only';
  readonly expect: 'valid' | 'invalid';
  readonly should?: 'valid' | 'invalid';
  readonly basis?: 'crypto' | 'policy' | 'trust' | 'uncovered' | 'form';
  readonly why: string;
}

interface Index {
  readonly trust: { readonly roots: string[]; readonly intermediates: string[]; readonly crls: string[] };
  readonly verification_time: string;
  readonly cases: readonly Case[];
}

interface Chain {
  readonly id: string;
  readonly leaf: string;
  readonly intermediates: readonly string[];
  readonly roots: readonly string[];
  readonly crls: readonly string[];
  readonly at: string;
  readonly expect: 'accept' | 'reject';
  readonly why: string;
}

/** Where the design is more exact than the columns (README of the shared data). */
const EXCEPTIONS: Readonly<Record<string, readonly [outcome: Outcome, profile?: string]>> = {
  '004': ['malformed'],
  '112': ['trusted', 'etdi-tool'],
  '113': ['trusted', 'etdi-tool'],
  '162': ['trusted', 'etdi-document'],
  '165': ['trusted', 'etdi-tool'],
  '167': ['trusted', 'etdi-document'],
};

/** The exact code for each tampered document that is refused for a reason other than its bytes. */
const CODES: Readonly<Record<string, string>> = {
  '004': 'json.lone-surrogate',
  '121': 'signature.base64',
  '122': 'signature.base64',
  '126': 'certificate.trailing-bytes',
  '128': 'certificate.no-path',
  '129': 'certificate.no-path',
  '133': 'certificate.extended-key-usage',
  '134': 'certificate.weak-key',
  '137': 'json.duplicate-key',
  '138': 'json.duplicate-key',
  '144': 'json.lone-surrogate',
};

const PROFILES = { 'whole-document': 'etdi-document', 'tool-only': 'etdi-tool' } as const;

describeShared('[sign.original-paths] documents of the original format', 'vectors/toolmark/etdi', root => {
  const read = (file: string): Uint8Array => readFileSync(path.join(root, file));
  const index: Index = JSON.parse(readFileSync(path.join(root, 'index.json'), 'utf8'));
  const now = new Date(index.verification_time);
  const { roots, intermediates, crls } = index.trust;
  const trust = parseTrust({
    roots: roots.map(read),
    intermediates: intermediates.map(read),
    crls: crls.map(read),
    requireCrl: true,
  });
  const verifier: Verifier = createVerifier(trust);

  test('the vectors are all there', () => {
    expect(index.cases).toHaveLength(44);
  });

  test.each(index.cases.map(vector => [vector.file, vector] as const))(
    '%s is judged as designed',
    async (_, vector) => {
      const result = await verifier.verify(read(vector.file), { now });
      const id = vector.file.slice(0, 3);
      const [outcome, profile] = EXCEPTIONS[id] ?? expectedFor(vector);
      expect(outcome).toEqual(expect.anything());
      expect([outcome].flat()).toContain(result.outcome);
      if (profile !== undefined) expect(result.profile).toBe(profile);
      if (CODES[id] !== undefined) expect(result.findings.map(({ code }) => code)).toEqual([CODES[id]]);
      if (result.profile !== undefined) expect(result.uncovered).toEqual(uncoveredBy(vector, result.profile));
      else expect(result.uncovered).toEqual(['']);
      expect(await verifier.verify(read(vector.file), { now })).toEqual(result);
    },
  );

  test('without trust, what verifies is untrusted', async () => {
    const stranger = createVerifier(parseTrust({}));
    const results = await Promise.all(index.cases.map(({ file }) => stranger.verify(read(file), { now })));
    expect(results.filter(({ outcome }) => outcome === 'trusted')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'untrusted')).toHaveLength(27);
  });

  test('none of them is accepted when the whole document must be covered', async () => {
    const results = await Promise.all(
      index.cases.map(({ file }) => verifier.verify(read(file), { now, require: 'toolmark' })),
    );
    expect(results.filter(({ outcome }) => outcome === 'trusted')).toEqual([]);
  });

  describe('certificate paths', () => {
    const chains: { readonly cases: readonly Chain[] } = JSON.parse(
      readFileSync(path.join(root, 'chains.json'), 'utf8'),
    );

    test('are all there', () => {
      expect(chains.cases).toHaveLength(7);
    });

    test.each(chains.cases.map(chain => [chain.id, chain] as const))(
      '%s is judged as the vectors say',
      async (_, chain) => {
        const bytes = (items: readonly string[]): Uint8Array[] => items.map(item => new TextEncoder().encode(item));
        const [leaf] = bytes([chain.leaf]).flatMap(parseCertificates);
        const standing = await judgeSigner(
          { leaf: parseCertificate(leaf?.der ?? new Uint8Array()), chain: [], isCovered: false },
          parseTrust({
            roots: bytes(chain.roots),
            intermediates: bytes(chain.intermediates),
            crls: bytes(chain.crls),
          }),
          new Date(chain.at),
        );
        expect(standing.type).toBe(chain.expect === 'accept' ? 'vouched' : 'refused');
        if (standing.type === 'refused')
          expect(standing.findings.map(({ code }) => code)).toEqual([CHAIN_CODES[chain.id]]);
      },
    );
  });
});

const CHAIN_CODES: Readonly<Record<string, string>> = {
  'missing-intermediate': 'certificate.no-path',
  'expired-leaf': 'certificate.expired',
  'revoked-leaf': 'revocation.revoked',
  'pathlen-exceeded': 'certificate.path-length',
  'wrong-key-usage': 'certificate.key-usage',
  'sha1-signed-leaf': 'certificate.weak-hash',
};

function expectedFor({ expect: seed, should, basis, form }: Case): readonly [Outcome | readonly Outcome[], string?] {
  if ((should ?? seed) === 'valid') return ['trusted', PROFILES[form]];
  if (basis === 'trust') return ['untrusted'];
  return basis === 'policy' ? [['invalid', 'malformed', 'untrusted']] : [['invalid', 'malformed']];
}

function uncoveredBy({ file }: Case, profile: string): string[] {
  const block = ['algorithm', 'certificate', 'timestamp'].map(name => `/tool/signature/${name}`);
  if (profile === 'etdi-tool') return ['/schema_version', ...block];
  return file.startsWith('162') ? ['/registry_info', ...block] : block;
}
