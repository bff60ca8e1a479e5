import path from 'node:path';
import type { Client } from '@toolmark/client';
import { inert, ToolmarkError } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { refuseExisting, writeNewFile } from '../write-file.ts';

export interface PublisherArguments extends ClientArguments {
  readonly id: string;
  /** Of a new account. Without it the account is there already. */
  readonly name?: string;
  readonly cert: readonly string[];
  readonly tokenOut?: string;
  readonly format: 'text' | 'json';
}

/** What an admin does for somebody who wants to publish: an account, certificates and a token. */
export async function runPublisher(given: PublisherArguments, io: Io): Promise<number> {
  const { id, name, tokenOut } = given;
  refuseNothing(given);
  const certificates = given.cert.map(file => new TextDecoder().decode(readFile(file, io)));
  if (tokenOut !== undefined) refuseExisting([tokenOut], io);
  const client = openClient(given, io);
  try {
    if (name !== undefined) await client.createPublisher({ id, name });
    const fingerprints: string[] = [];
    for (const pem of certificates) fingerprints.push((await client.addCertificate(id, pem)).fingerprint);
    const token = tokenOut === undefined ? undefined : await makeToken(client, id, tokenOut, io);
    const done = { id, isNew: name !== undefined, certificates: fingerprints, ...token };
    io.out(given.format === 'json' ? formatJson(done) : formatDone(done));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

function refuseNothing({ name, cert, tokenOut }: PublisherArguments): void {
  if (name !== undefined || cert.length > 0 || tokenOut !== undefined) return;
  throw new ToolmarkError('usage.nothing-to-do', 'Give --name for a new account, --cert, or --token-out.');
}

/** A token goes into a file that its owner alone can read, and is never printed. */
async function makeToken(client: Client, id: string, file: string, io: Io): Promise<{ readonly tokenFile: string }> {
  const { token } = await client.createToken(id, { label: path.basename(file) });
  writeNewFile(path.resolve(io.cwd, file), `${token}\n`, 0o600);
  return { tokenFile: file };
}

interface Done {
  readonly id: string;
  readonly isNew: boolean;
  readonly certificates: readonly string[];
  readonly tokenFile?: string;
}

function formatDone({ id, isNew, certificates, tokenFile }: Done): string {
  const lines = [
    `${inert(id)}  ${isNew ? 'may publish and give feedback' : 'is changed'}`,
    ...certificates.map(fingerprint => `certificate  ${inert(fingerprint)}`),
    ...(tokenFile === undefined ? [] : [`token        ${inert(tokenFile)}  (keep it secret)`]),
  ];
  return lines.map(line => `${line}\n`).join('');
}
