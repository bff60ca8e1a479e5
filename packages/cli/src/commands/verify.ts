import {
  type Digest,
  parseRevocations,
  parseTrust,
  ToolmarkError,
  type VerifyResult,
  verifyDocument,
} from '@toolmark/core';
import type { Trust } from '@toolmark/core/sign';
import { readFile } from '../files/read-file.ts';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';
import { formatVerdict } from '../render/verify-text.ts';

export interface VerifyArguments {
  readonly file: string;
  readonly trust: readonly string[];
  readonly intermediate: readonly string[];
  readonly crl: readonly string[];
  readonly pin: readonly string[];
  readonly revoked: readonly string[];
  readonly requireCrl: boolean;
  readonly at?: string;
  /** In milliseconds. */
  readonly maxAge?: number;
  readonly require?: 'toolmark';
  readonly format: 'text' | 'json';
}

/** Verifies a signature and its certificate chain, offline. */
export async function runVerify(given: VerifyArguments, io: Io): Promise<number> {
  const now = given.at === undefined ? io.now : parseTime(given.at);
  const trust = readTrust(given, io);
  const bytes = readFile(given.file, io);
  const result = await verifyDocument(bytes, {
    trust,
    now,
    ...(given.require === undefined ? {} : { require: given.require }),
    ...(given.maxAge === undefined ? {} : { maxAgeMs: given.maxAge }),
  });
  io.out(given.format === 'json' ? formatJson(toJson(result)) : formatVerdict(given.file, result, io.hasColor));
  return result.outcome === 'trusted' ? EXIT.yes : EXIT.no;
}

function readTrust(given: VerifyArguments, io: Io): Trust {
  const read = (files: readonly string[]): Uint8Array[] => files.map(file => readFile(file, io, 4 * 1024 * 1024));
  return parseTrust({
    roots: read(given.trust),
    intermediates: read(given.intermediate),
    crls: read(given.crl),
    pins: given.pin.map(parsePin),
    revocations: read(given.revoked).flatMap(parseRevocations),
    requireCrl: given.requireCrl,
  });
}

/** Absent members are null, so that scripts can rely on them. */
function toJson({ outcome, profile, uncovered, signer, claimedTime, findings }: VerifyResult): object {
  return {
    outcome,
    profile: profile ?? null,
    uncovered,
    signer: signer ?? null,
    claimedTime: claimedTime ?? null,
    findings,
  };
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new ToolmarkError('usage.time', 'Write the time as 2026-01-31 or 2026-01-31T12:00:00Z.');
}

function parsePin(text: string): Digest {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return text as Digest;
  throw new ToolmarkError('usage.pin', 'Write a pin as "sha256:" and 64 lower-case hexadecimal digits.');
}
