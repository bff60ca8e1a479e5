import {
  type Digest,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  ToolmarkError,
} from '../base/index.ts';
import { isDigest } from './revocation.ts';

export const ADVISORY_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;

export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number];

/** A confirmed incident, and the definitions it is about. */
export interface Advisory {
  readonly id: string;
  readonly severity: AdvisorySeverity;
  readonly summary: string;
  readonly digests: readonly Digest[];
  /** For people alone: a name never denies. */
  readonly tool?: string;
  /** The incident was taken back; the entry denies nothing. */
  readonly withdrawn?: true;
}

/** The incidents of a registry, with an expiry. */
export interface AdvisoryStatement {
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly advisories: readonly Advisory[];
}

/** Parsed advisories, indexed for lookup. */
export interface AdvisoryList extends AdvisoryStatement {
  /** Denying entries by definition digest. */
  readonly standing: ReadonlyMap<Digest, Advisory>;
}

const MAX_ADVISORIES = 10_000;
const MAX_DIGESTS_EACH = 1_000;
const MAX_DIGESTS = 50_000;
const MAX_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** The list without its signature (docs/spec/advisories.md, section 1); throws `advisories.malformed` or `.version`. */
export function parseAdvisories(list: Json): AdvisoryList {
  if (!isJsonObject(list)) throw malformed('it is not an object');
  refuseOtherVersion(list);
  refuseUnknown(list, ['v', 'issuedAt', 'expiresAt', 'advisories']);
  const [issuedAt, expiresAt] = [parseTime(list, 'issuedAt'), parseTime(list, 'expiresAt')];
  const lifeMs = Date.parse(expiresAt) - Date.parse(issuedAt);
  if (lifeMs <= 0 || lifeMs > MAX_LIFE_MS) throw malformed('it does not expire within seven days after it was issued');
  const advisories = parseEntries(member(list, 'advisories'));
  return { issuedAt, expiresAt, advisories, standing: indexStanding(advisories) };
}

/** The advisory that denies a definition. */
export function findAdvisory(list: AdvisoryList, digest: Digest): Advisory | undefined {
  return list.standing.get(digest);
}

/** A list of another version may be signed in another way, so the version is checked first. */
export function refuseOtherVersion(list: JsonObject): void {
  const version = member(list, 'v');
  if (version === 1) return;
  if (typeof version !== 'number') throw malformed('"v" is not a number');
  throw new ToolmarkError(
    'advisories.version',
    `The advisories are of version ${version}. Update Toolmark to read them.`,
  );
}

function parseEntries(entries: Json | undefined): readonly Advisory[] {
  if (!Array.isArray(entries)) throw malformed('"advisories" is not a list');
  if (entries.length > MAX_ADVISORIES) throw malformed(`it has more than ${MAX_ADVISORIES} advisories`);
  const advisories = entries.map(parseEntry);
  if (new Set(advisories.map(({ id }) => id)).size < advisories.length) throw malformed('two advisories have one id');
  const digests = advisories.reduce((sum, advisory) => sum + advisory.digests.length, 0);
  if (digests > MAX_DIGESTS) throw malformed(`it has more than ${MAX_DIGESTS} digests`);
  return advisories;
}

function parseEntry(entry: Json): Advisory {
  if (!isJsonObject(entry)) throw malformed('an advisory is not an object');
  refuseUnknown(entry, ['id', 'severity', 'summary', 'digests', 'tool', 'withdrawn']);
  const [tool, withdrawn] = [member(entry, 'tool'), member(entry, 'withdrawn')];
  if (withdrawn !== undefined && withdrawn !== true) throw malformed('"withdrawn" is something else than true');
  return {
    id: parseId(entry),
    severity: parseSeverity(entry),
    summary: parseText(entry, 'summary', 1000),
    digests: parseDigests(entry),
    ...(tool === undefined ? {} : { tool: parseText(entry, 'tool', 256) }),
    ...(withdrawn === undefined ? {} : { withdrawn }),
  };
}

function parseId(entry: JsonObject): string {
  const id = member(entry, 'id');
  if (typeof id === 'string' && /^[A-Za-z0-9._:-]{1,64}$/.test(id)) return id;
  throw malformed('an id is not 1 to 64 letters, digits, ".", "_", ":" and "-"');
}

function parseSeverity(entry: JsonObject): AdvisorySeverity {
  const severity = ADVISORY_SEVERITIES.find(word => word === member(entry, 'severity'));
  if (severity !== undefined) return severity;
  throw malformed(`a severity is not one of ${ADVISORY_SEVERITIES.join(', ')}`);
}

function parseText(entry: JsonObject, name: string, maxLength: number): string {
  const text = member(entry, name);
  if (typeof text === 'string' && text !== '' && text.length <= maxLength) return text;
  throw malformed(`"${name}" is not a text of 1 to ${maxLength} characters`);
}

function parseDigests(entry: JsonObject): readonly Digest[] {
  const digests = member(entry, 'digests');
  if (!Array.isArray(digests) || digests.length === 0 || digests.length > MAX_DIGESTS_EACH) {
    throw malformed(`"digests" is not a list of 1 to ${MAX_DIGESTS_EACH} digests`);
  }
  return digests.map(digest => {
    if (typeof digest === 'string' && isDigest(digest)) return digest;
    throw malformed('a digest is not "sha256:" and 64 lower-case hexadecimal digits');
  });
}

/** Dates that do not exist would be moved to ones that do, by each reader in its own way. */
function parseTime(list: JsonObject, name: string): string {
  const time = member(list, name);
  const isWritten = typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(time);
  const instant = isWritten ? Date.parse(time) : Number.NaN;
  if (isWritten && !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(time.slice(0, 19))) return time;
  throw malformed(`"${name}" is not a time of the form 2026-01-31T12:00:00Z`);
}

function indexStanding(advisories: readonly Advisory[]): ReadonlyMap<Digest, Advisory> {
  const standing = new Map<Digest, Advisory>();
  for (const advisory of advisories.filter(({ withdrawn }) => withdrawn !== true)) {
    for (const digest of advisory.digests) if (!standing.has(digest)) standing.set(digest, advisory);
  }
  return standing;
}

export function refuseUnknown(object: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(object).find(key => !known.includes(key));
  if (unknown !== undefined) throw malformed(`the member ${quoteInert(unknown)} is not known`);
}

export function malformed(reason: string): ToolmarkError {
  return new ToolmarkError('advisories.malformed', `This is not a list of advisories: ${reason}.`);
}
