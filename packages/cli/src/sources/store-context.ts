import { type ServerSource, steersGuard } from '@toolmark/mcp';
import type { Context } from '@toolmark/store';
import { storeFolder } from '../files/user-folders.ts';
import type { Io } from '../io.ts';

export type StdioSource = Extract<ServerSource, { kind: 'stdio' }>;

/**
 * What the store needs to know of a server. npm and uv get the whole environment and not only what a server inherits: the
 * configuration of private registries is in it. What an entry sets is added, but nothing that would load code into npm.
 */
export function storeContext(source: Pick<StdioSource, 'cwd' | 'env'>, io: Io, signal?: AbortSignal): Context {
  return {
    store: storeFolder(io),
    cwd: source.cwd ?? io.cwd,
    env: { ...io.env, ...withoutSteering(source.env ?? {}) },
    ...(signal === undefined ? {} : { signal }),
  };
}

function withoutSteering(env: NonNullable<StdioSource['env']>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !steersGuard(name, true)));
}
