import path from 'node:path';
import type { Account, Client } from '@toolmark/client';
import { inert } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import { refuseExisting, writeNewFile } from '../files/write-file.ts';
import type { Io } from '../io.ts';
import { formatTable } from '../render/table.ts';
import { askRegistry, type ClientArguments } from '../sources/open-client.ts';

export interface PublisherArguments extends ClientArguments {
  readonly id: string;
  /** Creates the account. */
  readonly name?: string;
  readonly cert: readonly string[];
  readonly tokenOut?: string;
  readonly revokeToken: readonly string[];
  readonly revokeCert: readonly string[];
  readonly status?: 'active' | 'suspended';
}

/** Shows an account, or changes it: adds and revokes certificates and tokens. */
export async function runPublisher(given: PublisherArguments, io: Io): Promise<number> {
  const { id, name, status, cert, tokenOut, revokeToken, revokeCert } = given;
  const certificates = cert.map(file => new TextDecoder().decode(readFile(file, io)));
  if (tokenOut !== undefined) refuseExisting([tokenOut], io);
  const isChange =
    [name, status, tokenOut].some(option => option !== undefined) ||
    cert.length + revokeToken.length + revokeCert.length > 0;
  return askRegistry(given, io, async client => {
    if (isChange) {
      const done = await changeAccount(client, certificates, given, io);
      return { json: done, text: formatDone(done) };
    }
    const account = await client.getPublisher(id);
    return { json: account, text: formatAccount(account) };
  });
}

/** Revokes first: a change that fails later must not leave revoked items valid. */
async function changeAccount(client: Client, certificates: readonly string[], given: PublisherArguments, io: Io) {
  const { id, name, tokenOut, revokeToken, revokeCert, status } = given;
  if (status !== undefined) await client.changePublisher(id, { status });
  for (const token of revokeToken) await client.revokeToken(id, token);
  for (const fingerprint of revokeCert) await client.revokeCertificate(id, fingerprint);
  if (name !== undefined) await client.createPublisher({ id, name });
  const fingerprints: string[] = [];
  for (const pem of certificates) fingerprints.push((await client.addCertificate(id, pem)).fingerprint);
  if (tokenOut !== undefined) {
    const { token } = await client.createToken(id, { label: path.basename(tokenOut) });
    writeNewFile(path.resolve(io.cwd, tokenOut), `${token}\n`, 0o600);
  }
  const revoked = [...revokeToken, ...revokeCert];
  return {
    id,
    ...(status && { status }),
    isNew: name !== undefined,
    certificates: fingerprints,
    ...(revoked.length > 0 && { revoked }),
    ...(tokenOut !== undefined && { tokenFile: tokenOut }),
  };
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

function formatDone(done: Awaited<ReturnType<typeof changeAccount>>): string {
  const { id, status = 'changed', isNew, certificates, revoked = [], tokenFile } = done;
  const lines = [
    `${inert(id)}  ${isNew ? 'may publish and give feedback' : status}`,
    ...revoked.map(what => `revoked      ${inert(what)}`),
    ...certificates.map(fingerprint => `certificate  ${inert(fingerprint)}`),
    ...(tokenFile === undefined ? [] : [`token        ${inert(tokenFile)}  (keep it secret)`]),
  ];
  return lines.map(line => `${line}\n`).join('');
}
