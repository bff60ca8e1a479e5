import { Resolver } from 'node:dns/promises';
import { readWellKnown } from './read-well-known.ts';

/** Looks up the keys of a domain. Both methods throw when nothing is found. */
export interface ProofSources {
  /** The TXT records at the apex of a domain. */
  txt(domain: string): Promise<readonly string[]>;
  /** The content of `https://DOMAIN/.well-known/mcp-registry-auth`. */
  wellKnown(domain: string): Promise<string>;
}

/** DNS and HTTPS. */
export const NETWORK_SOURCES: ProofSources = {
  txt: async domain => {
    const records = await new Resolver({ timeout: 5_000, tries: 2 }).resolveTxt(domain);
    return records.map(parts => parts.join(''));
  },
  wellKnown: readWellKnown,
};
