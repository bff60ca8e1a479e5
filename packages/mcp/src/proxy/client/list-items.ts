import { type Json, type JsonObject, member, ToolmarkError } from '@toolmark/core';
import { LIST_KINDS, type ListName } from '@toolmark/core/formats';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../connect/json-rpc-codes.ts';
import type { OfferedTool } from '../catalogue.ts';
import { type Call, isModernCall } from '../decide/call.ts';
import { serverTrouble } from '../decide/refusals.ts';
import { RpcError } from '../json-rpc.ts';
import type { Session } from '../session.ts';
import { listOrLocked } from '../upstream/slow-start.ts';
import type { Compared, Listing } from '../upstream/watched-list.ts';
import { cleanInfo } from './clean-info.ts';
import { orderLike } from './order-like.ts';
import { reasonAgainstTool } from './withheld-items.ts';

/**
 * Answers with everything that may pass, on one page. The guard reads a list to its end before it delivers any of it, so endless
 * lists stop here, and clients see only what was checked.
 */
export async function listItems(session: Session, call: Call, list: ListName): Promise<JsonObject> {
  if (member(call.params, 'cursor') !== undefined) throw new RpcError(INVALID_PARAMS, 'Unknown cursor');
  const only = session.onlyServer;
  const listings =
    only === undefined ? await listEach(session, list) : [await listOne(session, only.upstream.key, list)];
  const shown = listings.flatMap(({ key, listing }) => shownOf(session, key, list, listing));
  return { [LIST_KINDS[list].member]: shown, ...(isModernCall(call) && cacheOf(session, listings)) };
}

interface Listed {
  readonly key: string;
  readonly listing: Listing;
}

const NOTHING: Listing = { items: [], ttlMs: Number.POSITIVE_INFINITY, meta: {} };

async function listOne(session: Session, key: string, list: ListName): Promise<Listed> {
  const listing = await read(session, key, list).catch((error: unknown) => rethrow(session, key, list, error));
  if (listing === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found', undefined, 'server');
  return { key, listing };
}

function rethrow(session: Session, key: string, list: ListName, error: unknown): never {
  if (!(error instanceof ToolmarkError)) throw error;
  noteUnlisted(session, key, list, error);
  throw serverTrouble(error);
}

function noteUnlisted({ guard }: Session, key: string, list: ListName, { code, message }: ToolmarkError): void {
  guard.noteMessage(key, LIST_KINDS[list].method, code, message);
}

async function read(session: Session, key: string, list: ListName): Promise<Listing | undefined> {
  const listing = await listOrLocked(session, key, list, live => shownOf(session, key, list, live));
  const { updates, lists } = session.server(key);
  // After a signed update the list is compared with what is locked now.
  return updates !== undefined && (await updates.settled()) ? lists[list].firstList() : listing;
}

/** A broken server does not affect the others. */
function listEach(session: Session, list: ListName): Promise<Listed[]> {
  const listed = async (key: string): Promise<Listed> => {
    try {
      return { key, listing: (await read(session, key, list)) ?? NOTHING };
    } catch (error) {
      if (!(error instanceof ToolmarkError)) throw error;
      noteUnlisted(session, key, list, error);
      return { key, listing: NOTHING };
    }
  };
  return Promise.all([...session.servers.keys()].map(listed));
}

function shownOf(session: Session, key: string, list: ListName, { items }: Listing): Json[] {
  return items.flatMap(item => show(session, key, list, item));
}

function show(session: Session, key: string, list: ListName, { id, raw, offered, seen }: Compared): Json[] {
  const isAudit = session.guard.settings.mode === 'audit';
  if (isAudit) return [session.guard.liveNames.rename(key, list, id, raw)];
  if (offered === undefined || seen !== 'locked') return [];
  if (session.guard.reasonAgainstUnsigned(key, list, id, offered.locked.digest) !== undefined) return [];
  const isShared = session.guard.catalogue.shelf(list).shared.has(offered.alias);
  const isKept = list === 'tools' && reasonAgainstTool(session.guard, offered as OfferedTool) !== undefined;
  return isShared || isKept ? [] : [orderLike(offered.shown, raw)];
}

/** Since 2026-07-28 lists have a cache lifetime: the shortest of all servers, and private. */
function cacheOf({ guard, onlyServer }: Session, listings: readonly Listed[]): JsonObject {
  const ttlMs = Math.min(guard.settings.maxAgeMs, ...listings.map(({ listing }) => listing.ttlMs));
  const [only] = listings;
  const info =
    onlyServer === undefined || only === undefined ? {} : cleanInfo({ _meta: only.listing.meta }, guard.metadata);
  return { resultType: 'complete', ttlMs, cacheScope: 'private', ...info };
}
