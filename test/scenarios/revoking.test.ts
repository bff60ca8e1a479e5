import { spawnSync } from 'node:child_process';
import { createPrivateKey, webcrypto } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseCertificates, parseRevocations } from '@toolmark/core';
import { REVOCATION_REASONS } from '@toolmark/core/sign';
import { beforeAll, describe, expect, test } from 'vitest';
import { KEY_TYPES, type KeyType } from '../../packages/cli/src/sources/issue-certificate.ts';
import { sampleDocument } from '../document.ts';
import { ecdsaTwin, issue, issueAuthority, issueCrl, toPem } from '../pki.ts';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** When the commands run. OpenSSL is asked about the same time. */
const NOW = new Date('2026-11-15T12:00:00Z');

let folder: string;

beforeAll(() => {
  folder = temporaryFolder();
});

async function toolmark(args: string, now = NOW): Promise<string> {
  const { exit, stdout, stderr } = await runToolmark(args.split(' '), { cwd: folder, now });
  if (exit === 2) throw new Error(stdout + stderr);
  return stdout;
}

/** The outcome of verifying a file, and the codes of what was found. */
async function verify(args: string, now = NOW): Promise<string[]> {
  const { outcome, findings } = JSON.parse(await toolmark(`verify ${args} --format json`, now));
  return [outcome, ...findings.map(({ code }: { code: string }) => code)];
}

function write(file: string, content: string | Uint8Array): void {
  writeFileSync(path.join(folder, file), content);
}

function read(file: string): Buffer {
  return readFileSync(path.join(folder, file));
}

async function makeSigner(name: string, authority: string): Promise<void> {
  const issuer = `--issuer ${authority}/certificate.pem --issuer-key ${authority}/key.pem`;
  await toolmark(`keygen --subject ${name} ${issuer} --out ${name}`);
  write(`${name}.json`, JSON.stringify(sampleDocument()));
  await toolmark(`sign ${name}.json --key ${name}/key.pem --cert ${name}/certificate.pem`);
}

function revoke(name: string, authority: string, reason: string, crl: string): Promise<string> {
  const issuer = `--issuer ${authority}/certificate.pem --issuer-key ${authority}/key.pem`;
  return toolmark(`revoke ${name}/certificate.pem --list ${crl}.json --reason ${reason} --crl ${crl} ${issuer}`);
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

function openssl(args: string): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync('openssl', args.split(' '), { cwd: folder, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

const OPENSSL_REASONS: Readonly<Record<string, string>> = {
  'key-compromise': 'Key Compromise',
  'ca-compromise': 'CA Compromise',
  'affiliation-changed': 'Affiliation Changed',
  superseded: 'Superseded',
  'cessation-of-operation': 'Cessation Of Operation',
  'privilege-withdrawn': 'Privilege Withdrawn',
};

describe.each([...KEY_TYPES])('a CRL of an authority with %s', (type: KeyType) => {
  const authority = `root-${type}`;
  const [bad, good] = [`bad-${type}`, `good-${type}`];

  beforeAll(async () => {
    await toolmark(`keygen --ca --type ${type} --subject ${authority} --out ${authority}`);
    await makeSigner(bad, authority);
    await makeSigner(good, authority);
  });

  test.each([...REVOCATION_REASONS])('for the reason %s is read by verify, and revokes', async reason => {
    const crl = `${type}-${reason}.crl`;
    await revoke(bad, authority, reason, crl);
    const trust = `--trust ${authority}/certificate.pem --crl ${crl} --require-crl`;
    expect(await verify(`${bad}.json ${trust}`)).toEqual(['revoked', 'revocation.revoked']);
    expect(await verify(`${good}.json ${trust}`)).toEqual(['trusted']);
    expect(await verify(`${bad}.json --trust ${authority}/certificate.pem --revoked ${crl}.json`)).toEqual([
      'revoked',
      'revocation.revoked',
    ]);
  });

  test('keeps its entries and their reasons when it is extended', async () => {
    const crl = `${type}-extended.crl`;
    await revoke(bad, authority, 'unspecified', crl);
    await revoke(good, authority, 'privilege-withdrawn', crl);
    await revoke(bad, authority, 'superseded', crl);
    const trust = `--trust ${authority}/certificate.pem --crl ${crl} --require-crl`;
    for (const name of [bad, good])
      expect(await verify(`${name}.json ${trust}`)).toEqual(['revoked', 'revocation.revoked']);
  });

  test.skipIf(!hasOpenssl)('is read in the same way by openssl, for every reason (needs openssl)', async () => {
    const anchor = `-CAfile ${authority}/certificate.pem`;
    for (const reason of REVOCATION_REASONS) {
      const crl = `openssl-${type}-${reason}.crl`;
      await revoke(bad, authority, reason, crl);
      const shown = openssl(`crl -in ${crl} -noout -text ${anchor}`);
      expect([reason, shown.status, shown.text.includes('verify OK')]).toEqual([reason, 0, true]);
      const [, named] = /X509v3 CRL Reason Code: *\n *(.+)/.exec(shown.text) ?? [];
      expect([reason, named]).toEqual([reason, OPENSSL_REASONS[reason]]);
      const check = `verify -crl_check -attime ${NOW.getTime() / 1000} ${anchor} -CRLfile ${crl}`;
      const revoked = openssl(`${check} ${bad}/certificate.pem`);
      expect([reason, revoked.status === 0, revoked.text.includes('certificate revoked')]).toEqual([
        reason,
        false,
        true,
      ]);
      expect([reason, openssl(`${check} ${good}/certificate.pem`).text]).toEqual([
        reason,
        `${good}/certificate.pem: OK\n`,
      ]);
    }
  });
});

describe('revoke', () => {
  test('names issuer and serial number, signed bytes and key, so that a twin of the certificate stays revoked', async () => {
    const root = await issueAuthority({ name: 'CN=Root' });
    const leaf = await issue({ name: 'CN=Ada', issuer: root });
    write('ada.pem', toPem(leaf.certificate));
    write('twin.pem', toPem(ecdsaTwin(leaf.certificate, 'ec-p256')));
    await toolmark('revoke ada.pem --list default.json');
    const [entry] = parseRevocations(read('default.json'));
    const [certificate] = parseCertificates(read('ada.pem'));
    expect(entry).toEqual({
      certificate: certificate?.fingerprint,
      tbsCertificate: certificate?.tbsDigest,
      issuer: certificate?.issuerDigest,
      serialNumber: leaf.serialNumber,
      publicKey: certificate?.publicKeyDigest,
      reason: 'unspecified',
      time: '2026-11-15T12:00:00Z',
    });
    expect(await toolmark('revoke ada.pem twin.pem --list default.json')).toBe('default.json: 0 added, 1 in all\n');
    await toolmark('revoke ada.pem --list kept.json --keep-key');
    expect(parseRevocations(read('kept.json'))[0]?.publicKey).toBeUndefined();
    await toolmark('revoke ada.pem --list key.json --whole-key');
    expect(Object.keys(parseRevocations(read('key.json'))[0] ?? {})).toEqual(['publicKey', 'reason', 'time']);
    await expect(toolmark('revoke ada.pem --list both.json --whole-key --keep-key')).rejects.toThrow('usage.key');
  });

  test('extends a CRL of the first release, which verify refuses', async () => {
    await toolmark('keygen --ca --subject old-root --out old-root');
    await makeSigner('old-bad', 'old-root');
    await makeSigner('new-bad', 'old-root');
    await revoke('old-bad', 'old-root', 'unspecified', 'now.crl');
    // The first release wrote an empty list of extensions where there was no reason; the test library still does.
    const pkcs8 = createPrivateKey(read('old-root/key.pem')).export({ type: 'pkcs8', format: 'der' });
    const privateKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
    const [certificate] = parseCertificates(read('old-bad/certificate.pem'));
    const authority = { name: 'CN=old-root', keys: { privateKey }, algorithm: 'ed25519' } as const;
    const old = await issueCrl(authority, { revoked: [{ serialNumber: certificate?.serialNumber ?? '' }], reason: 0 });
    write('old.crl', toPem(old, 'X509 CRL'));
    const trust = '--trust old-root/certificate.pem --crl old.crl';
    await expect(verify(`old-bad.json ${trust}`)).rejects.toThrow('revocation.crl-malformed');
    await revoke('new-bad', 'old-root', 'superseded', 'old.crl');
    for (const name of ['old-bad', 'new-bad']) {
      expect(await verify(`${name}.json ${trust}`)).toEqual(['revoked', 'revocation.revoked']);
    }
  });

  test('refuses to write a CRL about a certificate that an authority of the same name issued with another key', async () => {
    const types = { one: 'ed25519', two: 'ed25519', three: 'ec-p256' };
    for (const [name, type] of Object.entries(types)) {
      await toolmark(`keygen --ca --type ${type} --subject Same --out ${name}`);
    }
    await makeSigner('below-one', 'one');
    for (const name of ['two', 'three']) {
      await expect(revoke('below-one', name, 'superseded', 'same.crl')).rejects.toThrow('usage.issuer');
    }
  });
});

describe('verify --max-age', () => {
  test.each([
    ['90d', 'trusted'],
    ['1', 'trusted'],
    ['24h', 'trusted'],
    ['23h', 'untrusted'],
    ['60s', 'untrusted'],
  ])('%s about a signature of yesterday: %s', async (age, outcome) => {
    await toolmark(`keygen --subject young --out young-${age}`);
    write(`young-${age}.json`, JSON.stringify(sampleDocument()));
    await toolmark(`sign young-${age}.json --key young-${age}/key.pem --cert young-${age}/certificate.pem`);
    const tomorrow = new Date(NOW.getTime() + 24 * 60 * 60 * 1000);
    const result = await verify(`young-${age}.json --trust young-${age}/certificate.pem --max-age ${age}`, tomorrow);
    expect(result).toEqual(outcome === 'trusted' ? ['trusted'] : ['untrusted', 'signature.too-old']);
  });

  test.each(['0', '-1', '1y', 'never', '1.5d'])('%s is a mistake in the command', async age => {
    await expect(toolmark(`verify x.json --max-age=${age}`)).rejects.toThrow('Give an age');
  });
});
