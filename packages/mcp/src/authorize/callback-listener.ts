import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseUrl } from '@toolmark/core';
import { authorizationError } from './codes.ts';

/** Waits on this machine for the browser to come back from the authorization server. */
export interface CallbackListener {
  readonly redirectUrl: string;
  /** The parameters of the first request to the redirect address, if it bears the state. */
  wait(state: string, timeoutMs: number): Promise<URLSearchParams>;
  close(): void;
}

type Heard = (params: URLSearchParams) => void;

/** Port 0 is any. */
export async function listenForCallback(port: number): Promise<CallbackListener> {
  let heard: Heard | undefined;
  const server = createServer((request, response) => answer(request, response, redirectUrl, params => heard?.(params)));
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error): void => {
      const reason = (cause as NodeJS.ErrnoException).code ?? 'no reason';
      reject(authorizationError('authorization.unreachable', `Port ${port} of 127.0.0.1 cannot be used (${reason}).`));
    };
    server.once('error', refuse);
    server.listen(port, '127.0.0.1', resolve);
  });
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return {
    redirectUrl,
    wait: async (state, timeoutMs) => {
      const params = await new Promise<URLSearchParams>((resolve, reject) => {
        const timer = setTimeout(() => reject(tooLate(timeoutMs)), timeoutMs);
        heard = found => {
          clearTimeout(timer);
          resolve(found);
        };
      });
      if (isSame(params.getAll('state'), state)) return params;
      const message =
        'The browser came back with another "state" than the one that was sent: it may be the answer to another login.';
      throw authorizationError('authorization.wrong-state', `${message} Log in again.`);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The page says nothing that the request says, and nothing about the outcome, which is not known yet. */
function answer(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  redirectUrl: string,
  heard: Heard,
): void {
  const { origin, host, pathname } = new URL(redirectUrl);
  const target = parseUrl(url, origin);
  const isOurs = method === 'GET' && headers.host === host && target?.origin === origin && target.pathname === pathname;
  response.writeHead(isOurs ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  // Who is told closes the listener: the page must be out before.
  if (isOurs) response.once('close', () => heard(target.searchParams));
  response.end(isOurs ? PAGE : '');
}

const PAGE =
  '<!doctype html><title>Toolmark</title><p>Toolmark has received the answer. Return to the terminal; you can close this page.</p>\n';

function isSame(found: readonly string[], wanted: string): boolean {
  const [one = '', ...others] = found;
  const [left, right] = [Buffer.from(one), Buffer.from(wanted)];
  return others.length === 0 && left.length === right.length && timingSafeEqual(left, right);
}

function tooLate(timeoutMs: number): Error {
  return authorizationError('authorization.timeout', `Nobody logged in within ${timeoutMs / 1000} seconds.`);
}
