import path from 'node:path';
import { type Authorize, type StoreOptions, storedAuthorizations } from '@toolmark/mcp';
import { configFolder } from '../files/user-folders.ts';
import type { Io } from '../io.ts';

/** Where the tokens of remote servers are kept. */
export function loginStore(io: Pick<Io, 'env' | 'home'>): StoreOptions {
  return { folder: path.join(configFolder(io), 'servers'), now: Date.now };
}

/** Uses the tokens of earlier logins. */
export function storedLogins(io: Pick<Io, 'env' | 'home'>): Authorize {
  return storedAuthorizations(loginStore(io));
}
