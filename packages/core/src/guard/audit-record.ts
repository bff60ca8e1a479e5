import {
  cutInert,
  type Digest,
  inertValue,
  isJsonObject,
  type Json,
  type JsonObject,
  jcs,
  member,
  quoteInert,
  readJson,
  refusalIn,
  sha256,
  ToolmarkError,
} from '../base/index.ts';
import type { Decision } from '../describe/index.ts';

export const MAX_AUDIT_RECORD_BYTES = 65_536;
const MAX_TEXT = 1_000;

/** A place in a chain: the number of a record and its hash. */
export interface AuditLink {
  readonly seq: number;
  readonly hash: Digest;
}

/** A record in a log; it also has the members of its event. */
export interface AuditRecord extends JsonObject {
  readonly v: 1;
  readonly seq: number;
  readonly time: string;
  readonly event: string;
  readonly prev: Digest | null;
  readonly hash: Digest;
}

/** The line of a record that follows another, without its line feed, and the link that the next one follows. */
export function makeAuditRecord(
  event: AuditEvent,
  previous: AuditLink | undefined,
  time: Date,
): { readonly line: string; readonly link: AuditLink } {
  const seq = previous === undefined ? 0 : previous.seq + 1;
  // The event comes last: engines take a dozen times as long to add members behind so many others.
  const body: JsonObject = { v: 1, seq, time: time.toISOString(), prev: previous?.hash ?? null, ...event };
  const { hash, line } = sealed(body, fitting);
  return { line, link: { seq, hash } };
}

/**
 * Names come from servers and clients. None is too long for a record, and none steers the terminal of a reader: canonical JSON
 * writes bidirectional controls as they are.
 */
function fitting(value: Json): Json {
  return typeof value === 'string' ? cutInert(value, MAX_TEXT) : inertValue(value);
}

/** The hash of a record and its line. Members are written once for both, and in order, which the engine does by itself. */
function sealed(body: JsonObject, prepare: (value: Json) => Json): { hash: Digest; line: string } {
  const halves: [before: Record<string, Json>, after: Record<string, Json>] = [{}, {}];
  for (const name of Object.keys(body).sort()) put(halves[name < 'hash' ? 0 : 1], name, prepare(body[name] as Json));
  const [before, after] = [jcs(halves[0]).slice(0, -1), jcs(halves[1]).slice(1)];
  const hash = sha256(`${before},${after}`);
  return { hash, line: `${before},"hash":"${hash}",${after}` };
}

/** Plain assignment to `__proto__` would change the prototype instead of adding a member. */
function put(members: Record<string, Json>, name: string, value: Json): void {
  if (name !== '__proto__') members[name] = value;
  else Object.defineProperty(members, name, { value, enumerable: true });
}

/** A record from the bytes of its line; throws `audit.malformed` or `audit.bad-hash`. */
export function parseAuditRecord(line: Uint8Array): AuditRecord {
  if (line.length > MAX_AUDIT_RECORD_BYTES) throw malformed(`It has more than ${MAX_AUDIT_RECORD_BYTES} bytes.`);
  const record = attempt(() => readJson(line));
  if (!isJsonObject(record)) throw malformed('It is not an object.');
  refuseShape(record);
  const { hash, ...body } = record;
  const meant = attempt(() => sealed(body, value => value));
  // One record has one spelling, so that no byte of a log can change unnoticed.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line);
  if (text === meant.line) return record as AuditRecord;
  if (text !== meant.line.replace(meant.hash, String(hash))) throw malformed('It is not in canonical form.');
  throw new ToolmarkError('audit.bad-hash', 'The record does not match its hash: it was changed.');
}

function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw malformed(`It is not JSON with a canonical form (${refusalIn(error).code}).`);
  }
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const MEMBERS: Readonly<Record<string, (value: Json | undefined) => boolean>> = {
  v: value => value === 1,
  seq: value => Number.isSafeInteger(value) && Number(value) >= 0,
  time: value => typeof value === 'string' && TIME.test(value),
  event: value => typeof value === 'string' && /^[a-z][a-z-]{0,31}$/.test(value),
  prev: value => value === null || (typeof value === 'string' && DIGEST.test(value)),
  hash: value => typeof value === 'string' && DIGEST.test(value),
};

function refuseShape(record: JsonObject): void {
  const wrong = Object.keys(MEMBERS).filter(name => !MEMBERS[name]?.(member(record, name)));
  if (wrong.length > 0) throw malformed(`Missing or invalid: ${wrong.join(', ')}.`);
}

function malformed(why: string): ToolmarkError {
  return new ToolmarkError('audit.malformed', `The line is not an audit record. ${why}`);
}

/** The lock and policy in force, as digests of the files. */
export type AuditGrounds = {
  readonly lock: Digest;
  readonly policy: Digest | null;
};

export type AuditStart = AuditGrounds & {
  readonly event: 'start';
  readonly mode: 'enforce' | 'filter' | 'audit';
  /** The version of Toolmark. */
  readonly toolmark: string;
  /** The packages that are started, by server. */
  readonly packages?: Readonly<Record<string, AuditPackage>>;
};

/** The package of a server: its URL if it has one, and the digest of its dependency tree, or of the image or bundle. */
export type AuditPackage = { readonly purl?: string; readonly digest: Digest };

export type AuditDecision = AuditGrounds & {
  readonly event: 'decision';
  readonly id: string;
  readonly session: string;
  readonly server: string;
  readonly method?: string;
  readonly tool: string;
  readonly original?: string;
  readonly digest?: Digest;
  readonly link?: string;
  readonly decision: Decision;
  readonly code: string;
  readonly rule?: number;
  readonly explain: string;
  /** The keywords of the locked input schema that the arguments break. */
  readonly violations?: readonly string[];
  readonly forwarded: boolean;
  readonly shape?: Json;
  readonly args?: Json;
};

/** The events of an audit log (docs/spec/audit.md, section 2). */
export type AuditEvent =
  | AuditStart
  | AuditDecision
  | { readonly event: 'approval'; readonly id: string; readonly answer: 'allow' | 'deny' | 'none'; readonly by: string }
  | { readonly event: 'outcome'; readonly id: string; readonly ok: boolean; readonly code?: string }
  | {
      readonly event: 'withheld';
      readonly server: string;
      readonly kind: 'tool' | 'prompt' | 'resource' | 'template' | 'message';
      readonly name: string;
      readonly code: string;
    }
  | {
      readonly event: 'update';
      readonly server: string;
      readonly version: string;
      /** The digest of the attestation. */
      readonly bundle: Digest;
      /** How a person was asked; absent where the policy allows updates. */
      readonly by?: string;
    }
  | AuditRecovery
  | { readonly event: 'stop'; readonly reason: string };

export type AuditRecovery = {
  readonly event: 'recovered';
  readonly head: 'ok' | 'missing' | 'unreadable';
  readonly torn?: { readonly bytes: number; readonly digest: Digest };
  /** `SEQ:HASH` of a record that should be there and is not. */
  readonly lost?: string;
};

/** The last record that is known to have been in a log; -1 for a log that was only begun. */
export type AuditHead = AuditLink | { readonly seq: -1; readonly hash: null };

/** Always of one length, so that a head can be overwritten in place. */
export function formatAuditHead({ seq, hash }: AuditLink): string {
  return `${String(seq).padStart(16, '0')}:${hash}\n`;
}

/** `SEQ:HASH`, with or without leading zeros and a line feed. A new head is empty. */
export function parseAuditHead(text: string): AuditHead {
  if (text === '') return { seq: -1, hash: null };
  const [, seq, hash] = /^(\d{1,16}):(sha256:[0-9a-f]{64})\n?$/.exec(text) ?? [];
  if (seq !== undefined && hash !== undefined && Number.isSafeInteger(Number(seq))) {
    return { seq: Number(seq), hash: hash as Digest };
  }
  throw new ToolmarkError('audit.bad-head', `${quoteInert(text)} is not a head. Write it as SEQ:sha256:….`);
}
