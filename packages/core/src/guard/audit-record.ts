import {
  cutInert,
  type Digest,
  inertValue,
  isJsonObject,
  type Json,
  type JsonObject,
  jcs,
  member,
  readJson,
  refusalIn,
  sha256,
  ToolmarkError,
} from '../base/index.ts';
import type { AuditEvent } from './audit-event.ts';

export const MAX_AUDIT_RECORD_BYTES = 65_536;
const MAX_TEXT = 1_000;

/** A place in a chain: the number of a record and its hash. */
export interface AuditLink {
  readonly seq: number;
  readonly hash: Digest;
}

/** A record as it stands in a log; beside these members it has those of its event. */
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
  if (!isJsonObject(record)) throw malformed('It is no object.');
  refuseShape(record);
  const { hash, ...body } = record;
  const meant = attempt(() => sealed(body, value => value));
  // One record has one spelling, so that no byte of a log can change unnoticed.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line);
  if (text === meant.line) return record as AuditRecord;
  if (text !== meant.line.replace(meant.hash, String(hash))) throw malformed('It is not in canonical form.');
  throw new ToolmarkError('audit.bad-hash', 'The record is not what its hash says: it was changed.');
}

function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw malformed(`It is not JSON that has one canonical form (${refusalIn(error).code}).`);
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
  if (wrong.length > 0) throw malformed(`Missing or not as they must be: ${wrong.join(', ')}.`);
}

function malformed(why: string): ToolmarkError {
  return new ToolmarkError('audit.malformed', `The line is no record of an audit log. ${why}`);
}
