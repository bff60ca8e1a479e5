import type { KeyObject } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { type SignedEntity, type TrustMaterial, toSignedEntity, VerificationError, Verifier } from '@sigstore/verify';
import { type Finding, type Json, quoteInert } from '../../base/index.ts';
import { encodeBase64 } from '../base64.ts';
import { bytesToHex } from '../der.ts';
import { areEqual } from '../signed-structure.ts';
import { BUNDLE_MEDIA_TYPE, type Bundle, type LogEntry } from './bundle.ts';
import { AT_LOG_ENTRIES, AT_TIMESTAMPS, bundleFault } from './bundle-fault.ts';
import type { Thresholds } from './bundle-trust.ts';
import { checkpointOf } from './checkpoint.ts';
import { expectedDigest, matchLogEntry } from './logged-signature.ts';
import { isSignedBy } from './signature-scheme.ts';
import { isWithin, type Log, type Span, type TrustedRoot } from './trusted-root.ts';
import { bundleMessage } from './write-bundle.ts';

/** What log entries and timestamps prove about a signature: times at which it existed. */
export interface Evidence {
  readonly times: readonly Date[];
  readonly findings: readonly Finding[];
}

/** The key or certificate whose signature is proven. */
export interface ProvenSigner {
  readonly key: KeyObject;
  /** The certificate, or the key as SPKI, in DER: as logs have it. */
  readonly der: Uint8Array;
  /** When a plain key is valid; a certificate says it itself. */
  readonly span?: Span;
}

/**
 * Log entries and timestamps of a bundle whose signature is known to hold. What the library leaves open is checked
 * before it is called, and nothing that is unchecked reaches it: names of checkpoints, duplicates, kinds of entries,
 * signers of entries, spans of log keys (docs/spec/provenance.md, section 4).
 */
export function checkEvidence(
  bundle: Bundle,
  signer: ProvenSigner,
  root: TrustedRoot,
  thresholds: Thresholds,
  now: Date,
): Evidence {
  const findings = [
    ...findDuplicates(bundle),
    ...bundle.logEntries.flatMap(entry => checkEntry(entry, bundle, signer, root)),
  ];
  if (findings.length > 0) return { times: [], findings };
  const read = tryRead(bundle, signer, root);
  if ('code' in read) return { times: [], findings: [read] };
  const { entity, proven } = read;
  const against = [...countEvidence(bundle, proven, thresholds), ...checkTimes(proven, bundle, root, now)];
  if (against.length > 0) return { times: [], findings: against };
  const refused = askLibrary(entity, signer, root, thresholds);
  return refused === undefined
    ? { times: proven.map(({ time }) => time), findings: [] }
    : { times: [], findings: [refused] };
}

/** The same evidence twice counts for nothing, so it is not there for an honest reason. */
function findDuplicates({ logEntries, timestamps }: Bundle): Finding[] {
  const entries = logEntries.flatMap(({ logId, logIndex, body }) => {
    const log = encodeBase64(logId);
    return [`${log} ${logIndex}`, `${log} ${encodeBase64(body)}`];
  });
  const times = timestamps.map(encodeBase64);
  return [
    ...(new Set(entries).size < entries.length
      ? [bundleFault('log-entry-duplicate', 'The bundle has the same log entry twice.', AT_LOG_ENTRIES)]
      : []),
    ...(new Set(times).size < times.length
      ? [bundleFault('timestamp-duplicate', 'The bundle has the same timestamp twice.', AT_TIMESTAMPS)]
      : []),
  ];
}

function checkEntry(entry: LogEntry, bundle: Bundle, signer: ProvenSigner, root: TrustedRoot): Finding[] {
  const logs = logsOf(entry, root);
  if (logs.length === 0)
    return [bundleFault('log-unknown', 'The trusted root does not have the log of an entry.', AT_LOG_ENTRIES)];
  const match = matchLogEntry(entry, bundle, signer.der);
  if (match === 'unsupported') {
    const kind = quoteInert(`${entry.kind} ${entry.version}`);
    return [bundleFault('log-entry-unsupported', `Log entries of the kind ${kind} are not supported.`, AT_LOG_ENTRIES)];
  }
  if (match === 'mismatch') {
    return [
      bundleFault('log-entry-mismatch', 'A log entry is about another signature, payload or signer.', AT_LOG_ENTRIES),
    ];
  }
  if (entry.proof === undefined || checkpointOf(entry.proof, logs) !== undefined) return [];
  const message = 'The checkpoint of an inclusion proof is malformed, differs from the proof, or is not of the log.';
  return [bundleFault('checkpoint', message, AT_LOG_ENTRIES)];
}

function logsOf({ logId }: LogEntry, { logs }: TrustedRoot): readonly Log[] {
  return logs.filter(({ id }) => areEqual(id, logId));
}

/** The bundle as the library reads it, made from checked parts only, and the times in it. */
interface ReadEvidence {
  readonly entity: SignedEntity;
  readonly proven: readonly ProvenTime[];
}

function tryRead(bundle: Bundle, signer: ProvenSigner, root: TrustedRoot): ReadEvidence | Finding {
  try {
    const read = toSignedEntity(bundleFromJSON(messageOf(bundle, root)));
    const entity = { ...read, signature: signatureContent(bundle, signer, read.signature) };
    return { entity, proven: timesOf(entity) };
  } catch (error) {
    return bundleFault('evidence-malformed', `The evidence cannot be read: ${reasonOf(error)}`, AT_TIMESTAMPS);
  }
}

type SignatureContent = SignedEntity['signature'];

/** The library verifies every EC key with SHA-256, and entries of hashes against the wrong bytes. */
function signatureContent(bundle: Bundle, signer: ProvenSigner, { signature }: SignatureContent): SignatureContent {
  const digests = (['payload', 'pae'] as const).map(covers => expectedDigest(bundle, covers));
  return {
    signature,
    compareSignature: given => areEqual(given, bundle.signature),
    compareDigest: given => digests.some(digest => areEqual(given, digest)),
    verifySignature: key => key.equals(signer.key) && isSignedBy(bundle, key),
  };
}

const FIRST_MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle+json;version=0.1';

/** For the library, with nothing in checkpoints but what was checked. */
function messageOf(bundle: Bundle, root: TrustedRoot): Json {
  // Only version 0.1 has entries with a promise alone.
  const isFirst = bundle.logEntries.some(({ proof }) => proof === undefined);
  const mediaType = isFirst ? FIRST_MEDIA_TYPE : BUNDLE_MEDIA_TYPE;
  const logEntries = bundle.logEntries.map(entry => withCheckedCheckpoint(entry, root));
  return bundleMessage({ ...bundle, mediaType, logEntries });
}

function withCheckedCheckpoint(entry: LogEntry, root: TrustedRoot): LogEntry {
  if (entry.proof === undefined) return entry;
  const checkpoint = checkpointOf(entry.proof, logsOf(entry, root)) ?? '';
  return { ...entry, proof: { ...entry.proof, checkpoint } };
}

/** A time, and who says so. */
interface ProvenTime {
  readonly time: Date;
  readonly authority: string;
}

/** Until the library has verified them, these are claims. A log vouches for its time only in a promise. */
function timesOf(entity: SignedEntity): ProvenTime[] {
  return entity.timestamps.flatMap(timestamp => {
    if (timestamp.$case === 'timestamp-authority') {
      const { signingTime, signerIssuer, signerSerialNumber } = timestamp.timestamp;
      return [{ time: signingTime, authority: `${bytesToHex(signerIssuer)} ${bytesToHex(signerSerialNumber)}` }];
    }
    const { inclusionPromise, integratedTime, logId } = timestamp.tlogEntry;
    if (inclusionPromise === undefined) return [];
    return [{ time: new Date(Number(integratedTime) * 1000), authority: bytesToHex(logId.keyId) }];
  });
}

function countEvidence(bundle: Bundle, proven: readonly ProvenTime[], thresholds: Thresholds): Finding[] {
  const { logs = 0, timestamps = 0 } = thresholds;
  const logCount = new Set(bundle.logEntries.map(({ logId }) => encodeBase64(logId))).size;
  const timeCount = new Set(proven.map(({ authority }) => authority)).size;
  const missing = (what: string, has: number, needs: number): string =>
    `The bundle has ${has} of ${needs} required ${what}.`;
  return [
    ...(logCount < logs
      ? [bundleFault('log-entry-missing', missing('log entries', logCount, logs), AT_LOG_ENTRIES)]
      : []),
    ...(timeCount < timestamps
      ? [bundleFault('timestamp-missing', missing('timestamps', timeCount, timestamps), AT_TIMESTAMPS)]
      : []),
  ];
}

const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** The library does not look at the span of a log's key where there is only a proof. */
function checkTimes(proven: readonly ProvenTime[], bundle: Bundle, root: TrustedRoot, now: Date): Finding[] {
  const times = proven.length > 0 ? proven.map(({ time }) => time) : [now];
  if (times.some(time => Number.isNaN(time.getTime()))) {
    return [bundleFault('evidence-malformed', 'A timestamp has no readable time.', AT_TIMESTAMPS)];
  }
  const isFuture = times.some(time => time.getTime() > now.getTime() + CLOCK_SKEW_MS);
  const isRetired = bundle.logEntries.some(entry => {
    const logs = logsOf(entry, root);
    return !times.every(time => logs.some(log => isWithin(log, time)));
  });
  return [
    ...(isFuture
      ? [bundleFault('timestamp-future', 'A timestamp is in the future. Check the clock.', AT_TIMESTAMPS)]
      : []),
    ...(isRetired
      ? [bundleFault('log-key-expired', 'The key of a log was not valid when the entry was made.', AT_LOG_ENTRIES)]
      : []),
  ];
}

function askLibrary(
  entity: SignedEntity,
  { key, span }: ProvenSigner,
  { material }: TrustedRoot,
  { logs = 0, certificateLogs = 0, timestamps = 0 }: Thresholds,
): Finding | undefined {
  const validFor = (time: Date): boolean => span === undefined || isWithin(span, time);
  const trusted: TrustMaterial = { ...material, publicKey: () => ({ publicKey: key, validFor }) };
  const thresholds = { tlogThreshold: logs, ctlogThreshold: certificateLogs, timestampThreshold: timestamps };
  try {
    new Verifier(trusted, thresholds).verify(entity);
    return undefined;
  } catch (error) {
    return refusedByLibrary(error);
  }
}

/** Whatever it throws means "not verified". Hostile input makes it throw errors of any kind. */
function refusedByLibrary(error: unknown): Finding {
  const code = error instanceof VerificationError ? error.code : '';
  const reason = reasonOf(error);
  if (code === 'TIMESTAMP_ERROR')
    return bundleFault('timestamp-untrusted', `A timestamp is not verified: ${reason}`, AT_TIMESTAMPS);
  if (code.startsWith('TLOG'))
    return bundleFault('log-entry-untrusted', `A log entry is not verified: ${reason}`, AT_LOG_ENTRIES);
  if (code === 'CERTIFICATE_ERROR') {
    return bundleFault(
      'certificate-untrusted',
      `The certificate is not verified: ${reason}`,
      '/verificationMaterial/certificate',
    );
  }
  return bundleFault('evidence-malformed', `The evidence cannot be verified: ${reason}`, '/verificationMaterial');
}

function reasonOf(error: unknown): string {
  return quoteInert(error instanceof Error ? error.message : String(error), 200);
}
