import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { parseUrl } from '@toolmark/core';
import { HttpRefusal } from './http-refusal.ts';

export interface DoorSettings {
  /** The name or address to listen on. */
  readonly host: string;
  /** The bearer token that callers must send. */
  readonly token?: string | undefined;
}

/** Why a request is refused before its body is read. */
export function refusalAtDoor(request: IncomingMessage, { host, token }: DoorSettings): HttpRefusal | undefined {
  const { host: hosts = [], origin: origins = [] } = request.headersDistinct;
  if (hosts.length === 0 || !hosts.every(found => isOurs(hostIn(`http://${found}`), host))) {
    return new HttpRefusal(403, 'The Host header is not allowed.');
  }
  // Browsers send Origin for pages of any site; only local pages are allowed.
  if (!origins.every(found => isOurs(hostIn(found), host))) {
    return new HttpRefusal(403, 'The Origin header is not allowed.');
  }
  if (token === undefined || isBearer(request.headers.authorization, token)) return undefined;
  const headers = { 'www-authenticate': 'Bearer realm="toolmark guard"' };
  return new HttpRefusal(401, 'A bearer token is required.', { headers });
}

/** Whether the address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Other names could resolve here through an attacker's DNS; addresses cannot. */
function isOurs(found: string | undefined, host: string): boolean {
  if (found === undefined) return false;
  if (isLoopback(found) || found === host.toLowerCase()) return true;
  return (host === '0.0.0.0' || host === '::') && isIP(found) !== 0;
}

function hostIn(address: string): string | undefined {
  const url = parseUrl(address);
  if (url === undefined) return undefined;
  const { protocol, hostname, username, pathname } = url;
  const isPlain = /^https?:$/.test(protocol) && username === '' && pathname === '/';
  return isPlain && hostname !== '' ? hostname.replace(/^\[|\]$/g, '') : undefined;
}

/** Compares hashes in constant time. */
function isBearer(header: string | undefined, token: string): boolean {
  const [, given] = /^bearer ([^ ]+)$/i.exec(header ?? '') ?? [];
  return given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
