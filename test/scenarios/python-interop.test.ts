import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createVerifier, parseTrust, signDocument } from '@toolmark/core';
import { pythonForm } from '@toolmark/core/json';
import { describe, expect, test } from 'vitest';
import { sampleDocument } from '../document.ts';
import { type Issued, issue, toPem } from '../pki.ts';

const SCRIPT = path.join(import.meta.dirname, 'seed_reference.py');
const NOW = new Date('2026-11-15T12:00:00Z');
const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;

const FORMS = [
  ['etdi-tool', 'tool'],
  ['etdi-document', 'document'],
] as const;
const KEYS = ['rsa-2048', 'rsa-3072', 'ec-p256'] as const;

/** What other readers round, re-order or escape in another way. */
const HARD = [
  '"x"',
  '[1.0, -0.0, 1e-05, 1e16, 1E+22, 0.1, 5e-324, 1.7976931348623157e308]',
  '[123456789012345678901234567890, -9007199254740993, 0, -0]',
  '"\\u00e9\\u2028\\ud83d\\ude00\\u007f\\u0000\\b\\f\\n\\r\\t\\"\\\\/<"',
  '{"\\ufb33": 1, "\\ud83d\\ude00": 2, "a": 3, "A": 4, "__proto__": 5, "": 6}',
  '[true, false, null, [], {}, [[{"b": [1], "a": {}}]]]',
];

describe('the original format in Python', () => {
  if (!hasPython) {
    test.skip('needs python3 with the package "cryptography"', () => {});
    return;
  }

  test.each(FORMS.flatMap(form => KEYS.map(key => [...form, key] as const)))(
    'what we sign as %s (form %s) with %s verifies there, and not once it is changed',
    async (profile, form, key) => {
      const signer = await issue({ name: 'CN=Ada', key });
      const texts = documents().map(bytes => decode(signDocument(bytes, signer, { now: NOW, profile })));
      expect(python({ do: 'verify', form, documents: texts }).valid).toEqual(texts.map(() => true));
      const changed = texts.map(text => text.replace('Searches', 'Deletes!'));
      expect(python({ do: 'verify', form, documents: changed }).valid).toEqual(texts.map(() => false));
    },
  );

  test.each(FORMS.flatMap(form => KEYS.map(key => [...form, key] as const)))(
    'what is signed there verifies here as %s (form %s) with %s',
    async (profile, form, key) => {
      const signer = await issue({ name: 'CN=Ada', key });
      const verifier = createVerifier(parseTrust({ pins: [signer.certificate] }));
      const texts = python({ do: 'sign', form, documents: documents().map(decode), ...pemOf(signer) }).documents ?? [];
      expect(texts).toHaveLength(HARD.length);
      for (const text of texts) {
        expect(await verifier.verify(encode(text), { now: NOW })).toMatchObject({ outcome: 'trusted', profile });
        const changed = encode(text.replace('Searches', 'Deletes!'));
        expect(await verifier.verify(changed, { now: NOW })).toMatchObject({ outcome: 'invalid' });
      }
    },
  );
});

function documents(): Uint8Array[] {
  const text = pythonForm(sampleDocument('1.0'));
  return HARD.map(value => encode(text.replace('"type":"string"', `"type":"string","default":${value}`)));
}

interface Answer {
  readonly documents?: readonly string[];
  readonly valid?: readonly boolean[];
}

function python(request: object): Answer {
  const { status, stdout, stderr } = spawnSync('python3', [SCRIPT], { input: JSON.stringify(request) });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}

function pemOf({ key, certificate }: Issued): { key: string; certificate: string } {
  return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: decode(toPem(certificate)) };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
