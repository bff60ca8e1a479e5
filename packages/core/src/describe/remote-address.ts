import { parseUrl, sha256 } from '../base/index.ts';

/** Where a remote server is: its origin and path, in one spelling for every way to write them (docs/spec/lockfile.md, section 10). */
interface RemoteAddress {
  /** Scheme, host, port and path. Query, fragment and user are left out, and path segments that look secret are hashed. */
  readonly text: string;
  /** In lower case and ASCII, without a final dot. */
  readonly host: string;
}

/** The address in a URL, or undefined if it is not an http or https URL with a host. */
export function remoteAddress(url: string): RemoteAddress | undefined {
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  const { protocol, hostname, port, pathname } = parsed;
  const host = hostname.replace(/\.$/, '');
  if ((protocol !== 'http:' && protocol !== 'https:') || host === '' || host.endsWith('.')) return undefined;
  const path = pathname.split('/').map(segment => withoutSecret(normalSegment(segment)));
  return { text: `${protocol}//${host}${port === '' ? '' : `:${port}`}${path.join('/')}`, host };
}

/** RFC 3986, 6.2.2: letters that need no percent sign have none, and the digits of the others are in upper case. */
function normalSegment(segment: string): string {
  return segment.replace(/%[0-9a-f]{2}/gi, code => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
  });
}

/** A lock is committed, and some services put the key of an account into the path. Its digest binds as well as it does. */
function withoutSecret(segment: string): string {
  return looksSecret(segment) ? sha256(segment) : segment;
}

function looksSecret(segment: string): boolean {
  if (/^sha256:[0-9a-f]{64}$/.test(segment)) return false;
  return segment.length >= 32 || (segment.length >= 16 && /\d/.test(segment));
}
