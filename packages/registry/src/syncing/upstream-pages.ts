import { isJsonObject, member, parseUrl, quoteInert, readJson, ToolmarkError } from '@toolmark/core';
import type { Registry } from '../registry.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { type Progress, readProgress } from './progress.ts';
import { rawItems, rawMembers } from './raw-json.ts';
import type { SyncPage } from './sync-servers.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const LIMIT = 100;
const PATIENCE_MS = 60_000;
const MAX_PAGE_BYTES = 64 * 1024 * 1024;
/** Clocks differ: what changed shortly before a pass began is asked for again. */
const OVERLAP_MS = 5 * 60_000;

/**
 * The entries of another MCP Registry, page by page: all of them the first time, then what has changed since the last
 * pass began. A pass that was interrupted goes on where its last page ended. Throws `sync.*`.
 */
export async function* upstreamPages(
  { database, now }: Registry,
  from: string,
  ask: Fetch = (url, init) => fetch(url, init),
): AsyncGenerator<SyncPage> {
  const address = addressOf(from);
  const kept = await readProgress(database.reader, address);
  const startedAt = kept.startedAt ?? new Date(now().getTime() - OVERLAP_MS).toISOString();
  const pass: Progress = { source: address, since: kept.since, startedAt };
  let cursor = kept.cursor;
  for (;;) {
    const page: UpstreamPage = await pageAfter(ask, pass, cursor, cursor !== undefined && cursor === kept.cursor);
    const { nextCursor, candidates } = page;
    if (nextCursor === undefined) {
      yield { candidates, progress: { source: address, since: startedAt } };
      return;
    }
    if (nextCursor === cursor)
      throw new ToolmarkError('sync.circle', 'The pages of the other registry lead in a circle.');
    yield { candidates, progress: { ...pass, cursor: nextCursor } };
    cursor = nextCursor;
  }
}

/** With or without the path of the API. */
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

/** A cursor that was kept for long may not be known there any more: then the pass begins anew. */
async function pageAfter(
  ask: Fetch,
  pass: Progress,
  cursor: string | undefined,
  isKept: boolean,
): Promise<UpstreamPage> {
  const response = await request(ask, pass, cursor);
  if (response.status === 400 && isKept) {
    await response.body?.cancel();
    return parsePage(await bodyOf(await request(ask, pass, undefined)));
  }
  return parsePage(await bodyOf(response));
}

async function request(ask: Fetch, { source, since }: Progress, cursor: string | undefined): Promise<Response> {
  const url = new URL(source);
  url.searchParams.set('limit', String(LIMIT));
  if (since !== undefined) url.searchParams.set('updated_since', since);
  if (cursor !== undefined) url.searchParams.set('cursor', cursor);
  try {
    return await ask(url.href, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    throw new ToolmarkError('sync.unreachable', `${quoteInert(source)} cannot be reached. ${GO_ON}`, { cause });
  }
}

const GO_ON = 'What came so far is kept: run it again to go on.';

async function bodyOf(response: Response): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new ToolmarkError('sync.refused', `The other registry answers with ${response.status}. ${GO_ON}`);
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
    throw new ToolmarkError('sync.unreachable', `The other registry broke off. ${GO_ON}`, { cause });
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
    throw new ToolmarkError('sync.not-a-page', 'What the other registry answers is not a list of servers.', { cause });
  }
}

const EMPTY = new TextEncoder().encode('{}');

function tooLarge(): ToolmarkError {
  return new ToolmarkError('sync.too-large', `A page of the other registry has more than ${MAX_PAGE_BYTES} bytes.`);
}
