/** Every variable of the environment that Toolmark reads, and what it does. */
export const ENVIRONMENT: ReadonlyMap<string, string> = new Map([
  ['TOOLMARK_REGISTRY', 'the registry to ask, unless --registry'],
  ['TOOLMARK_TOKEN', 'the token for the registry, unless --token-file'],
  ['TOOLMARK_DATA', 'the folder of a registry that is run here, unless --data'],
  ['TOOLMARK_ADMIN_TOKEN', 'serve: the token of the admin, 32 characters or more'],
  ['TOOLMARK_GUARD_TOKEN', 'guard --http: what clients must send, unless --token-file'],
  ['DATABASE_URL', 'the PostgreSQL database of a registry, instead of SQLite'],
  ['DATABASE_READ_URL', 'serve: a copy of that database, for reading'],
  ['HOST', 'serve: the name or address to listen on, unless --host'],
  ['PORT', 'serve: the port to listen on, unless --port'],
  ['NO_COLOR', 'if set, nothing is coloured'],
  ['FORCE_COLOR', 'if set and not 0, always coloured'],
  ['XDG_CONFIG_HOME', 'where "login" keeps tokens, and clients their configs'],
  ['XDG_CACHE_HOME', 'where the guard remembers what a registry warned of'],
  ['APPDATA', 'the same as XDG_CONFIG_HOME, on Windows'],
  ['CLAUDE_CONFIG_DIR', 'where the config of Claude Code is'],
  ['CODEX_HOME', 'where the config of Codex is'],
]);
