import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseUrl } from '@toolmark/core';
import { authorizationError } from './codes.ts';

/** Listens on loopback for the redirect of the authorization server. */
export interface CallbackListener {
  readonly redirectUrl: string;
  /** The parameters of the first request to the redirect URL; throws if its state differs. */
  wait(state: string, timeoutMs: number): Promise<URLSearchParams>;
  close(): void;
}

type OnCallback = (params: URLSearchParams) => void;

/** Port 0 selects any free port. */
export async function listenForCallback(port: number): Promise<CallbackListener> {
  let onCallback: OnCallback | undefined;
  const server = createServer((request, response) =>
    answer(request, response, redirectUrl, params => onCallback?.(params)),
  );
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error): void => {
      const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
      reject(
        authorizationError('authorization.unreachable', `Cannot listen on port ${port} of 127.0.0.1 (${reason}).`),
      );
    };
    server.once('error', refuse);
    server.listen(port, '127.0.0.1', resolve);
  });
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return {
    redirectUrl,
    wait: async (state, timeoutMs) => {
      const params = await new Promise<URLSearchParams>((resolve, reject) => {
        const timer = setTimeout(() => reject(timedOut(timeoutMs)), timeoutMs);
        onCallback = found => {
          clearTimeout(timer);
          resolve(found);
        };
      });
      if (isSame(params.getAll('state'), state)) return params;
      const message = 'The callback has the wrong "state". It may belong to another login. Log in again.';
      throw authorizationError('authorization.wrong-state', message);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The page does not echo the request, nor state the outcome, which is not known yet. */
function answer(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  redirectUrl: string,
  onCallback: OnCallback,
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
  // The callback closes the listener, so the page must be sent first.
  if (isOurs) response.once('close', () => onCallback(target.searchParams));
  response.end(isOurs ? PAGE : '');
}

const PAGE =
  '<!doctype html><title>Toolmark</title><p>Toolmark received the response. Return to the terminal; you can close this page.</p>\n';

function isSame(found: readonly string[], wanted: string): boolean {
  const [one = '', ...others] = found;
  const [left, right] = [Buffer.from(one), Buffer.from(wanted)];
  return others.length === 0 && left.length === right.length && timingSafeEqual(left, right);
}

function timedOut(timeoutMs: number): Error {
  return authorizationError('authorization.timeout', `The login was not completed within ${timeoutMs / 1000} seconds.`);
}
