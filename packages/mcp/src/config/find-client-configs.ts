import path from 'node:path';
import { type ConfigKind, configKindOf } from './config-kind.ts';

/** A place where a host reads its servers from. The file may not exist. */
export interface ConfigPlace {
  readonly client: string;
  readonly scope: 'user' | 'project' | 'managed';
  readonly path: string;
  readonly kind: ConfigKind;
  /** A unique name, such as "Cursor, user". */
  readonly label: string;
}

export interface PlaceOptions {
  readonly home: string;
  readonly platform: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Files searched in the working directory when no source is given; the first that exists is used. */
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
  ['OpenCode', 'user', '{xdg}/opencode/opencode.json'],
  ['OpenCode', 'user', '{xdg}/opencode/opencode.jsonc'],
  ['OpenCode', 'project', '{cwd}/opencode.json'],
  ['OpenCode', 'project', '{cwd}/opencode.jsonc'],
  ['OpenCode', 'project', '{cwd}/.opencode/opencode.json'],
  ['OpenCode', 'project', '{cwd}/.opencode/opencode.jsonc'],
  ['Qwen Code', 'user', '{home}/.qwen/settings.json'],
  ['Qwen Code', 'project', '{cwd}/.qwen/settings.json'],
  ['Copilot CLI', 'user', '{copilot}/mcp-config.json'],
  ['Copilot CLI', 'project', '{cwd}/.mcp.json'],
  ['Copilot CLI', 'project', '{cwd}/.github/mcp.json'],
  ['Zed', 'user', '{xdg}/zed/settings.json', ['darwin', 'linux']],
  ['Zed', 'user', '{appData}/Zed/settings.json', ['win32']],
  ['Cline', 'user', '{appData}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'],
  ['Cline', 'user', '{home}/.cline/data/settings/cline_mcp_settings.json'],
  ['Roo Code', 'user', '{appData}/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'],
  ['Roo Code', 'project', '{cwd}/.roo/mcp.json'],
  ['Continue', 'user', '{home}/.continue/config.yaml'],
  ['Goose', 'user', '{xdg}/goose/config.yaml', ['darwin', 'linux']],
  ['Goose', 'user', '{appData}/Block/goose/config/config.yaml', ['win32']],
  ['LM Studio', 'user', '{home}/.lmstudio/mcp.json'],
  ['Amazon Q', 'user', '{home}/.aws/amazonq/mcp.json'],
  ['Amazon Q', 'user', '{home}/.aws/amazonq/agents/default.json'],
  ['Amazon Q', 'project', '{cwd}/.amazonq/mcp.json'],
  ['Warp', 'user', '{home}/.warp/.mcp.json'],
  ['Warp', 'project', '{cwd}/.warp/.mcp.json'],
  ['Junie', 'user', '{home}/.junie/mcp/mcp.json'],
  ['Junie', 'project', '{cwd}/.junie/mcp/mcp.json'],
  ...DEFAULT_CONFIGS.map((file): Row => ['project', 'project', `{cwd}/${file}`]),
];

/** All config places of known hosts for this platform and user. A file that two hosts read is two places. */
export function findClientConfigs(options: PlaceOptions): ConfigPlace[] {
  const folders = foldersOf(options);
  const { normalize } = options.platform === 'win32' ? path.win32 : path.posix;
  const here = ROWS.filter(([, , , platforms]) => platforms?.includes(options.platform) ?? true);
  const places = here.map(([client, scope, template]) => {
    const place = normalize(template.replace(/\{(\w+)\}/, (_, name: string) => folders.get(name) ?? ''));
    return { client, scope, path: place, kind: configKindOf(place), label: labelOf([client, scope, template], here) };
  });
  return places.filter((place, index) => places.findIndex(other => isSamePlace(other, place)) === index);
}

/** Client and scope; all but the first place also have folder and file. */
function labelOf([client, scope, template]: Row, all: readonly Row[]): string {
  const first = all.find(row => row[0] === client && row[1] === scope);
  const tail = template
    .replace(/^\{\w+\}\//, '')
    .split('/')
    .slice(-2)
    .join('/');
  return first?.[2] === template ? `${client}, ${scope}` : `${client}, ${scope}, ${tail}`;
}

/** In the home directory, user and project files are the same. */
function isSamePlace(one: ConfigPlace, other: ConfigPlace): boolean {
  return one.client === other.client && one.path === other.path;
}

function foldersOf({ home, platform, cwd, env }: PlaceOptions): Map<string, string> {
  return new Map([
    ['home', home],
    ['cwd', cwd],
    ['appData', appDataOf(home, platform, env)],
    ['xdg', env.XDG_CONFIG_HOME || `${home}/.config`],
    ['claude', env.CLAUDE_CONFIG_DIR || home],
    ['copilot', env.COPILOT_HOME || `${home}/.copilot`],
    ['codex', env.CODEX_HOME || `${home}/.codex`],
  ]);
}

function appDataOf(home: string, platform: string, env: PlaceOptions['env']): string {
  if (platform === 'darwin') return `${home}/Library/Application Support`;
  if (platform === 'win32') return env.APPDATA || `${home}/AppData/Roaming`;
  return env.XDG_CONFIG_HOME || `${home}/.config`;
}
