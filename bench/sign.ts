import { constants, verify as cryptoVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { createVerifier, type Json, type JsonObject, jcs, parseTrust, readJson, signDocument } from '@toolmark/core';
import { Certificate, CertificateChainValidationEngine } from 'pkijs';
import { type Issued, issue, issueAuthority } from '../test/pki.ts';
import { few } from './effort.ts';
import { alternate, atMost, atSpeed, cpuSince, megabytes, type Ratio, usedBytes } from './measure.ts';
import { sampleDocument } from './sample.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

export async function signRatios(): Promise<Ratio[]> {
  const root = await issueAuthority({ name: 'CN=Bench Root' });
  const middle = await issueAuthority({ name: 'CN=Bench Intermediate', issuer: root });
  const bench = { root, middle };
  const cold = await coldRatio(bench);
  return [
    await cachedRatio(bench, 'ec-p256', 'P-256'),
    await cachedRatio(bench, 'rsa-2048', 'RSA-2048'),
    cold.ratio,
    ...(await batchRatios(bench, cold.microseconds)),
  ];
}

interface Bench {
  readonly root: Issued;
  readonly middle: Issued;
}

/** Bare: read the bytes, write the signed text, one `crypto.verify` with a key that was parsed before. */
async function cachedRatio(bench: Bench, key: 'ec-p256' | 'rsa-2048', name: string): Promise<Ratio> {
  const leaf = await issue({ name: 'CN=Bench Signer', issuer: bench.middle, key });
  const bytes = signDocument(sampleDocument() as Json, leaf, { now: NOW });
  const verifier = createVerifier(trustOf(bench));
  const { publicKey } = new X509Certificate(leaf.certificate);
  const [ours, floor] = await alternate(
    () => verifier.verify(bytes, { now: NOW }),
    async () => bareVerify(bytes, publicKey, key),
  );
  return atSpeed(0.8, `verify with a cached chain, ${name}, against bare crypto.verify and JCS`, ours, floor);
}

function bareVerify(bytes: Uint8Array, key: KeyObject, type: 'ec-p256' | 'rsa-2048'): boolean {
  const document = readJson(bytes) as JsonObject & { tool: { signature: JsonObject & { signature: string } } };
  const { signature, ...block } = document.tool.signature;
  const signed = new TextEncoder().encode(jcs({ ...document, tool: { ...document.tool, signature: block } }));
  const options =
    type === 'ec-p256'
      ? { key, dsaEncoding: 'ieee-p1363' as const }
      : { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  return cryptoVerify('sha256', signed, options, Buffer.from(signature, 'base64'));
}

async function coldRatio(bench: Bench): Promise<{ ratio: Ratio; microseconds: number }> {
  const leaf = await issue({ name: 'CN=Bench Signer', issuer: bench.middle });
  const bytes = signDocument(sampleDocument() as Json, leaf, { now: NOW });
  const trust = trustOf(bench);
  const [root, middle] = [parse(bench.root), parse(bench.middle)];
  const [ours, floor] = await alternate(
    () => createVerifier(trust).verify(bytes, { now: NOW }),
    () =>
      new CertificateChainValidationEngine({
        trustedCerts: [root],
        certs: [middle, parse(leaf)],
        checkDate: NOW,
      }).verify(),
  );
  const name = 'cold verify, three certificates, against path validation of pkijs alone';
  return { ratio: atMost(2, name, ours, floor), microseconds: ours };
}

async function batchRatios(bench: Bench, coldMicroseconds: number): Promise<Ratio[]> {
  const signers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => issue({ name: `CN=Bench Signer ${i}`, issuer: bench.middle })),
  );
  const documents = Array.from({ length: few(10_000) }, (_, i) => {
    const signer = signers[i % signers.length] as Issued;
    return signDocument({ ...(sampleDocument() as JsonObject) }, signer, { now: NOW });
  });
  const verifier = createVerifier(trustOf(bench));
  const heaps: number[] = [];
  let microseconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const start = process.cpuUsage();
    for (const bytes of documents) {
      const { outcome } = await verifier.verify(bytes, { now: NOW });
      if (outcome !== 'trusted') throw new Error(`A document of the batch is ${outcome}.`);
    }
    microseconds = Math.min(microseconds, cpuSince(start));
    heaps.push(usedBytes());
  }
  const rate = (documents.length * 1e6) / microseconds;
  const coldRate = 1e6 / coldMicroseconds;
  const [first = 1, , last = 1] = heaps;
  return [
    {
      name: 'batch of 10,000 documents from 10 signers against the cold rate',
      ours: `${rate.toFixed(0)} documents/s`,
      floor: `${coldRate.toFixed(0)} documents/s`,
      ratio: rate / coldRate,
      wanted: { atLeast: 10 },
    },
    atMost(1.1, 'memory after 30,000 verifications against after 10,000', last, first, megabytes),
  ];
}

function trustOf({ root, middle }: Bench): ReturnType<typeof parseTrust> {
  return parseTrust({ roots: [root.certificate], intermediates: [middle.certificate] });
}

function parse({ certificate }: Issued): Certificate {
  return Certificate.fromBER(new Uint8Array(certificate));
}
