import { inert, parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';
import { problemOf } from './problem.ts';
import { readBody } from './read-body.ts';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** The connection of a client to its registry. */
export interface Channel {
  /** Ends with a slash. */
  readonly base: URL;
  readonly token: string | undefined;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path segments below the registry address, not yet encoded. */
  readonly path: readonly string[];
  readonly query?: URLSearchParams;
  /** Raw bytes. */
  readonly body?: Uint8Array;
  /** Limit for the answer. */
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 3;
const MAX_PROBLEM_BYTES = 4 * 1024 * 1024;

/** The body of a successful answer. Throws the error of the registry, or `registry.*` when it cannot be reached. */
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

/** Names the registry that requires a token, and the command to sign in. */
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

/** Dots would change the path, and an empty part would request a list. */
function segment(part: string): string {
  if (!['', '.', '..'].includes(part) && part.isWellFormed()) return encodeURIComponent(part);
  throw new ToolmarkError('registry.bad-name', `${quoteInert(part)} is not a valid name in a registry.`);
}

function headersOf({ token }: Channel, { body }: Request): Record<string, string> {
  return {
    accept: 'application/json, application/problem+json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** Follows redirects of reads within the same origin only, and never repeats a write. */
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

/** The target of a redirect within the registry. A blob URL has the origin of its page, but another protocol. */
function placeOf(location: string, url: URL): URL | undefined {
  const next = location === '' ? undefined : parseUrl(location, url.href);
  return next?.origin === url.origin && next.protocol === url.protocol ? next : undefined;
}

function redirected(location: string): ToolmarkError {
  const message = `The registry redirects to ${quoteInert(location)}. If that is correct, use that address.`;
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
