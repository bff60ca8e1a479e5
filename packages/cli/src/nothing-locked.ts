import { type LockedServer, pin } from '@toolmark/core';

/** What a server that is not in the lock is compared with: everything it shows counts as new. */
export const NOTHING: LockedServer = pin({ tools: [], prompts: [], resources: [], templates: [] });
