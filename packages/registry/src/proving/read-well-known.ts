import { lookup } from 'node:dns';
import { get } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ToolmarkError } from '@toolmark/core';
import { isPublicAddress } from './public-address.ts';

const PATH = '/.well-known/mcp-registry-auth';
const MAX_BYTES = 4_096;
const PATIENCE_MS = 10_000;

/**
 * Reads the key file of a domain over https, without redirects. Untrusted callers choose the domain, so the connection uses
 * exactly the addresses that were checked to be public.
 */
export async function readWellKnown(domain: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const options = {
      lookup: lookupPublic,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'text/plain' },
    };
    const request = get(`https://${domain}${PATH}`, { ...options, agent: false }, response => {
      if (response.statusCode !== 200) {
        request.destroy();
        reject(unreadable(`it answered with status ${response.statusCode}`));
        return;
      }
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length <= MAX_BYTES) return;
        request.destroy();
        reject(unreadable(`it is longer than ${MAX_BYTES} bytes`));
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

/** Refuses a name when any of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null) callback(error, '', 0);
    else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(unreadable('its address is not public'), '', 0);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function unreadable(reason: string): ToolmarkError {
  return new ToolmarkError('proof.unreadable', `The file ${PATH} of the domain cannot be used: ${reason}.`);
}
