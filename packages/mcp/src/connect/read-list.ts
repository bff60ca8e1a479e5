import { isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import type { ListKind } from '@toolmark/core/formats';
import { serverError } from './codes.ts';
import type { Limits } from './limits.ts';
import { refuseTwins } from './refuse-twins.ts';

/** Fetches one page; undefined if the server has no such list. */
export type FetchPage = (cursor: string | undefined) => Promise<JsonObject | undefined>;

/** All items of all pages, each an object with a unique id; undefined if the server has no such list. */
export async function readList(
  kind: ListKind,
  fetchPage: FetchPage,
  limits: Limits,
): Promise<JsonObject[] | undefined> {
  const listed = await readPages(kind, fetchPage, limits);
  if (listed === undefined) return undefined;
  const items = new Map<string, JsonObject>();
  for (const item of listed) addItem(items, item, kind);
  return [...items.values()];
}

/** All items of all pages, unchecked. */
export async function readPages(kind: ListKind, fetchPage: FetchPage, limits: Limits): Promise<Json[] | undefined> {
  const items: Json[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    if (page === undefined) {
      if (cursor === undefined) return undefined;
      throw malformed(kind, 'the server refuses the next page');
    }
    for (const item of itemsOf(page, kind)) items.push(item);
    if (items.length > limits.maxItems) {
      throw serverError('server.too-many', `The list of ${kind.method} has more than ${limits.maxItems} items.`);
    }
    cursor = nextCursor(page, kind);
    if (cursor !== undefined) noteCursor(cursors, cursor, kind, limits);
  } while (cursor !== undefined);
  return items;
}

const PAGE_MEMBERS = ['nextCursor', '_meta', 'resultType', 'ttlMs', 'cacheScope'];

function itemsOf(page: JsonObject, kind: ListKind): readonly Json[] {
  refuseTwins(page, `the result of ${kind.method}`, [kind.member, ...PAGE_MEMBERS]);
  const resultType = member(page, 'resultType');
  if (resultType !== undefined && resultType !== 'complete') throw malformed(kind, 'the result is not complete');
  const list = member(page, kind.member);
  if (Array.isArray(list)) return list;
  throw malformed(kind, `${kind.member} is not an array`);
}

/** A Map, because a tool may be called `__proto__`. */
function addItem(items: Map<string, JsonObject>, item: Json, kind: ListKind): void {
  const id = isJsonObject(item) ? member(item, kind.key) : undefined;
  if (!isJsonObject(item) || typeof id !== 'string' || id === '') {
    throw malformed(kind, `item ${items.size + 1} is not an object with a ${kind.key}`);
  }
  refuseTwins(item, `the ${kind.item} ${quoteInert(id)}`, kind.known);
  if (items.has(id)) {
    throw serverError('server.duplicate-name', `Two entries of ${kind.method} have the ${kind.key} ${quoteInert(id)}.`);
  }
  items.set(id, item);
}

/** Null ends the list; an empty string is a cursor. Clients differ here. */
function nextCursor(page: JsonObject, kind: ListKind): string | undefined {
  const cursor = member(page, 'nextCursor');
  if (cursor === undefined || cursor === null || typeof cursor === 'string') return cursor ?? undefined;
  throw malformed(kind, 'nextCursor is not a string');
}

function noteCursor(cursors: Set<string>, cursor: string, kind: ListKind, limits: Limits): void {
  if (cursors.has(cursor)) {
    throw serverError(
      'server.repeated-cursor',
      `${kind.method} returned the same cursor twice: the list would never end.`,
    );
  }
  cursors.add(cursor);
  if (cursors.size >= limits.maxPages) {
    throw serverError('server.too-many', `The list of ${kind.method} has more than ${limits.maxPages} pages.`);
  }
}

function malformed(kind: ListKind, what: string): Error {
  return serverError('server.malformed', `Invalid result of ${kind.method}: ${what}.`);
}
