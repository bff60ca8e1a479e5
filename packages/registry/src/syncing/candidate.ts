import { inert, isJsonObject, type JsonObject, member, readJson, ToolmarkError } from '@toolmark/core';
import { SERVER_LIMITS, SERVER_STATUSES, type ServerStatus } from '@toolmark/core/formats';
import { isRawObject, rawMembers, rawPairs } from './raw-json.ts';

/** An entry of another registry, not yet validated. */
export interface Candidate {
  /** Its claimed name and version, for reports. */
  readonly name: string;
  readonly version: string;
  readonly bytes: Uint8Array;
  readonly status: ServerStatus;
  readonly statusMessage?: string;
  readonly publishedAt?: number;
}

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

/** A list item: an entry as published, or `{"server", "_meta"}` as the API serves it. */
export function candidateOf(item: Uint8Array): Candidate {
  const members = isRawObject(item) ? safely(() => rawMembers(item)) : undefined;
  const server = members?.get('server');
  const isShown = server !== undefined && isRawObject(server) && members?.has('name') === false;
  if (!isShown) return { ...identityOf(item), bytes: item, status: 'active' };
  return { ...identityOf(server), bytes: server, ...officialFacts(members?.get('_meta')) };
}

/** Also for entries that the strict reader refuses, because reports need a name. */
function identityOf(entry: Uint8Array) {
  const pairs = (isRawObject(entry) ? safely(() => rawPairs(entry)) : undefined) ?? [];
  const text = (wanted: string) => {
    const [, raw] = pairs.find(([key]) => key === wanted) ?? [];
    if (raw === undefined) return '';
    const written = Buffer.from(raw.subarray(0, 2 * SERVER_LIMITS.maxName)).toString('utf8');
    const value = safely(() => readJson(raw));
    return inert((typeof value === 'string' ? value : written).slice(0, SERVER_LIMITS.maxName));
  };
  return { name: text('name'), version: text('version') };
}

/** The other registry's metadata. Unreadable metadata counts as missing. */
function officialFacts(raw: Uint8Array | undefined): Omit<Candidate, 'name' | 'version' | 'bytes'> {
  const meta = raw === undefined ? undefined : safely(() => readJson(raw));
  const facts = meta !== undefined && isJsonObject(meta) ? member(meta, OFFICIAL) : undefined;
  const official: JsonObject = facts !== undefined && isJsonObject(facts) ? facts : {};
  const { status: given, statusMessage, publishedAt } = official;
  const status = SERVER_STATUSES.find(one => one === given) ?? 'active';
  const time = typeof publishedAt === 'string' ? Date.parse(publishedAt) : Number.NaN;
  const isSaid = typeof statusMessage === 'string' && statusMessage !== '' && status !== 'active';
  return {
    status,
    ...(isSaid ? { statusMessage: statusMessage.replaceAll('\0', '').slice(0, SERVER_LIMITS.maxStatusMessage) } : {}),
    ...(Number.isSafeInteger(time) && time >= 0 ? { publishedAt: time } : {}),
  };
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ToolmarkError) return undefined;
    throw error;
  }
}
