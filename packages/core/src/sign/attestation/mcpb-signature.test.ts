import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { joined, mcpbFile, mcpbManifest, pkcs7, signMcpb, withBlock } from '../../../../../test/fakes/mcpb-file.ts';
import { type Issued, issue, issueAuthority, toPem } from '../../../../../test/pki.ts';
import { temporaryFolder } from '../../../../../test/temporary-folder.ts';
import { sha256 } from '../../base/index.ts';
import { parseTrust } from '../trust.ts';
import { type McpbVerdict, verifyMcpbSignature } from './mcpb-signature.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const FILE = mcpbFile({ 'manifest.json': mcpbManifest(), 'server/index.js': '1' });
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

let root: Issued;
let ada: Issued;
let other: Issued;

beforeAll(async () => {
  root = await issueAuthority({ name: 'CN=Root' });
  ada = await issue({ name: 'CN=Ada', issuer: root });
  other = await issue({ name: 'CN=Mallory', issuer: root });
});

const check = (file: Uint8Array): Promise<McpbVerdict> => verifyMcpbSignature(file, { now: NOW });

describe('a signature is refused', () => {
  test.each<[string, () => Uint8Array, RegExp]>([
    ['over other bytes', () => signMcpb(FILE, ada, { content: mcpbFile({ a: 'b' }) }), /changed after/],
    [
      'with one more byte before it',
      () => withBlock(joined(FILE, Uint8Array.of(0)), pkcs7(FILE, ada)),
      /changed after/,
    ],
    ['made with another key', () => signMcpb(FILE, ada, { key: other }), /not made with the key/],
    ['of two signers', () => signMcpb(FILE, ada, { signers: 2 }), /one signer/],
    ['of no signer', () => signMcpb(FILE, ada, { signers: 0 }), /one signer/],
    [
      'without the certificate of its signer',
      () => signMcpb(FILE, ada, { certificates: [other] }),
      /certificate of its signer/,
    ],
    ['without any certificate', () => signMcpb(FILE, ada, { certificates: [] }), /certificate of its signer/],
    ['that is empty', () => withBlock(FILE, new Uint8Array()), /PKCS#7/],
    ['that is not DER', () => withBlock(FILE, new TextEncoder().encode('signed by Ada')), /PKCS#7/],
    ['followed by bytes in its block', () => withBlock(FILE, joined(pkcs7(FILE, ada), Uint8Array.of(0))), /PKCS#7/],
    ['cut short', () => withBlock(FILE, pkcs7(FILE, ada).subarray(0, -1)), /PKCS#7/],
    ['with another length', () => withBlock(FILE, pkcs7(FILE, ada), 7), /stated length/],
    ['with a length beyond the file', () => withBlock(FILE, pkcs7(FILE, ada), 0xffffffff), /stated length/],
    ['with a footer only', () => joined(FILE, new TextEncoder().encode('MCPB_SIG_END')), /stated length/],
    ['with a footer as the whole file', () => new TextEncoder().encode('MCPB_SIG_END'), /stated length/],
  ])('%s', async (_, file, reason) => {
    expect(await check(file())).toEqual({ outcome: 'invalid', reason: expect.stringMatching(reason) });
  });

  test('by a key that is too short', async () => {
    const weak = await issue({ name: 'CN=Ada', key: 'rsa-1024' });
    expect(await check(signMcpb(FILE, weak))).toMatchObject({
      outcome: 'invalid',
      reason: expect.stringContaining('weak'),
    });
  });

  // PKCS#7 does not sign the certificate. A changed one has another fingerprint, and no path to an anchor.
  test('with any bit changed in the block, or its signer is another one that is not trusted', async () => {
    const signed = signMcpb(FILE, ada);
    const trust = parseTrust({ roots: [root.certificate] });
    for (let at = FILE.length; at < signed.length - 'MCPB_SIG_END'.length; at++) {
      const changed = Uint8Array.from(signed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const verdict = await verifyMcpbSignature(changed, { now: NOW, trust });
      if (verdict.outcome === 'invalid') continue;
      const isAda = verdict.outcome === 'signed' && verdict.signer.fingerprint === sha256(ada.certificate);
      expect(verdict).toMatchObject({ outcome: 'signed', signer: { trusted: isAda } });
    }
  });

  test('with any bit changed in the bundle', async () => {
    const signed = signMcpb(FILE, ada);
    for (let at = 0; at < FILE.length; at += 7) {
      const changed = Uint8Array.from(signed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await check(changed)).toMatchObject({ outcome: 'invalid' });
    }
  });
});

describe('a signature holds', () => {
  test.each(['ec-p256', 'ec-p384', 'rsa-2048', 'rsa-3072'] as const)('by a key of type %s', async key => {
    const signer = await issue({ name: 'CN=Ada', key });
    expect(await check(signMcpb(FILE, signer))).toEqual({
      outcome: 'signed',
      content: FILE,
      signer: { subject: 'CN=Ada', fingerprint: sha256(signer.certificate), trusted: false },
    });
  });

  test('although the certificates contain the text of the header', async () => {
    const named = await issue({ name: 'CN=MCPB_SIG_V1' });
    expect(await check(signMcpb(FILE, named))).toMatchObject({ outcome: 'signed', content: FILE });
  });
});

describe('the signer is trusted', () => {
  const judge = async (file: Uint8Array, roots: readonly Issued[]): Promise<boolean | undefined> => {
    const trust = parseTrust({ roots: roots.map(({ certificate }) => certificate) });
    const verdict = await verifyMcpbSignature(file, { now: NOW, trust });
    return verdict.outcome === 'signed' ? verdict.signer.trusted : undefined;
  };

  test('with a path to an anchor', async () => {
    const middle = await issueAuthority({ name: 'CN=Middle', issuer: root });
    const leaf = await issue({ name: 'CN=Leaf', issuer: middle });
    expect(await judge(signMcpb(FILE, leaf, { certificates: [leaf, middle] }), [root])).toBe(true);
    expect(await judge(signMcpb(FILE, leaf), [root])).toBe(false);
  });

  test('not with another anchor, and not after the certificate expired', async () => {
    const stranger = await issueAuthority({ name: 'CN=Root' });
    const expired = await issue({ name: 'CN=Ada', issuer: root, notAfter: '2026-02-01T00:00:00Z' });
    expect(await judge(signMcpb(FILE, ada), [stranger])).toBe(false);
    expect(await judge(signMcpb(FILE, expired), [root])).toBe(false);
  });
});

describe('without a signature block', () => {
  test.each<[string, Uint8Array]>([
    ['a bundle', FILE],
    ['an empty file', new Uint8Array()],
    ['a bundle that mentions the footer', mcpbFile({ 'a.js': 'MCPB_SIG_END and more' })],
  ])('%s is unsigned', async (_, file) => {
    expect(await check(file)).toEqual({ outcome: 'unsigned', content: file });
  });
});

test.skipIf(!hasOpenssl)('a signature by openssl holds (needs openssl)', async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => path.join(folder, name);
  writeFileSync(at('bundle.zip'), FILE);
  writeFileSync(at('ada.pem'), toPem(ada.certificate));
  writeFileSync(at('ada.key'), ada.key.export({ type: 'pkcs8', format: 'pem' }));
  const { status, stderr } = spawnSync('openssl', [
    ...['cms', '-sign', '-binary', '-nosmimecap', '-md', 'sha256', '-outform', 'DER'],
    ...['-in', at('bundle.zip'), '-signer', at('ada.pem'), '-inkey', at('ada.key'), '-out', at('signature.der')],
  ]);
  expect(`${status} ${stderr}`).toBe('0 ');
  expect(await check(withBlock(FILE, readFileSync(at('signature.der'))))).toMatchObject({ outcome: 'signed' });
});
