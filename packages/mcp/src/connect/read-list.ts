import { isJsonObject, type Json, type JsonObject, member, quoteInert } from '@toolmark/core';
import { serverError } from './codes.ts';
import type { Limits } from './limits.ts';
import { type ListKind, refusePageTwins } from './list-kinds.ts';
import { refuseTwins } from './refuse-twins.ts';

/** Fetches one page; undefined means that the server has no such list. */
export type FetchPage = (cursor: string | undefined) => Promise<JsonObject | undefined>;

/** All items of all pages, each an object with its own id; undefined when the server has no such list. */
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

/** The same without a look at the items. */
export async function readPages(kind: ListKind, fetchPage: FetchPage, limits: Limits): Promise<Json[] | undefined> {
  const items: Json[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    if (page === undefined) {
      if (cursor === undefined) return undefined;
      throw malformed(kind, 'the server has the first page of the list and denies the next');
    }
    for (const item of itemsOf(page, kind)) items.push(item);
    if (items.length > limits.maxItems) {
      throw serverError('server.too-many', `The answers to ${kind.method} hold more than ${limits.maxItems} items.`);
    }
    cursor = nextCursor(page, kind);
    if (cursor !== undefined) noteCursor(cursors, cursor, kind, limits);
  } while (cursor !== undefined);
  return items;
}

function itemsOf(page: JsonObject, kind: ListKind): readonly Json[] {
  refusePageTwins(page, kind);
  const resultType = member(page, 'resultType');
  if (resultType !== undefined && resultType !== 'complete') throw malformed(kind, 'the answer is not complete');
  const list = member(page, kind.member);
  if (Array.isArray(list)) return list;
  throw malformed(kind, `the member ${kind.member} is not an array`);
}

/** A map keeps a tool that is called `__proto__` as it keeps any other. */
function addItem(items: Map<string, JsonObject>, item: Json, kind: ListKind): void {
  const id = isJsonObject(item) ? member(item, kind.id) : undefined;
  if (!isJsonObject(item) || typeof id !== 'string' || id === '') {
    throw malformed(kind, `item ${items.size + 1} is not an object with a ${kind.id}`);
  }
  refuseTwins(item, `the ${kind.item} ${quoteInert(id)}`, kind.known);
  if (items.has(id)) {
    throw serverError('server.duplicate-name', `Two entries of ${kind.method} have the ${kind.id} ${quoteInert(id)}.`);
  }
  items.set(id, item);
}

/** Null and the empty text end the list for some clients and not for others; null is no cursor, the empty text is one. */
function nextCursor(page: JsonObject, kind: ListKind): string | undefined {
  const cursor = member(page, 'nextCursor');
  if (cursor === undefined || cursor === null || typeof cursor === 'string') return cursor ?? undefined;
  throw malformed(kind, 'nextCursor is not a string');
}

function noteCursor(cursors: Set<string>, cursor: string, kind: ListKind, limits: Limits): void {
  if (cursors.has(cursor)) {
    throw serverError(
      'server.repeated-cursor',
      `An answer to ${kind.method} repeats a cursor: the list would not end.`,
    );
  }
  cursors.add(cursor);
  if (cursors.size >= limits.maxPages) {
    throw serverError('server.too-many', `The list of ${kind.method} has more than ${limits.maxPages} pages.`);
  }
}

function malformed(kind: ListKind, what: string): Error {
  return serverError('server.malformed', `The answer to ${kind.method} is not what MCP asks for: ${what}.`);
}
