import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Certificate, parseCertificates, quoteInert, ToolmarkError } from '@toolmark/core';
import type { Io } from './io.ts';
import { readFile } from './read-file.ts';

const PUBLIC_KEY = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;

/** The public keys in a PEM file, bare or in certificates. Several, so that a registry can change its key. */
export function readRegistryKeys(file: string, io: Io): KeyObject[] {
  const bytes = readFile(file, io, 64 * 1024);
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('PRIVATE KEY')) throw malformed(file, 'it holds a private key. Give the public one');
  const blocks = text.match(PUBLIC_KEY) ?? [];
  if (blocks.length < text.split('-----BEGIN PUBLIC KEY').length - 1) throw malformed(file, 'a key is cut short');
  const bare = blocks.map(block => parseKey(block, file));
  const hasCertificates = bare.length === 0 || text.includes('BEGIN CERTIFICATE');
  const certificates = hasCertificates ? parseCertificates(bytes) : [];
  return [...bare, ...certificates.map(certificate => keyOf(certificate, file, io))];
}

function parseKey(pem: string, file: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (cause) {
    throw malformed(file, 'a key is damaged', cause);
  }
}

/** Who hands out a certificate says how long its key may be relied on. */
function keyOf({ publicKey, validFrom, validUntil }: Certificate, file: string, { now }: Io): KeyObject {
  if (validFrom <= now && now <= validUntil) return publicKey;
  throw malformed(file, 'a certificate is not valid now. Ask the registry for its current one');
}

function malformed(file: string, reason: string, cause?: unknown): ToolmarkError {
  const details = cause === undefined ? {} : { cause };
  return new ToolmarkError('key.malformed', `${quoteInert(file)} cannot be used: ${reason}.`, details);
}
