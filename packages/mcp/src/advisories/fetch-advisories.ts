import { inert, parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';
import { MAX_ADVISORIES_BYTES } from '@toolmark/core/sign';

const MAX_REDIRECTS = 3;
const MAX_ETAG = 256;

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export interface Fetched {
  readonly bytes: Uint8Array;
  /** For If-None-Match. */
  readonly etag?: string;
}

/** Fetches the list; undefined if not modified. Throws `advisories.unreachable`. */
export async function fetchAdvisories(
  fetcher: Fetch,
  url: URL,
  etag: string | undefined,
  signal: AbortSignal,
): Promise<Fetched | undefined> {
  // An idle connection could keep the process alive.
  const headers = {
    accept: 'application/json',
    connection: 'close',
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
  };
  const init: RequestInit = { headers, redirect: 'manual', credentials: 'omit', signal };
  try {
    const response = await follow(fetcher, url, init);
    if (response.status === 304 && etag !== undefined) return undefined;
    if (response.status !== 200) throw unreachable(`status ${response.status}`);
    return { bytes: await readBody(response), ...tagOf(response) };
  } catch (cause) {
    throw cause instanceof ToolmarkError ? cause : unreachable(reasonOf(cause), cause);
  }
}

/** Follows redirects within the origin only. */
async function follow(fetcher: Fetch, url: URL, init: RequestInit, left = MAX_REDIRECTS): Promise<Response> {
  const response = await fetcher(url, init);
  if (![301, 302, 303, 307, 308].includes(response.status)) return response;
  await response.body?.cancel();
  const location = response.headers.get('location') ?? '';
  const next = parseUrl(location, url.href);
  if (next?.origin !== url.origin) throw unreachable(`redirect to another origin, ${quoteInert(location)}`);
  if (left === 0) throw unreachable('too many redirects');
  return follow(fetcher, next, init, left - 1);
}

async function readBody(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_ADVISORIES_BYTES) throw unreachable(`more than ${MAX_ADVISORIES_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function tagOf(response: Response): { etag?: string } {
  const etag = response.headers.get('etag');
  return etag === null || etag.length > MAX_ETAG ? {} : { etag };
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no response';
  if (cause.name === 'AbortError') return 'timed out';
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return inert((inner as NodeJS.ErrnoException).code ?? inner.message);
}

function unreachable(reason: string, cause?: unknown): ToolmarkError {
  const details = cause === undefined ? {} : { cause };
  return new ToolmarkError('advisories.unreachable', `The request to the registry failed: ${reason}.`, details);
}

const PATH = 'api/v1/advisories';

/** The URL of a registry's advisories; throws `advisories.bad-address`. */
export function registryAddress(registry: string): URL {
  const url = parseUrl(registry);
  if (url === undefined) throw refused(registry, 'not a URL');
  if (url.username !== '' || url.password !== '') throw refused(url.origin, 'contains credentials');
  if (url.search !== '' || url.hash !== '') throw refused(registry, 'has a query or fragment');
  if (!isSafe(url)) throw refused(registry, 'must be https, or http on this machine');
  return new URL(`${url.pathname.replace(/\/$/, '')}/${PATH}`, url.origin);
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refused(address: string, reason: string): ToolmarkError {
  const message = `Invalid registry URL ${quoteInert(address)}: ${reason}. Example: https://registry.example.`;
  return new ToolmarkError('advisories.bad-address', message);
}
