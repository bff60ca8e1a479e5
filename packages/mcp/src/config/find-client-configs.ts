import path from 'node:path';
import { type ConfigKind, configKindOf } from './parse-server-config.ts';

/** A place where a host keeps its servers, whether there is a file or not. */
export interface ConfigPlace {
  readonly client: string;
  readonly scope: 'user' | 'project' | 'managed';
  readonly path: string;
  readonly kind: ConfigKind;
}

export interface PlaceOptions {
  readonly home: string;
  readonly platform: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What is looked for in the working folder when nobody names a source; the first that exists counts. */
export const DEFAULT_CONFIGS: readonly string[] = ['.mcp.json', 'mcp.json', '.vscode/mcp.json'];

type Row = readonly [client: string, scope: ConfigPlace['scope'], path: string, platforms?: readonly string[]];

const ROWS: readonly Row[] = [
  ['Claude Desktop', 'user', '{appData}/Claude/claude_desktop_config.json'],
  ['Claude Code', 'managed', '/Library/Application Support/ClaudeCode/managed-mcp.json', ['darwin']],
  ['Claude Code', 'managed', '/etc/claude-code/managed-mcp.json', ['linux']],
  ['Claude Code', 'managed', 'C:/Program Files/ClaudeCode/managed-mcp.json', ['win32']],
  ['Claude Code', 'user', '{claude}/.claude.json'],
  ['Claude Code', 'project', '{cwd}/.mcp.json'],
  ['Cursor', 'user', '{home}/.cursor/mcp.json'],
  ['Cursor', 'project', '{cwd}/.cursor/mcp.json'],
  ['VS Code', 'user', '{appData}/Code/User/mcp.json'],
  ['VS Code', 'user', '{appData}/Code/User/settings.json'],
  ['VS Code Insiders', 'user', '{appData}/Code - Insiders/User/mcp.json'],
  ['VS Code Insiders', 'user', '{appData}/Code - Insiders/User/settings.json'],
  ['VS Code', 'project', '{cwd}/.vscode/mcp.json'],
  ['Windsurf', 'user', '{home}/.codeium/windsurf/mcp_config.json'],
  ['Gemini CLI', 'user', '{home}/.gemini/settings.json'],
  ['Gemini CLI', 'project', '{cwd}/.gemini/settings.json'],
  ['Codex', 'user', '{codex}/config.toml'],
  ['Codex', 'project', '{cwd}/.codex/config.toml'],
  ['project', 'project', '{cwd}/mcp.json'],
];

/** Every place the known hosts read, for this platform and user; nothing is opened. */
export function findClientConfigs(options: PlaceOptions): ConfigPlace[] {
  const folders = foldersOf(options);
  const { normalize } = options.platform === 'win32' ? path.win32 : path.posix;
  const here = ROWS.filter(([, , , platforms]) => platforms?.includes(options.platform) ?? true);
  const places = here.map(([client, scope, template]) => {
    const place = normalize(template.replace(/\{(\w+)\}/, (_, name: string) => folders.get(name) ?? ''));
    return { client, scope, path: place, kind: configKindOf(place) };
  });
  return places.filter((place, index) => places.findIndex(other => other.path === place.path) === index);
}

function foldersOf({ home, platform, cwd, env }: PlaceOptions): Map<string, string> {
  return new Map([
    ['home', home],
    ['cwd', cwd],
    ['appData', appDataOf(home, platform, env)],
    ['claude', env.CLAUDE_CONFIG_DIR || home],
    ['codex', env.CODEX_HOME || `${home}/.codex`],
  ]);
}

function appDataOf(home: string, platform: string, env: PlaceOptions['env']): string {
  if (platform === 'darwin') return `${home}/Library/Application Support`;
  if (platform === 'win32') return env.APPDATA || `${home}/AppData/Roaming`;
  return env.XDG_CONFIG_HOME || `${home}/.config`;
}
