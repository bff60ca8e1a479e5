import { isJsonObject, member, parseUrl, quoteInert, readJson, ToolmarkError } from '@toolmark/core';
import type { Reader } from '../database/connection.ts';
import { readJsonSetting } from '../database/settings.ts';
import type { Registry } from '../registry.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { rawItems, rawMembers } from './raw-json.ts';
import { type Progress, progressKey, type SyncPage } from './sync-servers.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const LIMIT = 100;
const PATIENCE_MS = 60_000;
const MAX_PAGE_BYTES = 64 * 1024 * 1024;
/** Clocks differ: changes from shortly before the last pass are requested again. */
const OVERLAP_MS = 5 * 60_000;

/**
 * The entries of another MCP Registry, page by page: all of them on the first pass, then the changes since the last pass
 * began. An interrupted pass resumes after its last page. Throws `sync.*`.
 */
export async function* upstreamPages(
  { database, now }: Registry,
  from: string,
  fetchPage: Fetch = (url, init) => fetch(url, init),
): AsyncGenerator<SyncPage> {
  const address = addressOf(from);
  const kept = await readProgress(database.reader, address);
  const startedAt = kept.startedAt ?? new Date(now().getTime() - OVERLAP_MS).toISOString();
  const pass: Progress = { source: address, since: kept.since, startedAt };
  let cursor = kept.cursor;
  for (;;) {
    const page: UpstreamPage = await pageAfter(fetchPage, pass, cursor, cursor !== undefined && cursor === kept.cursor);
    const { nextCursor, candidates } = page;
    if (nextCursor === undefined) {
      yield { candidates, progress: { source: address, since: startedAt } };
      return;
    }
    if (nextCursor === cursor) throw new ToolmarkError('sync.circle', 'The pages of the other registry repeat.');
    yield { candidates, progress: { ...pass, cursor: nextCursor } };
    cursor = nextCursor;
  }
}

async function readProgress(db: Reader, source: string): Promise<Progress> {
  const value = (await readJsonSetting(db, progressKey(source))) ?? {};
  const text = (key: string) => {
    const found = member(value, key);
    return typeof found === 'string' ? found : undefined;
  };
  return { source, since: text('since'), startedAt: text('startedAt'), cursor: text('cursor') };
}

/** Accepts an address with or without the path of the API. */
function addressOf(from: string): string {
  const url = parseUrl(from);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ToolmarkError('sync.address', `${quoteInert(from)} is not an address such as https://registry.example.`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/servers')) return `${url.origin}${path}`;
  return /\/v0(?:\.1)?$/.test(path) ? `${url.origin}${path}/servers` : `${url.origin}${path}/v0.1/servers`;
}

interface UpstreamPage {
  readonly candidates: readonly Candidate[];
  readonly nextCursor: string | undefined;
}

/** The other registry may no longer know an old cursor: then the pass starts again. */
async function pageAfter(
  fetchPage: Fetch,
  pass: Progress,
  cursor: string | undefined,
  isKept: boolean,
): Promise<UpstreamPage> {
  const response = await request(fetchPage, pass, cursor);
  if (response.status === 400 && isKept) {
    await response.body?.cancel();
    return parsePage(await bodyOf(await request(fetchPage, pass, undefined)));
  }
  return parsePage(await bodyOf(response));
}

async function request(fetchPage: Fetch, { source, since }: Progress, cursor: string | undefined): Promise<Response> {
  const url = new URL(source);
  url.searchParams.set('limit', String(LIMIT));
  if (since !== undefined) url.searchParams.set('updated_since', since);
  if (cursor !== undefined) url.searchParams.set('cursor', cursor);
  try {
    return await fetchPage(url.href, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (cause) {
    throw new ToolmarkError('sync.unreachable', `${quoteInert(source)} cannot be reached. ${GO_ON}`, { cause });
  }
}

const GO_ON = 'The entries so far are kept: run the command again to continue.';

async function bodyOf(response: Response): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new ToolmarkError('sync.refused', `The other registry answered with status ${response.status}. ${GO_ON}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > MAX_PAGE_BYTES) throw tooLarge();
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof ToolmarkError) throw cause;
    throw new ToolmarkError('sync.unreachable', `The other registry closed the connection. ${GO_ON}`, { cause });
  }
  return new Uint8Array(Buffer.concat(parts, size));
}

function parsePage(bytes: Uint8Array): UpstreamPage {
  try {
    const members = rawMembers(bytes);
    const metadata = readJson(members.get('metadata') ?? EMPTY);
    const next = isJsonObject(metadata) ? member(metadata, 'nextCursor') : undefined;
    const candidates = rawItems(members.get('servers') ?? EMPTY).map(candidateOf);
    return { candidates, nextCursor: typeof next === 'string' && next !== '' ? next : undefined };
  } catch (cause) {
    throw new ToolmarkError('sync.not-a-page', 'The other registry did not answer with a list of servers.', { cause });
  }
}

const EMPTY = new TextEncoder().encode('{}');

function tooLarge(): ToolmarkError {
  return new ToolmarkError('sync.too-large', `A page of the other registry has more than ${MAX_PAGE_BYTES} bytes.`);
}
