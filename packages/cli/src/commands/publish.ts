import path from 'node:path';
import type { Receipt } from '@toolmark/client';
import { inert, signDocument, ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { formatFindings, refusedByRegistry } from '../refused-by-registry.ts';
import { readIdentity } from '../signing-identity.ts';
import { replaceFile } from '../write-file.ts';

export interface PublishArguments extends ClientArguments {
  readonly file: string;
  readonly key?: string;
  readonly cert?: string;
  readonly chain: readonly string[];
  readonly passphraseFile?: string;
  readonly output?: string;
  readonly private: boolean;
  readonly dryRun: boolean;
  readonly format: 'text' | 'json';
}

/** Publishes a document as it is, or signed on the way when there is a key. */
export async function runPublish(given: PublishArguments, io: Io): Promise<number> {
  const bytes = await bytesToPublish(given, io);
  if (given.output !== undefined) replaceFile(path.resolve(io.cwd, given.output), bytes);
  const options = { visibility: given.private ? 'private' : undefined, dryRun: given.dryRun || undefined } as const;
  const client = openClient(given, io);
  try {
    const receipt = await client.publish(bytes, options);
    io.out(given.format === 'json' ? formatJson({ dryRun: given.dryRun, ...receipt }) : formatReceipt(receipt, given));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

async function bytesToPublish({ file, key, cert, ...rest }: PublishArguments, io: Io): Promise<Uint8Array> {
  const document = readFile(file, io);
  if (key === undefined && cert === undefined) return document;
  if (key === undefined || cert === undefined) {
    throw new ToolmarkError('usage.signer', 'Signing needs both --key and --cert.');
  }
  return signDocument(document, await readIdentity({ key, cert, ...rest }, io), { now: io.now });
}

const OUTCOMES: Readonly<Record<Receipt['outcome'], string>> = {
  new: 'published',
  same: 'published already',
  held: 'held until an admin has looked at the name',
};

function formatReceipt(receipt: Receipt, { dryRun }: PublishArguments): string {
  const outcome = dryRun ? `would be: ${OUTCOMES[receipt.outcome]}` : OUTCOMES[receipt.outcome];
  const { name, version, digest, publisher, findings } = receipt;
  const lines = `${inert(name)} ${inert(version)}  ${outcome}  as ${inert(publisher)}\n${inert(digest)}\n`;
  return lines + formatFindings(findings.filter(({ severity }) => severity !== 'info'));
}
