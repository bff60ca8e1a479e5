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
    env: { ...withoutRunnerTokens(io.env), ...withoutSteering(source.env ?? {}) },
    ...(signal === undefined ? {} : { signal }),
  };
}

/** No registry needs the tokens of GitHub's runner itself, and the `.npmrc` of a project can send any variable to any host. */
function withoutRunnerTokens(env: Io['env']): Io['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:ACTIONS|TOOLMARK)_/i.test(name)));
}

/** Which Python runs, where uv believes what it finds without a look at hashes, and what builds run. */
const CHOOSING =
  /^(?:UV_(?:PYTHON\w*|CACHE_DIR|CONFIG_FILE)|CC|CXX|AR|LD|MAKE|MAKEFLAGS|C(?:XX)?FLAGS|LDFLAGS|PKG_CONFIG_PATH|PYTHON)$/i;

function withoutSteering(env: NonNullable<StdioSource['env']>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !steersGuard(name, true) && !CHOOSING.test(name)));
}
