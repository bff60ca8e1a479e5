import type { FetchLike } from '@modelcontextprotocol/client';
import { inert, readJson, ToolmarkError } from '@toolmark/core';
import { authorizationError } from './codes.ts';

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 15_000;

/** A `fetch` for authorization servers: limits size and time, refuses redirects, and accepts only strict JSON. */
export const authorizationFetch: FetchLike = async (url, init) => {
  const { origin } = new URL(url);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return await strictly(response, origin);
  } catch (error) {
    if (error instanceof ToolmarkError) throw error;
    throw authorizationError('authorization.unreachable', `Cannot connect to ${inert(origin)} (${reasonOf(error)}).`);
  }
};

async function strictly(response: Response, origin: string): Promise<Response> {
  const { status, body } = response;
  if (status >= 300 && status < 400) {
    await body?.cancel();
    throw authorizationError(
      'authorization.unreadable',
      `${inert(origin)} returned a redirect, which is not followed.`,
    );
  }
  const bytes = await readWhole(response, origin);
  if (status >= 500) {
    throw authorizationError(
      'authorization.unreachable',
      `${inert(origin)} returned status ${status}. Try again later.`,
    );
  }
  if (response.ok) refuseUnreadable(bytes, origin);
  return new Response(status === 204 ? null : Buffer.from(bytes), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

async function readWhole({ body }: Response, origin: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) {
      throw authorizationError('authorization.unreadable', `${inert(origin)} returned more than ${MAX_BYTES} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A revocation response has an empty body. */
function refuseUnreadable(bytes: Uint8Array, origin: string): void {
  if (bytes.length === 0) return;
  try {
    readJson(bytes);
  } catch {
    throw authorizationError('authorization.unreadable', `The response of ${inert(origin)} is not strict JSON.`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return `timed out after ${TIMEOUT_MS} ms`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return /^\w{1,40}$/.test(code) ? code : 'unknown error';
}
