import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createVerifier,
  type Json,
  type JsonObject,
  parseTrust,
  type Revocation,
  readJson,
  sha256,
  signDocument,
} from '@toolmark/core';
import { readExactJson } from '@toolmark/core/json';
import { type Profile, parseCertificate } from '@toolmark/core/sign';
import {
  etdiDocumentPayload,
  etdiToolPayload,
  isExactObject,
  toolmarkPayload,
} from '../packages/core/src/sign/profile.ts';
import { sampleDocument } from '../test/document.ts';
import { type Issued, issue, issueAuthority, issueCrl, type KeyAlgorithm, SIGNER_KEYS, toPem } from '../test/pki.ts';

/**
 * Writes test/vectors/signature.json with new keys that are discarded afterwards: the file holds public material
 * only. Run it by hand when the format changes: `npx tsx --conditions=toolmark-source scripts/make-signature-vectors.ts`.
 */
const FILE = path.resolve(import.meta.dirname, '../test/vectors/signature.json');
const NOW = new Date('2026-11-15T12:00:00Z');

interface Vector {
  readonly name: string;
  readonly profile: Profile;
  readonly document: Uint8Array;
}

const root = await issueAuthority({ name: 'CN=Vector Root, O=Toolmark' });
const middle = await issueAuthority({ name: 'CN=Vector Intermediate, O=Toolmark', issuer: root });
const signers = new Map<KeyAlgorithm, Issued>();
for (const key of SIGNER_KEYS) signers.set(key, await issue({ name: `CN=Vector Signer ${key}`, key, issuer: middle }));
const revokedByCrl = await issue({ name: 'CN=Vector Signer revoked by CRL', issuer: middle });
const revokedByList = await issue({ name: 'CN=Vector Signer revoked by list', issuer: middle });
const stranger = await issue({ name: 'CN=Vector Stranger' });
const brief = await issue({ name: 'CN=Vector Signer expired', issuer: middle, notAfter: '2026-11-15T11:00:00Z' });

const revocations: readonly Revocation[] = [
  {
    publicKey: parseCertificate(revokedByList.certificate).publicKeyDigest,
    reason: 'key-compromise',
    time: '2026-11-01T00:00:00Z',
  },
];
const trust = {
  roots: [root.certificate],
  intermediates: [middle.certificate],
  crls: [await issueCrl(middle, { revoked: [revokedByCrl] }), await issueCrl(root)],
};
const verifier = createVerifier(parseTrust({ ...trust, revocations, requireCrl: true }));

const cases = [];
for (const { name, profile, document } of [...good(), ...bad()]) {
  const result = await verifier.verify(document, { now: NOW });
  const payload = payloadOf(document, profile);
  cases.push({
    name,
    document: decode(document),
    signed_text: payload,
    signed_text_sha256: sha256(payload),
    outcome: result.outcome,
    profile: result.profile ?? null,
    uncovered: result.uncovered,
    codes: result.findings.map(({ code }) => code),
  });
}

const vectors = {
  about: 'Worked examples of docs/spec/signature.md. No private keys exist for them any more.',
  verification_time: NOW.toISOString(),
  trust: {
    roots: trust.roots.map(der => decode(toPem(der))),
    intermediates: trust.intermediates.map(der => decode(toPem(der))),
    crls: trust.crls.map(der => decode(toPem(der, 'X509 CRL'))),
    revocations,
    require_crl: true,
  },
  cases,
};
writeFileSync(FILE, `${JSON.stringify(vectors, null, 2)}\n`);

function good(): Vector[] {
  const modern = SIGNER_KEYS.map(key => vector(`toolmark, ${key}`, 'toolmark', key, rich('1.1')));
  const old = (['etdi-tool', 'etdi-document'] as const).flatMap(profile =>
    (['rsa-2048', 'ec-p256'] as const).map(key => vector(`${profile}, ${key}`, profile, key, rich('1.0'))),
  );
  const chained = signDocument(rich('1.1'), { ...signer('ed25519'), chain: [middle.certificate] }, { now: NOW });
  return [...modern, ...old, { name: 'toolmark, intermediate in chain', profile: 'toolmark', document: chained }];
}

function bad(): Vector[] {
  const edit = (name: string, vectorToEdit: Vector, from: string, to: string): Vector => ({
    ...vectorToEdit,
    name,
    document: encode(decode(vectorToEdit.document).replace(from, to)),
  });
  const modern = vector('', 'toolmark', 'ec-p256', rich('1.1'));
  const tool = vector('', 'etdi-tool', 'ec-p256', rich('1.0'));
  const whole = vector('', 'etdi-document', 'ec-p256', rich('1.0'));
  const by = (identity: Issued, now = NOW): Uint8Array => signDocument(rich('1.1'), identity, { now });
  return [
    edit('description edited', modern, 'Searches', 'Deletes'),
    edit('timestamp edited', modern, '12:00:00Z', '11:00:00Z'),
    edit('reformatted, which changes nothing', modern, '{"schema_version":', '{\n  "schema_version" : '),
    edit('etdi-tool: timestamp edited, which is not covered', tool, '12:00:00Z', '11:00:00Z'),
    edit('etdi-tool: description edited', tool, 'Searches', 'Deletes'),
    edit('etdi-tool: sibling added, which is not covered', tool, '{"schema_version"', '{"note":1,"schema_version"'),
    edit('etdi-document: sibling added', whole, '{"schema_version"', '{"note":1,"schema_version"'),
    edit('etdi-document: registry_info added', whole, '{"schema_version"', '{"registry_info":{},"schema_version"'),
    { name: 'revoked by CRL', profile: 'toolmark', document: by(revokedByCrl) },
    { name: 'revoked by list', profile: 'toolmark', document: by(revokedByList) },
    { name: 'unknown signer', profile: 'toolmark', document: by(stranger) },
    { name: 'certificate expired', profile: 'toolmark', document: by(brief, new Date('2026-11-15T10:00:00Z')) },
    {
      name: 'made in the future',
      profile: 'toolmark',
      document: by(signer('ed25519'), new Date('2026-11-16T00:00:00Z')),
    },
  ];
}

function vector(name: string, profile: Profile, key: KeyAlgorithm, document: Json): Vector {
  return { name, profile, document: signDocument(document, signer(key), { now: NOW, profile }) };
}

/** Letters beyond ASCII, keys whose order differs by unit and by code point, and numbers. */
function rich(version: '1.0' | '1.1'): JsonObject {
  const document = sampleDocument(version);
  const parameters = { type: 'object', properties: { 'é\u{1f600}': { enum: [1, 0.5, 1e-7, 'ü"\\\n'] }, '\ufb33': {} } };
  return { ...document, tool: { ...(document.tool as JsonObject), parameters } };
}

function payloadOf(bytes: Uint8Array, profile: Profile): string {
  const exact = readExactJson(bytes);
  if (!isExactObject(exact)) throw new Error('A vector is not an object.');
  if (profile === 'toolmark') return toolmarkPayload(readJson(bytes) as JsonObject);
  return profile === 'etdi-tool' ? etdiToolPayload(exact) : etdiDocumentPayload(exact);
}

function signer(key: KeyAlgorithm): Issued {
  const found = signers.get(key);
  if (found === undefined) throw new Error(`There is no signer with ${key}.`);
  return found;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
