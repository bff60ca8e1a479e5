import { inert, MAX_ADVISORIES_BYTES, parseUrl, quoteInert, ToolmarkError } from '@toolmark/core';

const MAX_REDIRECTS = 3;
const MAX_ETAG = 256;

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export interface Fetched {
  readonly bytes: Uint8Array;
  /** What to say the next time, so that the same list is not sent again. */
  readonly etag?: string;
}

/** The list as it is served, or undefined when it is still the one with this tag. Throws `advisories.unreachable`. */
export async function fetchAdvisories(
  fetcher: Fetch,
  url: URL,
  etag: string | undefined,
  signal: AbortSignal,
): Promise<Fetched | undefined> {
  // An idle connection is of no use until the next time, and could keep a process that wants to end.
  const headers = {
    accept: 'application/json',
    connection: 'close',
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
  };
  const init: RequestInit = {
    headers,
    redirect: 'manual',
    credentials: 'omit',
    signal,
  };
  try {
    const response = await follow(fetcher, url, init);
    if (response.status === 304 && etag !== undefined) return undefined;
    if (response.status !== 200) throw unreachable(`it answered with status ${response.status}`);
    return { bytes: await readBody(response), ...tagOf(response) };
  } catch (cause) {
    throw cause instanceof ToolmarkError ? cause : unreachable(reasonOf(cause), cause);
  }
}

/** A redirect may move a list, but not make somebody else the registry. */
async function follow(fetcher: Fetch, url: URL, init: RequestInit, left = MAX_REDIRECTS): Promise<Response> {
  const response = await fetcher(url, init);
  if (![301, 302, 303, 307, 308].includes(response.status)) return response;
  await response.body?.cancel();
  const location = response.headers.get('location') ?? '';
  const next = parseUrl(location, url.href);
  if (next?.origin !== url.origin) throw unreachable(`it sends to ${quoteInert(location)}, which is another place`);
  if (left === 0) throw unreachable('it sends from one place to the next');
  return follow(fetcher, next, init, left - 1);
}

async function readBody(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_ADVISORIES_BYTES) throw unreachable(`it sent more than ${MAX_ADVISORIES_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function tagOf(response: Response): { etag?: string } {
  const etag = response.headers.get('etag');
  return etag === null || etag.length > MAX_ETAG ? {} : { etag };
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'it did not answer';
  if (cause.name === 'AbortError') return 'it did not answer in time';
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return inert((inner as NodeJS.ErrnoException).code ?? inner.message);
}

function unreachable(reason: string, cause?: unknown): ToolmarkError {
  const details = cause === undefined ? {} : { cause };
  return new ToolmarkError('advisories.unreachable', `The registry cannot be asked: ${reason}.`, details);
}
