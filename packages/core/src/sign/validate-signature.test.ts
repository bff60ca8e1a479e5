import { beforeAll, describe, expect, test } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import { type Issued, issue } from '../../../../test/pki.ts';
import { signDocument } from './sign.ts';
import { parseTrust, type Trust } from './trust.ts';
import { validateSignature } from './verify.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
let ada: Issued;
let signed: string;
let trustAda: Trust;
let trustBob: Trust;

beforeAll(async () => {
  ada = await issue({ name: 'CN=Ada' });
  signed = new TextDecoder().decode(signDocument(sampleDocument(), ada, { now: NOW }));
  trustAda = parseTrust({ pins: [ada.certificate] });
  trustBob = parseTrust({ pins: [(await issue({ name: 'CN=Bob' })).certificate] });
});

const unsigned = () => JSON.stringify(sampleDocument());
const changed = () => signed.replace(/"description":"./, '"description":"!');
const cut = () => signed.replace(/"signature":"[^"]+"/, '"signature":"!"');

describe('the signature of a document that is validated', () => {
  test.each<[what: string, text: () => string, trust: () => Trust | undefined, outcome: string, codes: string[]]>([
    ['changed, without trust', changed, () => undefined, 'invalid', ['error signature.invalid']],
    ['unreadable, without trust', cut, () => undefined, 'malformed', ['error signature.base64']],
    ['changed, with trust', changed, () => trustAda, 'invalid', ['error signature.invalid']],
    ['of a stranger, with trust', () => signed, () => trustBob, 'untrusted', ['error certificate.no-path']],
    ['missing, with trust', unsigned, () => trustAda, 'unsigned', ['error signature.missing']],
    ['missing with the tool, without trust', () => '{"schema_version":"1.1"}', () => undefined, 'unsigned', []],
    ['missing, without trust', unsigned, () => undefined, 'unsigned', []],
    ['present, without trust', () => signed, () => undefined, 'unchecked', ['info signature.unchecked']],
    ['of a trusted signer', () => signed, () => trustAda, 'trusted', []],
  ])('%s', async (_, text, trust, outcome, codes) => {
    const check = await validateSignature(new TextEncoder().encode(text()), { trust: trust(), now: NOW });
    expect([check.outcome, check.findings.map(({ severity, code }) => `${severity} ${code}`)]).toEqual([
      outcome,
      codes,
    ]);
  });
});
