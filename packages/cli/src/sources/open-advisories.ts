import { createPublicKey, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { type Certificate, parseCertificates, quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import { type Advisories, watchAdvisories } from '@toolmark/mcp/proxy';
import { readFile } from '../files/read-file.ts';
import { cacheFolder } from '../files/user-folders.ts';
import type { Io } from '../io.ts';

export interface RegistryOptions {
  /** The URL of a registry whose advisories apply. */
  readonly registry?: string;
  /** PEM file with its public keys or certificates. */
  readonly registryKey?: string;
  /** Start even if the registry has never been reached. */
  readonly registryOptional?: boolean;
}

export interface OpenAdvisories {
  readonly advisories?: Advisories;
  close(): void;
}

export async function openAdvisories(
  given: RegistryOptions,
  io: Io,
  stderr = (line: string): void => io.stderr(`toolmark guard: ${line}\n`),
): Promise<OpenAdvisories> {
  const { registry, registryKey, registryOptional = false } = given;
  if (registry === undefined) {
    if (registryKey === undefined && !registryOptional) return { close: () => {} };
    throw new ToolmarkError('usage.registry', 'Pass the URL of the registry with --registry.');
  }
  if (registryKey === undefined) {
    throw new ToolmarkError('usage.registry-key', 'Pass the public key of the registry with --registry-key.');
  }
  const advisories = await watchAdvisories({
    url: registry,
    keys: readRegistryKeys(registryKey, io),
    cacheFile: path.join(cacheFolder(io), `advisories-${sha256(registry).slice(7)}.json`),
    isOptional: registryOptional,
    fetch,
    stderr,
    now: Date.now,
  });
  return { advisories, close: advisories.close };
}

const PUBLIC_KEY = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;

/** Public keys in PEM, bare or in certificates; several while a registry rotates its key. */
function readRegistryKeys(file: string, io: Io): KeyObject[] {
  const bytes = readFile(file, io, 64 * 1024);
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.includes('PRIVATE KEY')) throw malformed(file, 'it contains a private key. Pass the public key');
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

/** The key of a certificate is used only while the certificate is valid. */
function keyOf({ publicKey, validFrom, validUntil }: Certificate, file: string, { now }: Io): KeyObject {
  if (validFrom <= now && now <= validUntil) return publicKey;
  throw malformed(file, 'a certificate is not valid now. Ask the registry for its current one');
}

function malformed(file: string, reason: string, cause?: unknown): ToolmarkError {
  const details = cause === undefined ? {} : { cause };
  return new ToolmarkError('key.malformed', `${quoteInert(file)} cannot be used: ${reason}.`, details);
}
