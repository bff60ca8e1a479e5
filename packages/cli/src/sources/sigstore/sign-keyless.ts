import { generateKeyPairSync } from 'node:crypto';
import { inert, ToolmarkError } from '@toolmark/core';
import { signPayload, toBundle } from '@toolmark/core/attestation';
import type { Io } from '../../io.ts';
import { type Service, serviceAt } from './ask-service.ts';
import { askForCertificate } from './fulcio.ts';
import { findIdentityToken } from './identity-token.ts';
import { askForLogEntry } from './rekor.ts';
import { askForTimestamp } from './timestamp.ts';

export interface KeylessOptions {
  /** A file with the OIDC token, or `-`; by default that of the CI job. */
  readonly identityToken?: string;
  readonly fulcio?: string;
  readonly rekor?: string;
  readonly tsa?: string;
}

/** The public services of Sigstore. */
const PUBLIC = {
  fulcio: 'https://fulcio.sigstore.dev',
  rekor: 'https://rekor.sigstore.dev',
  tsa: 'https://timestamp.sigstore.dev',
};

/** Signs with a key that exists only for this, and a certificate for the identity of a token. */
export async function signKeyless(payload: Uint8Array, options: KeylessOptions, io: Io): Promise<Uint8Array> {
  const services = findServices(options, io);
  const token = await findIdentityToken(options.identityToken, io);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = await askForCertificate(services.fulcio, token, keys);
  const signature = signPayload(payload, keys.privateKey);
  const signed = { payload, signature, certificate };
  const [timestamp, entry] = await Promise.all([
    services.tsa && askForTimestamp(services.tsa, signature),
    services.rekor && askForLogEntry(services.rekor, signed),
  ]);
  // Logs of version 2 say no time.
  if (timestamp === undefined && entry?.promise === undefined) throw noTime();
  return toBundle({
    ...signed,
    timestamps: timestamp === undefined ? [] : [timestamp],
    logEntries: entry === undefined ? [] : [entry],
  });
}

interface Services {
  readonly fulcio: Service;
  readonly rekor: Service | undefined;
  readonly tsa: Service | undefined;
}

/** If one service is given, no public service is used. */
function findServices({ fulcio, rekor, tsa }: KeylessOptions, io: Io): Services {
  const isPublic = fulcio === undefined && rekor === undefined && tsa === undefined;
  if (isPublic) io.stderr(`Your identity and the digest of the attestation are published in ${inert(PUBLIC.rekor)}.\n`);
  const named = isPublic ? PUBLIC : { fulcio, rekor, tsa };
  if (named.fulcio === undefined || (named.rekor === undefined && named.tsa === undefined)) throw noTime();
  return {
    fulcio: serviceAt('Fulcio', named.fulcio),
    rekor: named.rekor === undefined ? undefined : serviceAt('Rekor', named.rekor),
    tsa: named.tsa === undefined ? undefined : serviceAt('timestamp authority', named.tsa),
  };
}

function noTime(): ToolmarkError {
  const message = 'Pass --fulcio, and --tsa or --rekor: without a proven time, its certificate is worth nothing.';
  return new ToolmarkError('attest.no-service', message);
}
