import {
  type Digest,
  parseRevocations,
  parseTrust,
  ToolmarkError,
  type Trust,
  type VerifyResult,
  verifyDocument,
} from '@toolmark/core';
import { EXIT, type Io } from '../io.ts';
import { formatJson } from '../print-json.ts';
import { readFile } from '../read-file.ts';
import { formatVerdict } from './verify-text.ts';

export interface VerifyArguments {
  readonly file: string;
  readonly trust: readonly string[];
  readonly intermediate: readonly string[];
  readonly crl: readonly string[];
  readonly pin: readonly Digest[];
  readonly revoked: readonly string[];
  readonly requireCrl: boolean;
  readonly at?: Date;
  readonly maxAgeMs?: number;
  readonly require?: 'toolmark';
  readonly format: 'text' | 'json';
}

/** Who signed a document, and whether to trust them. Works offline: everything it may rely on is given. */
export async function runVerify(given: VerifyArguments, io: Io): Promise<number> {
  const trust = readTrust(given, io);
  const bytes = readFile(given.file, io);
  const result = await verifyDocument(bytes, {
    trust,
    now: given.at ?? io.now,
    ...(given.require === undefined ? {} : { require: given.require }),
    ...(given.maxAgeMs === undefined ? {} : { maxAgeMs: given.maxAgeMs }),
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
    pins: given.pin,
    revocations: read(given.revoked).flatMap(parseRevocations),
    requireCrl: given.requireCrl,
  });
}

/** Absent members are spelled out as null, so that scripts need not ask whether they are there. */
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

export function parseTime(text: string): Date {
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new ToolmarkError('usage.time', 'A time is written as 2026-01-31 or 2026-01-31T12:00:00Z.');
}

export function parsePin(text: string): Digest {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return text as Digest;
  throw new ToolmarkError('usage.pin', 'A pin is "sha256:" and 64 lower-case hexadecimal digits.');
}
