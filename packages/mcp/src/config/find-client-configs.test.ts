import { describe, expect, test } from 'vitest';
import { sidePath } from '../install/side-file.ts';
import { configKindOf } from './config-kind.ts';
import { DEFAULT_CONFIGS, findClientConfigs } from './find-client-configs.ts';

function pathsOf(platform: string, home: string, cwd: string, env: Record<string, string> = {}): string[] {
  return findClientConfigs({ platform, home, cwd, env }).map(place => `${place.client} ${place.kind} ${place.path}`);
}

describe('findClientConfigs', () => {
  test.each<[string, string, string, string[]]>([
    [
      'linux',
      '/home/a',
      '/w',
      [
        'Claude Code claude-code /home/a/.claude.json',
        'Claude Code json /etc/claude-code/managed-mcp.json',
        'Claude Code json /w/.mcp.json',
        'Claude Desktop json /home/a/.config/Claude/claude_desktop_config.json',
        'Codex codex /home/a/.codex/config.toml',
        'Cursor json /home/a/.cursor/mcp.json',
        'Cursor json /w/.cursor/mcp.json',
        'Gemini CLI gemini /home/a/.gemini/settings.json',
        'VS Code json /home/a/.config/Code/User/mcp.json',
        'VS Code json /home/a/.config/Code/User/settings.json',
        'VS Code json /w/.vscode/mcp.json',
        'Windsurf json /home/a/.codeium/windsurf/mcp_config.json',
        'OpenCode opencode /home/a/.config/opencode/opencode.json',
        'OpenCode opencode /w/.opencode/opencode.jsonc',
        'Qwen Code gemini /home/a/.qwen/settings.json',
        'Copilot CLI json /home/a/.copilot/mcp-config.json',
        'Copilot CLI json /w/.mcp.json',
        'Zed zed /home/a/.config/zed/settings.json',
        'Cline json /home/a/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
        'Roo Code json /w/.roo/mcp.json',
        'Continue continue /home/a/.continue/config.yaml',
        'Goose goose /home/a/.config/goose/config.yaml',
        'LM Studio json /home/a/.lmstudio/mcp.json',
        'Amazon Q json /home/a/.aws/amazonq/mcp.json',
        'Warp json /home/a/.warp/.mcp.json',
        'Junie json /w/.junie/mcp/mcp.json',
        'project json /w/.mcp.json',
        'project json /w/mcp.json',
      ],
    ],
    [
      'darwin',
      '/Users/a',
      '/w',
      [
        'Claude Desktop json /Users/a/Library/Application Support/Claude/claude_desktop_config.json',
        'VS Code json /Users/a/Library/Application Support/Code/User/mcp.json',
        'Claude Code json /Library/Application Support/ClaudeCode/managed-mcp.json',
        'Zed zed /Users/a/.config/zed/settings.json',
        'Goose goose /Users/a/.config/goose/config.yaml',
      ],
    ],
    [
      'win32',
      'C:\\Users\\a',
      'D:\\w',
      [
        'Claude Desktop json C:\\Users\\a\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
        'VS Code json C:\\Users\\a\\AppData\\Roaming\\Code\\User\\settings.json',
        'Gemini CLI gemini D:\\w\\.gemini\\settings.json',
        'Zed zed C:\\Users\\a\\AppData\\Roaming\\Zed\\settings.json',
        'Goose goose C:\\Users\\a\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
        'project json D:\\w\\mcp.json',
      ],
    ],
  ])('knows where hosts keep their servers on %s', (platform, home, cwd, expected) => {
    expect(pathsOf(platform, home, cwd)).toEqual(expect.arrayContaining(expected));
  });

  test('variables that move these places are followed', () => {
    const env = { XDG_CONFIG_HOME: '/x', CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/o' };
    expect(pathsOf('linux', '/home/a', '/w', env)).toEqual(
      expect.arrayContaining([
        'Claude Desktop json /x/Claude/claude_desktop_config.json',
        'Claude Code claude-code /c/.claude.json',
        'Codex codex /o/config.toml',
      ]),
    );
    expect(pathsOf('win32', 'C:\\a', 'C:\\w', { APPDATA: 'E:\\r' })).toContain(
      'VS Code json E:\\r\\Code\\User\\mcp.json',
    );
  });

  test('a folder whose name looks like a template, or like a replacement, is taken as it is', () => {
    expect(pathsOf('linux', '/home/{cwd}', '/w/$&')).toEqual(
      expect.arrayContaining(['Cursor json /home/{cwd}/.cursor/mcp.json', 'project json /w/$&/mcp.json']),
    );
  });

  test('no place comes twice, also when the user works at home', () => {
    const places = findClientConfigs({ platform: 'linux', home: '/a', cwd: '/a', env: {} });
    const paths = places.map(place => `${place.client} ${place.path}`);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(['linux', 'darwin', 'win32'])(
    'on %s every place has a label of its own, whatever the folder is called',
    platform => {
      const labelsIn = (cwd: string) =>
        findClientConfigs({ platform, home: '/a', cwd, env: {} }).map(({ label }) => label);
      expect(new Set(labelsIn('/w')).size).toBe(labelsIn('/w').length);
      expect(labelsIn('/other/folder')).toEqual(labelsIn('/w'));
      expect(labelsIn('/w')).toEqual(expect.arrayContaining(['Cursor, user', 'VS Code, user, User/settings.json']));
    },
  );

  test.each(['linux', 'darwin', 'win32'])('on %s every side file is read as its config', platform => {
    for (const place of findClientConfigs({ platform, home: '/a', cwd: '/w', env: {} })) {
      const side = configKindOf(sidePath(place.path));
      expect([place.path, side]).toEqual([place.path, place.kind === 'claude-code' ? 'json' : place.kind]);
    }
  });

  test('without a source the files of the working folder are looked for in their order', () => {
    expect(DEFAULT_CONFIGS).toEqual(['.mcp.json', 'mcp.json', '.vscode/mcp.json']);
  });
});
