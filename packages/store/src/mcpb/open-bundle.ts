import { type Digest, quoteInert, sha256, ToolmarkError } from '@toolmark/core';
import { verifyMcpbSignature } from '@toolmark/core/attestation';
import { malformed } from './bundle-error.ts';
import { checkNames } from './check-names.ts';
import { type BundleManifest, MANIFEST_FILE, parseManifest } from './parse-manifest.ts';
import { readEntry } from './read-entry.ts';
import { readZipEntries, type ZipEntry } from './zip-entries.ts';

/** A bundle that was checked as a whole; its files are read one by one. */
export interface Bundle {
  readonly digest: Digest;
  /** The fingerprint of the certificate that signed it. */
  readonly signer: Digest | undefined;
  readonly manifest: BundleManifest;
  readonly entries: readonly ZipEntry[];
  readonly read: (entry: ZipEntry) => Uint8Array;
}

const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const MAX_MANIFEST_BYTES = 1024 * 1024;

/** Checks signature, archive, names and manifest of the bytes of an `.mcpb` file. Throws `mcpb.*`. */
export async function openBundle(file: Uint8Array): Promise<Bundle> {
  const { archive, signer } = await checkSignature(file);
  const entries = readZipEntries(archive, file.length, MAX_ENTRIES);
  checkNames(entries);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes > MAX_UNPACKED_BYTES) throw malformed('it unpacks to more than 1 GiB', 'mcpb.too-large');
  const read = (entry: ZipEntry): Uint8Array => readEntry(archive, entry);
  return { digest: sha256(file), signer, manifest: readManifest(entries, read), entries, read };
}

async function checkSignature(file: Uint8Array): Promise<{ archive: Uint8Array; signer: Digest | undefined }> {
  // Without anchors no signer is trusted, so the time decides nothing: the lock holds the signer to its certificate.
  const verdict = await verifyMcpbSignature(file, { now: new Date(0) });
  if (verdict.outcome === 'invalid') throw badSignature(verdict.reason);
  return { archive: verdict.content, signer: verdict.outcome === 'signed' ? verdict.signer.fingerprint : undefined };
}

function badSignature(reason: string): ToolmarkError {
  const message = `The signature of the bundle does not hold: ${reason}. Do not use the bundle; get it again from its author.`;
  return new ToolmarkError('mcpb.bad-signature', message);
}

function readManifest(entries: readonly ZipEntry[], read: (entry: ZipEntry) => Uint8Array): BundleManifest {
  const entry = entries.find(({ name }) => name === MANIFEST_FILE);
  if (entry === undefined) throw malformed(`it has no ${quoteInert(MANIFEST_FILE)}`);
  if (entry.bytes > MAX_MANIFEST_BYTES) throw malformed('its manifest exceeds 1 MiB', 'mcpb.too-large');
  const manifest = parseManifest(read(entry));
  const hasEntryPoint = entries.some(({ name }) => name === manifest.entryPoint);
  if (!hasEntryPoint) throw malformed(`it does not contain its entry point ${quoteInert(manifest.entryPoint)}`);
  return manifest;
}
