import { signDocument } from '@toolmark/core';
import { beforeAll, expect, test } from 'vitest';
import { sampleDocument } from '../../document.ts';
import { ecdsaTwin, type Issued, issue, issueAuthority, toPem } from '../../pki.ts';
import { describeDatabases, type TestPublisher, type TestRegistry } from '../../registry.ts';

let root: Issued;
let registry: TestRegistry;
let ada: TestPublisher;
let bob: TestPublisher;

let tools = 0;

/** Publishes a new tool; in schema 1.0, so that any certificate can be put in place of the signer's. */
async function publish(publisher: TestPublisher, signer: Issued, certificate = signer.certificate): Promise<unknown[]> {
  const sample = sampleDocument('1.0') as { tool: object };
  const name = `tool_number_${['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][tools++ % 10]}_${tools}`;
  const now = new Date();
  const text = Buffer.from(
    signDocument({ ...sample, tool: { ...sample.tool, name } } as never, signer, { now, profile: 'etdi-tool' }),
  ).toString('utf8');
  const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64');
  const body = text.replace(base64(signer.certificate), base64(certificate));
  const { status, json } = await registry.as(publisher.token).post('/api/v1/tools', body);
  return status < 300 ? [status] : [status, json.code, json.findings?.[0]?.code];
}

async function register(id: string, certificate: Uint8Array): Promise<unknown[]> {
  const body = { certificate: new TextDecoder().decode(toPem(certificate)) };
  const target = `/api/v1/publishers/${id}/certificates`;
  const { status, json } = await registry.admin.post(target, body);
  return [status, json.code ?? json.fingerprint];
}

async function revoke(id: string, fingerprint: unknown): Promise<void> {
  await registry.admin.delete(`/api/v1/publishers/${id}/certificates/${fingerprint}`);
}

const REVOKED = [422, 'publish.untrusted', 'revocation.revoked'];

describeDatabases('a certificate that a registry revoked', start => {
  beforeAll(async () => {
    root = await issueAuthority({ name: 'CN=Root' });
    registry = await start({ trust: { roots: [root.certificate] } });
    ada = await registry.createPublisher('ada');
    bob = await registry.createPublisher('bob');
  });

  test('[registry.revoked] does not publish again as its twin, which takes no key to make', async () => {
    const signer = await issue({ name: 'CN=Ada', issuer: root });
    const twin = ecdsaTwin(signer.certificate, 'ec-p256');
    expect(await publish(ada, signer, twin)).toEqual([201]);
    const [, fingerprint] = await register('ada', signer.certificate);
    await revoke('ada', fingerprint);
    expect(await publish(ada, signer)).toEqual(REVOKED);
    expect(await publish(ada, signer, twin)).toEqual(REVOKED);
    expect(await register('ada', twin)).toEqual([201, fingerprint]);
    expect(await publish(ada, signer, twin)).toEqual(REVOKED);
  });

  test('[registry.revoked] does not publish from another account', async () => {
    const signer = await issue({ name: 'CN=Ada', issuer: root });
    const [, fingerprint] = await register('ada', signer.certificate);
    expect(await publish(bob, signer)).toEqual([201]);
    await revoke('ada', fingerprint);
    expect(await publish(bob, signer)).toEqual(REVOKED);
    expect(await register('bob', signer.certificate)).toEqual([422, 'certificate.key-revoked']);
  });

  test('takes its key with it, also into certificates that are issued later', async () => {
    const signer = await issue({ name: 'CN=Ada', issuer: root });
    const [, fingerprint] = await register('ada', signer.certificate);
    await revoke('ada', fingerprint);
    const later = await issue({ name: 'CN=Ada', issuer: root, keys: signer });
    expect(await publish(ada, later)).toEqual(REVOKED);
    expect(await register('ada', later.certificate)).toEqual([422, 'certificate.key-revoked']);
  });

  test('leaves a renewed certificate of the same key that was registered before', async () => {
    const signer = await issue({ name: 'CN=Ada', issuer: root });
    const renewed = await issue({ name: 'CN=Ada', issuer: root, keys: signer });
    const [, fingerprint] = await register('ada', signer.certificate);
    await register('ada', renewed.certificate);
    await revoke('ada', fingerprint);
    expect(await publish(ada, signer)).toEqual(REVOKED);
    expect(await publish(ada, renewed)).toEqual([201]);
    expect(await publish(bob, renewed)).toEqual(REVOKED);
  });

  test('stays with an account that has registered it too', async () => {
    const shared = await issue({ name: 'CN=Shared', issuer: root });
    const [, fingerprint] = await register('ada', shared.certificate);
    await register('bob', shared.certificate);
    await revoke('ada', fingerprint);
    expect(await publish(ada, shared)).toEqual(REVOKED);
    expect(await publish(bob, shared)).toEqual([201]);
  });
});
