import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { parseUrl } from '@toolmark/core';
import { HttpRefusal } from './http-refusal.ts';

export interface DoorSettings {
  /** The name or address to listen on. */
  readonly host: string;
  /** What callers must know. */
  readonly token?: string | undefined;
}

/** Why a caller may not come in; looked at before anything of the body is read. */
export function refusalAtDoor(request: IncomingMessage, { host, token }: DoorSettings): HttpRefusal | undefined {
  const { host: hosts = [], origin: origins = [] } = request.headersDistinct;
  if (hosts.length === 0 || !hosts.every(found => isOurs(hostIn(`http://${found}`), host))) {
    return new HttpRefusal(403, 'The Host header names somebody else.');
  }
  // A web page says where it comes from, and cannot be kept from asking: only pages of this machine are answered.
  if (!origins.every(found => isOurs(hostIn(found), host))) {
    return new HttpRefusal(403, 'Web pages of this origin may not come in.');
  }
  if (token === undefined || isBearer(request.headers.authorization, token)) return undefined;
  const headers = { 'www-authenticate': 'Bearer realm="toolmark guard"' };
  return new HttpRefusal(401, 'A bearer token is needed.', { headers });
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** A name that an attacker's DNS could answer for is none of ours; an address is only what it is. */
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

/** Hashed first, so that neither length nor content shows in the time it takes. */
function isBearer(header: string | undefined, token: string): boolean {
  const [, given] = /^bearer ([^ ]+)$/i.exec(header ?? '') ?? [];
  return given !== undefined && timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
