import { isJsonObject, type Json, type JsonObject, quoteInert, readJson } from '../../base/index.ts';
import { below, hasMember, listAt, memberAt, objectAt, type Place, refusal, textAt } from './strict-members.ts';

export const STATEMENT_V1 = 'https://in-toto.io/Statement/v1';
const STATEMENT_V01 = 'https://in-toto.io/Statement/v0.1';

/** An in-toto Statement: a predicate about subjects. */
export interface Statement {
  readonly type: string;
  readonly subject: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: JsonObject;
}

export interface Subject {
  /** Absent where the statement does not name it. */
  readonly name?: string;
  /** Algorithm to digest, such as `sha512` to hexadecimal digits. Never empty. */
  readonly digest: ReadonlyMap<string, string>;
}

export const MAX_SUBJECTS = 256;

const ROOT: Place = { code: 'statement.malformed', pointer: '' };

/** Reads a statement strictly, once. Throws `json.*` or `statement.*`. */
export function parseStatement(payload: Uint8Array): Statement {
  const value = objectAt(readJson(payload), ROOT, ['_type', 'subject', 'predicateType', 'predicate']);
  const [type, typePlace] = memberAt(value, '_type', ROOT);
  if (type !== STATEMENT_V1 && type !== STATEMENT_V01) {
    const shown = typeof type === 'string' ? quoteInert(type) : 'This';
    throw refusal({ ...typePlace, code: 'statement.type' }, `${shown} is not a known type of statement.`);
  }
  return {
    type,
    subject: parseSubjects(...memberAt(value, 'subject', ROOT)),
    predicateType: textAt(...memberAt(value, 'predicateType', ROOT), 512),
    predicate: parsePredicate(...memberAt(value, 'predicate', ROOT)),
  };
}

function parsePredicate(value: Json | undefined, place: Place): JsonObject {
  if (!isJsonObject(value)) throw refusal(place, 'Expected an object here.');
  return value;
}

function parseSubjects(value: Json | undefined, place: Place): Subject[] {
  if (Array.isArray(value) && value.length > MAX_SUBJECTS) {
    const message = `The statement has ${value.length} subjects; the limit is ${MAX_SUBJECTS}.`;
    throw refusal({ ...place, code: 'statement.too-many-subjects' }, message);
  }
  const subjects = listAt(value, place, MAX_SUBJECTS);
  if (subjects.length === 0) throw refusal(place, 'The statement has no subject.');
  return subjects.map((subject, index) => parseSubject(subject, below(place, index)));
}

function parseSubject(value: Json, place: Place): Subject {
  const subject = objectAt(value, place, ['name', 'digest']);
  const digest = parseDigests(...memberAt(subject, 'digest', place));
  if (!hasMember(subject, 'name')) return { digest };
  return { name: textAt(...memberAt(subject, 'name', place)), digest };
}

function parseDigests(value: Json | undefined, place: Place): ReadonlyMap<string, string> {
  if (!isJsonObject(value)) throw refusal(place, 'Expected an object of digests here.');
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > 16) throw refusal(place, 'Expected one to 16 digests here.');
  return new Map(entries.map(([name, digest]) => [name, textAt(digest, below(place, name), 256)]));
}
