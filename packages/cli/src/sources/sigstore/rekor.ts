import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject, member, readJson, ToolmarkError } from '@toolmark/core';
import { type LogEntry, PAYLOAD_TYPE, pae } from '@toolmark/core/attestation';
import { type Answer, askService, refusedWith, type Service, unreadable } from './ask-service.ts';

/** What a log records. */
export interface Signed {
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  /** In DER. */
  readonly certificate: Uint8Array;
}

/** Records a signature: in a log of version 2, or of version 1 where that is all there is. */
export async function askForLogEntry(service: Service, signed: Signed): Promise<LogEntry> {
  const second = await askService(service, { path: '/api/v2/log/entries', body: hashedEntry(signed) });
  const isSecond = second.status !== 404 && second.status !== 405;
  const answer = isSecond
    ? second
    : await askService(service, { path: '/api/v1/log/entries', body: dsseEntry(signed) });
  if (answer.status !== 200 && answer.status !== 201) throw refusedWith(service, answer.status);
  try {
    return isSecond ? secondEntry(readAnswer(answer)) : firstEntry(readAnswer(answer));
  } catch (error) {
    if (error instanceof ToolmarkError || error instanceof TypeError) throw unreadable(service);
    throw error;
  }
}

/** Version 2 has no entries for envelopes: what is signed is hashed instead. */
function hashedEntry({ payload, signature, certificate }: Signed): JsonObject {
  const digest = createHash('sha256').update(pae(PAYLOAD_TYPE, payload)).digest('base64');
  const verifier = { x509Certificate: { rawBytes: base64(certificate) }, keyDetails: 'PKIX_ECDSA_P256_SHA_256' };
  return { hashedRekordRequestV002: { digest, signature: { content: base64(signature), verifier } } };
}

function dsseEntry({ payload, signature, certificate }: Signed): JsonObject {
  const envelope = { payload: base64(payload), payloadType: PAYLOAD_TYPE, signatures: [{ sig: base64(signature) }] };
  const verifiers = [base64(Buffer.from(pemOf(certificate)))];
  const proposedContent = { envelope: JSON.stringify(envelope), verifiers };
  return { apiVersion: '0.0.1', kind: 'dsse', spec: { proposedContent } };
}

function readAnswer({ body }: Answer): JsonObject {
  return objectIn(readJson(body));
}

/** `{UUID: entry}`, bytes in hexadecimal digits except the body. */
function firstEntry(answer: JsonObject): LogEntry {
  const [entry, ...others] = Object.values(answer).map(objectIn);
  if (entry === undefined || others.length > 0) throw new TypeError('not one entry');
  const verification = objectIn(member(entry, 'verification'));
  const proof = objectIn(member(verification, 'inclusionProof'));
  const body = bytesIn(member(entry, 'body'), 'base64');
  const { kind, apiVersion } = objectIn(readJson(body));
  return {
    logIndex: numberIn(member(entry, 'logIndex')),
    logId: bytesIn(member(entry, 'logID'), 'hex'),
    kind: textIn(kind),
    version: textIn(apiVersion),
    integratedTime: numberIn(member(entry, 'integratedTime')),
    promise: bytesIn(member(verification, 'signedEntryTimestamp'), 'base64'),
    proof: {
      logIndex: numberIn(member(proof, 'logIndex')),
      treeSize: numberIn(member(proof, 'treeSize')),
      rootHash: bytesIn(member(proof, 'rootHash'), 'hex'),
      hashes: listIn(member(proof, 'hashes')).map(hash => bytesIn(hash, 'hex')),
      checkpoint: textIn(member(proof, 'checkpoint')),
    },
    body,
  };
}

/** The message that a bundle has too. */
function secondEntry(entry: JsonObject): LogEntry {
  const proof = objectIn(member(entry, 'inclusionProof'));
  const kind = objectIn(member(entry, 'kindVersion'));
  return {
    logIndex: numberIn(member(entry, 'logIndex')),
    logId: bytesIn(member(objectIn(member(entry, 'logId')), 'keyId'), 'base64'),
    kind: textIn(member(kind, 'kind')),
    version: textIn(member(kind, 'version')),
    integratedTime: numberIn(member(entry, 'integratedTime')),
    promise: undefined,
    proof: {
      logIndex: numberIn(member(proof, 'logIndex')),
      treeSize: numberIn(member(proof, 'treeSize')),
      rootHash: bytesIn(member(proof, 'rootHash'), 'base64'),
      hashes: listIn(member(proof, 'hashes')).map(hash => bytesIn(hash, 'base64')),
      checkpoint: textIn(member(objectIn(member(proof, 'checkpoint')), 'envelope')),
    },
    body: bytesIn(member(entry, 'canonicalizedBody'), 'base64'),
  };
}

function objectIn(value: Json | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  throw new TypeError('not an object');
}

function listIn(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new TypeError('not a list');
}

function textIn(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  throw new TypeError('not a text');
}

/** Zero is left out of messages. */
function numberIn(value: Json | undefined): string {
  const text = String(value ?? 0);
  if (/^\d{1,19}$/.test(text)) return text;
  throw new TypeError('not a number');
}

function bytesIn(value: Json | undefined, encoding: 'hex' | 'base64'): Uint8Array {
  return new Uint8Array(Buffer.from(textIn(value), encoding));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function pemOf(der: Uint8Array): string {
  const lines = base64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
