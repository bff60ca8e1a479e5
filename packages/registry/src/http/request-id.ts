import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const HEADER = 'x-request-id';

/** Safe in a log, a header and a URL. Anything else that a caller sends is replaced. */
const SANE = /^[A-Za-z0-9._-]{8,128}$/;

/** Takes over the id that a proxy or client gave a request, or makes one; the answer carries it. */
export function setRequestId({ headers }: IncomingMessage, outgoing: ServerResponse): void {
  const given = headers[HEADER];
  outgoing.setHeader(HEADER, typeof given === 'string' && SANE.test(given) ? given : randomUUID());
}

/** The id that `setRequestId` gave the request of this answer. */
export function requestIdOf(outgoing: Pick<ServerResponse, 'getHeader'>): string {
  return String(outgoing.getHeader(HEADER));
}
