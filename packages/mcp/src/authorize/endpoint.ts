import { BlockList, isIP } from 'node:net';
import { parseUrl, quoteInert, remoteAddress } from '@toolmark/core';
import { authorizationError } from './codes.ts';

/** An MCP server that tokens may be sent to. */
export interface ResourceServer {
  /** Without query or fragment. */
  readonly url: URL;
  /** Normalized URL with secrets in the path hashed. Tokens are bound to it. */
  readonly address: string;
}

export function parseResourceServer(text: string): ResourceServer {
  const url = parseUrl(text);
  const address = remoteAddress(text)?.text;
  if (url === undefined || address === undefined || url.username !== '' || url.password !== '') {
    throw authorizationError(
      'authorization.insecure-address',
      'The server address must be an http or https URL without user name or password.',
    );
  }
  if (!isSecure(url)) {
    const message = `The server ${quoteInert(address, 200)} does not use https. Tokens are only sent over https or to this machine.`;
    throw authorizationError('authorization.insecure-address', message);
  }
  url.search = '';
  url.hash = '';
  return { url, address };
}

/**
 * A URL from server metadata. A public server could make us send requests into the local network, so only a server in that
 * network may name one there (docs/spec/authorization.md, section 1).
 */
export function parseEndpoint(text: unknown, what: string, server: ResourceServer): URL {
  const url = typeof text === 'string' && text.length <= 2000 ? parseUrl(text) : undefined;
  const shown = typeof text === 'string' ? quoteInert(text, 200) : 'nothing';
  const refuse = (why: string): Error =>
    authorizationError('authorization.insecure-address', `The ${what} is ${shown}, ${why}.`);
  if (url === undefined) throw refuse('which is not a URL');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw refuse('which has a user name, password or fragment');
  if (!isSecure(url)) throw refuse('which is not https');
  if (isPrivate(url.hostname) && !isPrivate(server.url.hostname)) throw refuse('which is in a private network');
  return url;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return isLocalName(hostname) || matches(LOOPBACK, hostname);
}

function isPrivate(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return isLocalName(name) || matches(PRIVATE, name) || (isIP(bare(name)) === 0 && !name.includes('.'));
}

function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

function matches(lists: Lists, hostname: string): boolean {
  const host = bare(hostname);
  const version = isIP(host);
  return version !== 0 && (version === 4 ? lists.ipv4.check(host, 'ipv4') : lists.ipv6.check(host, 'ipv6'));
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Separate lists: a common one would match every IPv4 address with "::ffff:0:0/96". */
interface Lists {
  readonly ipv4: BlockList;
  readonly ipv6: BlockList;
}

const LOOPBACK: Lists = { ipv4: listOf('ipv4', ['127.0.0.0/8']), ipv6: listOf('ipv6', ['::1/128']) };

/** Address blocks that are not globally reachable (RFC 6890). */
const PRIVATE: Lists = {
  ipv4: listOf('ipv4', [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ]),
  // IPv4 embedded in IPv6, unique local, link-local, multicast.
  ipv6: listOf('ipv6', ['::/96', '::ffff:0:0/96', '64:ff9b::/32', '2002::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8']),
};

function listOf(version: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/');
    list.addSubnet(network, Number(prefix), version);
  }
  return list;
}
