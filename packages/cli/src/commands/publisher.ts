import path from 'node:path';
import type { Account, Client } from '@toolmark/client';
import { inert } from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { type ClientArguments, openClient } from '../open-client.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { refusedByRegistry } from '../refused-by-registry.ts';
import { formatTable } from '../table.ts';
import { refuseExisting, writeNewFile } from '../write-file.ts';

export interface PublisherArguments extends ClientArguments {
  readonly id: string;
  /** Of a new account. Without it the account is there already. */
  readonly name?: string;
  readonly cert: readonly string[];
  readonly tokenOut?: string;
  /** Tokens and certificates that count no more. */
  readonly revokeToken: readonly string[];
  readonly revokeCert: readonly string[];
  readonly status?: 'active' | 'suspended';
  readonly format: 'text' | 'json';
}

/** Shows an account, or changes it: certificates and tokens are added, and revoked. */
export async function runPublisher(given: PublisherArguments, io: Io): Promise<number> {
  if (isChange(given)) return await changeAccount(given, io);
  const client = openClient(given, io);
  try {
    const account = await client.getPublisher(given.id);
    io.out(given.format === 'json' ? formatJson(account) : formatAccount(account));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

function isChange({ name, cert, tokenOut, revokeToken, revokeCert, status }: PublisherArguments): boolean {
  if (status !== undefined) return true;
  return name !== undefined || tokenOut !== undefined || cert.length + revokeToken.length + revokeCert.length > 0;
}

/** What counts no more goes first: a change that fails later must not leave it valid. */
async function changeAccount(given: PublisherArguments, io: Io): Promise<number> {
  const { id, name, tokenOut, revokeToken, revokeCert, status } = given;
  const certificates = given.cert.map(file => new TextDecoder().decode(readFile(file, io)));
  if (tokenOut !== undefined) refuseExisting([tokenOut], io);
  const client = openClient(given, io);
  try {
    if (status !== undefined) await client.changePublisher(id, { status });
    for (const token of revokeToken) await client.revokeToken(id, token);
    for (const fingerprint of revokeCert) await client.revokeCertificate(id, fingerprint);
    if (name !== undefined) await client.createPublisher({ id, name });
    const fingerprints: string[] = [];
    for (const pem of certificates) fingerprints.push((await client.addCertificate(id, pem)).fingerprint);
    const token = tokenOut === undefined ? undefined : await makeToken(client, id, tokenOut, io);
    const revoked = [...revokeToken, ...revokeCert];
    const done = {
      id,
      ...(status && { status }),
      isNew: name !== undefined,
      certificates: fingerprints,
      ...(revoked.length === 0 ? {} : { revoked }),
      ...token,
    };
    io.out(given.format === 'json' ? formatJson(done) : formatDone(done));
    return EXIT.yes;
  } catch (error) {
    return refusedByRegistry(error, given.format, io);
  }
}

function formatAccount({ id, name, status, permissions, tokens, certificates }: Account): string {
  const state = (revokedAt: string | null): string => (revokedAt === null ? 'active' : `revoked ${revokedAt}`);
  return formatTable(
    [
      ['account', id, ''],
      ['name', name, ''],
      ['status', status, ''],
      ['may', permissions.join(', '), ''],
      ...tokens.map(({ id: token, label, revokedAt }) => ['token', token, `${state(revokedAt)}  ${label}`]),
      ...certificates.map(({ fingerprint, revokedAt }) => ['certificate', fingerprint, state(revokedAt)]),
    ],
    80,
  );
}

/** A token goes into a file that its owner alone can read, and is never printed. */
async function makeToken(client: Client, id: string, file: string, io: Io): Promise<{ readonly tokenFile: string }> {
  const { token } = await client.createToken(id, { label: path.basename(file) });
  writeNewFile(path.resolve(io.cwd, file), `${token}\n`, 0o600);
  return { tokenFile: file };
}

interface Done {
  readonly id: string;
  readonly status?: string;
  readonly isNew: boolean;
  readonly certificates: readonly string[];
  readonly revoked?: readonly string[];
  readonly tokenFile?: string;
}

function formatDone({ id, status = 'is changed', isNew, certificates, revoked = [], tokenFile }: Done): string {
  const lines = [
    `${inert(id)}  ${isNew ? 'may publish and give feedback' : status}`,
    ...revoked.map(what => `revoked      ${inert(what)}`),
    ...certificates.map(fingerprint => `certificate  ${inert(fingerprint)}`),
    ...(tokenFile === undefined ? [] : [`token        ${inert(tokenFile)}  (keep it secret)`]),
  ];
  return lines.map(line => `${line}\n`).join('');
}
