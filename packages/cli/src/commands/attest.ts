import path from 'node:path';
import { type Digest, inert, type JsonObject, readJson, ToolmarkError } from '@toolmark/core';
import {
  attestationStatement,
  bundleDigest,
  digestsOfSnapshot,
  type NamedSubject,
  packageSubjects,
  type SurfaceAttestation,
  surfaceSubject,
} from '@toolmark/core/attestation';
import { writeReport } from '../files/write-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { type AttestedOptions, type AttestedServer, askAttestedServer } from '../sources/attested-server.ts';
import { versionOfSpec } from '../sources/package-spec.ts';
import { type KeyOptions, signWithKey } from '../sources/sign-with-key.ts';
import { type KeylessOptions, signKeyless } from '../sources/sigstore/sign-keyless.ts';
import { version } from '../version.ts';

export interface AttestOptions extends AttestedOptions, Partial<KeyOptions>, KeylessOptions {
  readonly keyless: boolean;
  readonly inside: boolean;
  readonly superset: boolean;
  readonly output?: string;
  readonly format: 'text' | 'json';
}

/** Signs which package shows which tools. */
export async function runAttest(given: AttestOptions, io: Io): Promise<number> {
  refuseUnclear(given);
  const server = await askAttestedServer(given, io, { hasPackage: !given.inside });
  noteVariants(server, io);
  const subject = subjectOf(server, given);
  const payload = attestationStatement(attestationOf(server, subject, given, io));
  const { key } = given;
  const bundle =
    key === undefined ? await signKeyless(payload, given, io) : await signWithKey(payload, { ...given, key }, io);
  writeBundle(bundle, server.surfaceDigest, subject, given, io);
  return EXIT.yes;
}

function refuseUnclear({
  key,
  cert,
  keyless,
  identityToken,
  fulcio,
  rekor,
  tsa,
  inside,
  ...given
}: AttestOptions): void {
  if (keyless === (key !== undefined))
    throw new ToolmarkError(
      'attest.signer',
      'Pass --key FILE, with --cert FILE if it has a certificate, or --keyless.',
    );
  if (keyless && cert !== undefined) throw new ToolmarkError('attest.signer', '--cert belongs to --key.');
  if (!keyless && [identityToken, fulcio, rekor, tsa].some(option => option !== undefined))
    throw new ToolmarkError('attest.signer', '--identity-token, --fulcio, --rekor and --tsa belong to --keyless.');
  if (inside && (given.package === undefined || given.command === undefined))
    throw new ToolmarkError('attest.not-pinned', '--inside needs --package NAME@VERSION and "-- COMMAND".');
}

/** An attestation names one definition for each item. */
function noteVariants({ snapshot }: AttestedServer, io: Io): void {
  const { variants, instructionVariants = [] } = snapshot.views ?? {};
  const count = Object.values(variants ?? {}).flat().length + instructionVariants.length;
  if (count > 0) io.stderr(`Not attested: ${count} definitions that only some clients see.\n`);
}

function subjectOf(
  { package: bound, tree, surfaceDigest }: AttestedServer,
  { package: spec }: AttestOptions,
): readonly NamedSubject[] {
  if (bound !== undefined) return packageSubjects(bound, surfaceDigest, tree);
  return [surfaceSubject(versionOfSpec(spec ?? ''), surfaceDigest)];
}

/** Arguments are left out: they may be secret, and differ from user to user. */
function attestationOf(
  { snapshot, package: bound, isStarted, env }: AttestedServer,
  subject: readonly NamedSubject[],
  { superset }: AttestOptions,
  io: Io,
): SurfaceAttestation {
  const isStored = isStarted && bound !== undefined;
  return {
    subject,
    surface: digestsOfSnapshot(snapshot),
    ...(isStored && 'tree' in bound ? { packages: bound.tree } : {}),
    ...(env === undefined
      ? {}
      : { launch: { ...(isStored && 'bin' in bound ? { bin: bound.bin } : {}), args: [], env } }),
    completeness: superset ? 'superset' : 'exact',
    ...(snapshot.serverInfo === undefined ? {} : { serverInfo: snapshot.serverInfo }),
    observedAt: io.now.toISOString(),
    generator: `toolmark ${version}`,
  };
}

function writeBundle(
  bytes: Uint8Array,
  surfaceDigest: Digest,
  subject: readonly NamedSubject[],
  { output, format }: AttestOptions,
  io: Io,
): void {
  const text = new TextDecoder().decode(bytes);
  const isFile = output !== undefined && output !== '-';
  if (isFile) writeReport(path.resolve(io.cwd, output), text);
  if (format === 'json') {
    const subjects = subject.map(({ name, digest }) => ({ name, digest: Object.fromEntries(digest) }));
    io.out(formatJson({ bundle: readJson(bytes) as JsonObject, surfaceDigest, subjects }));
  } else if (!isFile) {
    io.out(`${text}\n`);
  } else {
    const names = [...new Set(subject.map(({ name }) => name))].map(name => `  package  ${inert(name)}\n`);
    io.out(
      `Wrote ${inert(output)}.\n${names.join('')}  surface  ${surfaceDigest}\n  bundle   ${bundleDigest(bytes)}\n`,
    );
  }
}
