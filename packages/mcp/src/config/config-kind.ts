/**
 * How a file lists its servers. `json`: `mcpServers`, VS Code's `servers`, or `mcp.servers` in its settings;
 * `claude-code`: `mcpServers` of the user and of each project; `gemini`: as `json`, and `$NAME` is a variable too;
 * `codex`: TOML with `mcp_servers`; `opencode`: `mcp` with commands as arrays; `zed`: `context_servers`;
 * `goose`: YAML with `extensions`; `continue`: YAML with a list `mcpServers`.
 */
export type ConfigKind = 'json' | 'claude-code' | 'gemini' | 'codex' | 'opencode' | 'zed' | 'goose' | 'continue';

/** The kind of a config, by file name. A side file, such as `opencode.toolmark.json`, has the kind of its config. */
export function configKindOf(path: string): ConfigKind {
  const folders = path.toLowerCase().split(/[\\/]/);
  const file = folders.pop() ?? '';
  const name = file.replace(/\.toolmark(?=\.[^.]+$)/, '');
  const folder = folders.at(-1) ?? '';
  if (name.endsWith('.toml')) return 'codex';
  if (/\.ya?ml$/.test(name)) return folders.includes('goose') ? 'goose' : 'continue';
  // The side file of .claude.json has the entries of all projects in one list.
  if (file === '.claude.json') return 'claude-code';
  if (/^opencode\.jsonc?$/.test(name)) return 'opencode';
  if (name === 'settings.json' && /^\.?zed$/.test(folder)) return 'zed';
  return folder === '.gemini' || folder === '.qwen' ? 'gemini' : 'json';
}

export function isYaml(kind: ConfigKind): kind is 'goose' | 'continue' {
  return kind === 'goose' || kind === 'continue';
}
