import path from 'node:path';
import type { Account, Client, NewTrustedPublisher, TrustedPublisher } from '@toolmark/client';
import { inert } from '@toolmark/core';
import { readFile } from '../files/read-file.ts';
import { refuseExisting, writeNewFile } from '../files/write-file.ts';
import type { Io } from '../io.ts';
import { formatTable } from '../render/table.ts';
import { askRegistry, type ClientArguments } from '../sources/open-client.ts';
import { newTrustedPublisher, type TrustArguments } from '../sources/trusted-publisher-options.ts';

export interface PublisherArguments extends ClientArguments, TrustArguments {
  readonly id: string;
  /** Creates the account. */
  readonly name?: string;
  readonly cert: readonly string[];
  readonly tokenOut?: string;
  readonly revokeToken: readonly string[];
  readonly revokeCert: readonly string[];
  /** Ids of trusted publishers. */
  readonly untrustCi: readonly string[];
  readonly status?: 'active' | 'suspended';
}

/** Shows an account, or changes it: adds and revokes certificates, tokens and trust in CI jobs. */
export async function runPublisher(given: PublisherArguments, io: Io): Promise<number> {
  const { id, name, status, cert, tokenOut, revokeToken, revokeCert, trustCi, untrustCi } = given;
  const wanted = newTrustedPublisher(given);
  const certificates = cert.map(file => new TextDecoder().decode(readFile(file, io)));
  if (tokenOut !== undefined) refuseExisting([tokenOut], io);
  const isChange =
    [name, status, tokenOut, trustCi].some(option => option !== undefined) ||
    cert.length + revokeToken.length + revokeCert.length + untrustCi.length > 0;
  return askRegistry(given, io, async client => {
    if (isChange) {
      const done = await changeAccount(client, { certificates, wanted }, given, io);
      return { json: done, text: formatDone(done) };
    }
    const account = await client.getPublisher(id);
    const trustedPublishers = await client.listTrustedPublishers(id);
    const text = formatAccount(account, trustedPublishers);
    return { json: { ...account, trustedPublishers }, text };
  });
}

/** Read before anything changes. */
interface Prepared {
  readonly certificates: readonly string[];
  readonly wanted: NewTrustedPublisher | undefined;
}

/** Revokes first: a change that fails later must not leave revoked items valid. */
async function changeAccount(client: Client, { certificates, wanted }: Prepared, given: PublisherArguments, io: Io) {
  const { id, name, tokenOut, revokeToken, revokeCert, untrustCi, status } = given;
  if (status !== undefined) await client.changePublisher(id, { status });
  for (const token of revokeToken) await client.revokeToken(id, token);
  for (const fingerprint of revokeCert) await client.revokeCertificate(id, fingerprint);
  for (const trusted of untrustCi) await client.removeTrustedPublisher(trusted);
  if (name !== undefined) await client.createPublisher({ id, name });
  const fingerprints: string[] = [];
  for (const pem of certificates) fingerprints.push((await client.addCertificate(id, pem)).fingerprint);
  const trusted = wanted && (await client.addTrustedPublisher(wanted));
  if (tokenOut !== undefined) {
    const { token } = await client.createToken(id, { label: path.basename(tokenOut) });
    writeNewFile(path.resolve(io.cwd, tokenOut), `${token}\n`, 0o600);
  }
  const revoked = [...revokeToken, ...revokeCert, ...untrustCi];
  return {
    id,
    ...(status && { status }),
    isNew: name !== undefined,
    certificates: fingerprints,
    ...(revoked.length > 0 && { revoked }),
    ...(trusted && { trustedPublisher: trusted }),
    ...(tokenOut !== undefined && { tokenFile: tokenOut }),
  };
}

function formatAccount(
  { id, name, status, permissions, tokens, certificates }: Account,
  trusted: readonly TrustedPublisher[],
): string {
  const state = (revokedAt: string | null): string => (revokedAt === null ? 'active' : `revoked ${revokedAt}`);
  return formatTable(
    [
      ['account', id, ''],
      ['name', name, ''],
      ['status', status, ''],
      ['may', permissions.join(', '), ''],
      ...tokens.map(({ id: token, label, revokedAt }) => ['token', token, `${state(revokedAt)}  ${label}`]),
      ...certificates.map(({ fingerprint, revokedAt }) => ['certificate', fingerprint, state(revokedAt)]),
      ...trusted.map(one => ['trusts CI', one.id, jobsOf(one)]),
    ],
    80,
  );
}

/** Which jobs, and where they publish. */
function jobsOf({ namespace, issuer, claims }: TrustedPublisher): string {
  const { repository, workflow_ref: workflow, environment } = claims;
  const jobs = [
    workflow === undefined ? `every workflow of ${repository}` : workflow,
    ...(environment === undefined ? [] : [`environment ${environment}`]),
  ];
  return `${namespace}  ${jobs.join(', ')}  (${issuer})`;
}

function formatDone(done: Awaited<ReturnType<typeof changeAccount>>): string {
  const { id, status = 'changed', isNew, certificates, revoked = [], tokenFile, trustedPublisher: trusted } = done;
  const lines = [
    `${inert(id)}  ${isNew ? 'may publish and give feedback' : status}`,
    ...revoked.map(what => `revoked      ${inert(what)}`),
    ...certificates.map(fingerprint => `certificate  ${inert(fingerprint)}`),
    ...(trusted === undefined ? [] : [`trusts CI    ${inert(trusted.id)}  ${inert(jobsOf(trusted))}`]),
    ...(tokenFile === undefined ? [] : [`token        ${inert(tokenFile)}  (keep it secret)`]),
  ];
  return lines.map(line => `${line}\n`).join('');
}
