import path from 'node:path';
import type { Receipt } from '@toolmark/client';
import { inert, isJsonObject, type Json, member, readJson, signDocument, ToolmarkError } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import { replaceFile } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { formatFindings, refusedByRegistry } from '../render/refused-by-registry.ts';
import { openPublishingClient } from '../sources/open-publishing-client.ts';
import { readIdentity } from '../sources/signing-identity.ts';
import { isUpgraded, UPGRADED } from '../sources/upgraded.ts';
import { attestServer, type PublishServerArguments, placeIn, publishServer } from './publish-server.ts';

export interface PublishArguments extends PublishServerArguments {
  /** Or, with bundles, `NAME@VERSION` of a published server. */
  readonly file: string;
  readonly key?: string;
  readonly cert?: string;
  readonly chain: readonly string[];
  readonly passphraseFile?: string;
  readonly output?: string;
  readonly private: boolean;
  readonly dryRun: boolean;
}

/** Publishes a document as it is, or signed on the way when there is a key; or an entry of the MCP Registry and bundles about it. */
export async function runPublish(given: PublishArguments, io: Io): Promise<number> {
  const { file, attestation } = given;
  const place = attestation.length === 0 ? undefined : placeIn(file);
  if (place !== undefined) return await attestServer(place, withoutSigning(given), io);
  const source = readFile(file, io);
  if (isServerJson(source)) return await publishServer(source, withoutSigning(given), io);
  if (attestation.length === 0) return await publishDocument(source, given, io);
  throw new ToolmarkError('usage.attestation', '--attestation needs a server.json, or NAME@VERSION of a server.');
}

function withoutSigning(given: PublishArguments): PublishServerArguments {
  if ((given.key ?? given.cert ?? given.output) === undefined && !given.private && !given.dryRun) return given;
  const message = 'A server.json is not signed: --key, --cert, -o, --private and --dry-run belong to tool documents.';
  throw new ToolmarkError('usage.server-json', message);
}

/** An entry has a name of its own; a document has it below "tool". */
function isServerJson(bytes: Uint8Array): boolean {
  let value: Json;
  try {
    value = readJson(bytes);
  } catch {
    // The registry, which reads it too, says what is wrong.
    return false;
  }
  return isJsonObject(value) && typeof member(value, 'name') === 'string' && member(value, 'tool') === undefined;
}

async function publishDocument(source: Uint8Array, given: PublishArguments, io: Io): Promise<number> {
  const bytes = await bytesToPublish(source, given, io);
  if (given.output !== undefined) replaceFile(path.resolve(io.cwd, given.output), bytes);
  const options = { visibility: given.private ? 'private' : undefined, dryRun: given.dryRun || undefined } as const;
  const client = await openPublishingClient(given, io);
  try {
    const receipt = await client.publish(bytes, options);
    io.out(given.format === 'json' ? formatJson({ dryRun: given.dryRun, ...receipt }) : formatReceipt(receipt, given));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

async function bytesToPublish(
  document: Uint8Array,
  { key, cert, ...rest }: PublishArguments,
  io: Io,
): Promise<Uint8Array> {
  if (key === undefined && cert === undefined) return document;
  if (key === undefined || cert === undefined) {
    throw new ToolmarkError('usage.signer', 'Signing needs both --key and --cert.');
  }
  const signed = signDocument(document, await readIdentity({ key, cert, ...rest }, io), { now: io.now });
  if (isUpgraded(document, signed)) io.stderr(UPGRADED);
  return signed;
}

/** What became of a document, in words. */
export const RECEIPTS: Readonly<Record<Receipt['outcome'], string>> = {
  new: 'published',
  same: 'published already',
  held: 'held for review of its name',
};

function formatReceipt(receipt: Receipt, { dryRun }: PublishArguments): string {
  const outcome = dryRun ? `would be: ${RECEIPTS[receipt.outcome]}` : RECEIPTS[receipt.outcome];
  const { name, version, digest, publisher, findings } = receipt;
  const lines = `${inert(name)} ${inert(version)}  ${outcome}  as ${inert(publisher)}\n${inert(digest)}\n`;
  return lines + formatFindings(findings.filter(({ severity }) => severity !== 'info'));
}
