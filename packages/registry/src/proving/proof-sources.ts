import { Resolver } from 'node:dns/promises';
import { readWellKnown } from './read-well-known.ts';

/** Where the keys of a domain are looked up. Both give text as it stands there, and throw when there is none. */
export interface ProofSources {
  /** The TXT records at the apex of a domain. */
  txt(domain: string): Promise<readonly string[]>;
  /** What stands at `https://DOMAIN/.well-known/mcp-registry-auth`. */
  wellKnown(domain: string): Promise<string>;
}

/** The DNS and the web. */
export const WORLD: ProofSources = {
  txt: async domain => {
    const records = await new Resolver({ timeout: 5_000, tries: 2 }).resolveTxt(domain);
    return records.map(parts => parts.join(''));
  },
  wellKnown: readWellKnown,
};
