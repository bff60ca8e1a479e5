import { inert, parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';
import { problemOf } from './problem.ts';
import { readBody } from './read-body.ts';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** How a client reaches its registry. */
export interface Channel {
  /** With a slash at its end. */
  readonly base: URL;
  readonly token: string | undefined;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parts of the path below the address of the registry, not yet encoded. */
  readonly path: readonly string[];
  readonly query?: URLSearchParams;
  /** Bytes as they are. */
  readonly body?: Uint8Array;
  /** How large an answer may be. */
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 3;
const MAX_PROBLEM_BYTES = 4 * 1024 * 1024;

/** The body of a good answer. Throws what the registry says against it, or `registry.*` when it cannot be asked. */
export async function send(channel: Channel, request: Request): Promise<Uint8Array> {
  const url = urlOf(channel.base, request);
  const init: RequestInit = {
    method: request.method ?? 'GET',
    headers: headersOf(channel, request),
    redirect: 'manual',
    credentials: 'omit',
    signal: AbortSignal.timeout(channel.timeoutMs),
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  try {
    const response = await follow(channel, url, init);
    if (response.ok) return await readBody(response, request.maxBytes);
    throw named(channel, problemOf(response.status, await readBody(response, MAX_PROBLEM_BYTES)));
  } catch (cause) {
    throw cause instanceof ToolmarkError ? cause : unreachable(channel.base, cause);
  }
}

/** Names the registry that wants a token, and the command that gets one. */
function named({ base }: Channel, problem: ToolmarkError): ToolmarkError {
  if (problem.code !== 'auth.required') return problem;
  const message = `Not signed in to ${inert(base.href.replace(/\/$/, ''))}. Run "toolmark login".`;
  return new ToolmarkError(problem.code, message);
}

function urlOf(base: URL, { path, query }: Request): URL {
  const url = new URL(path.map(segment).join('/'), base);
  if (query !== undefined) url.search = query.toString();
  return url;
}

/** Dots alone would lead to another path, and nothing to a list. */
function segment(part: string): string {
  if (!['', '.', '..'].includes(part) && part.isWellFormed()) return encodeURIComponent(part);
  throw new ToolmarkError('registry.bad-name', `${quoteInert(part)} cannot be the name of anything in a registry.`);
}

function headersOf({ token }: Channel, { body }: Request): Record<string, string> {
  return {
    accept: 'application/json, application/problem+json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** A redirect may move what is read, but not make somebody else the registry, nor repeat what changes something. */
async function follow(channel: Channel, url: URL, init: RequestInit, left = MAX_REDIRECTS): Promise<Response> {
  const response = await channel.fetch(url, init);
  const isHidden = response.type === 'opaqueredirect';
  if (!isHidden && ![301, 302, 303, 307, 308].includes(response.status)) return response;
  await response.body?.cancel();
  const location = response.headers.get('location') ?? '';
  const next = placeOf(location, url);
  if (next === undefined || left === 0 || init.method !== 'GET') throw redirected(location);
  return await follow(channel, next, init, left - 1);
}

/** Where a redirect leads inside the registry. A blob has the origin of its page, and is none of its places. */
function placeOf(location: string, url: URL): URL | undefined {
  const next = location === '' ? undefined : parseUrl(location, url.href);
  return next?.origin === url.origin && next.protocol === url.protocol ? next : undefined;
}

function redirected(location: string): ToolmarkError {
  const message = `The registry sends elsewhere, to ${quoteInert(location)}. If that is right, give that address.`;
  return new ToolmarkError('registry.redirected', message);
}

function unreachable({ href }: URL, cause: unknown): ToolmarkError {
  const message = `No registry answers at ${inert(href)}: ${reasonOf(cause)}. Check the address, or start one with "toolmark serve".`;
  return new ToolmarkError('registry.unreachable', message, { cause });
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'it did not answer';
  if (cause.name === 'AbortError' || cause.name === 'TimeoutError') return 'it did not answer in time';
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  const { code } = inner as { readonly code?: unknown };
  return inert(typeof code === 'string' ? code : inner.message);
}
