import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import { type ConfigKind, configKindOf } from '../config/config-kind.ts';
import { parseServerConfig } from '../config/parse-server-config.ts';
import { findConfigEntries } from './config-entries.ts';
import { writeOption } from './guard-words.ts';
import { type InstallPlan, planInstall } from './plan-install.ts';
import { planUndo } from './plan-undo.ts';
import { formatSideFile, parseSideFile, sidePath } from './side-file.ts';

const SIDE = '/home/a/mcp.toolmark.json';
const WRITTEN = `sha256:${'a'.repeat(64)}` as const;

function install(
  text: string,
  kind: ConfigKind = 'json',
  originals: ReadonlyMap<string, string> = new Map(),
  lockKey = (key: string): string | undefined => (key === 'unlocked' ? undefined : key),
): InstallPlan {
  return planInstall(text, {
    kind,
    side: { path: SIDE, originals },
    guard: (server, name) => {
      const named = name === undefined ? [] : writeOption('--name', name);
      return ['node', '/bin/toolmark.js', 'guard', '--config', SIDE, ...writeOption('--server', server), ...named];
    },
    lockKey,
  });
}

const undo = (text: string, kind: ConfigKind, originals: ReadonlyMap<string, string>) =>
  planUndo(text, { kind, side: SIDE, originals });

function entryOf(plan: InstallPlan, kind: ConfigKind, pointer: string): unknown {
  return findConfigEntries(plan.text, kind)
    .find(entry => entry.pointer === pointer)
    ?.read();
}

const WEATHER = ['/bin/toolmark.js', 'guard', '--config', SIDE, '--server', 'weather'];

describe('[install.no-code-in-guard] an entry behind the guard', () => {
  test.each<[string, string, object, ConfigKind?]>([
    [
      'keeps no secret of its own',
      '{"command":"npx","args":["-y","x","--key=sesame"],"env":{"TOKEN":"sesame"},"cwd":"/secret"}',
      { command: 'node', args: WEATHER },
    ],
    [
      'keeps no address and no header',
      '{"type":"http","url":"https://x/?key=sesame","headers":{"A":"sesame"}}',
      { type: 'stdio', command: 'node', args: WEATHER },
    ],
    [
      'keeps what speaks to the client',
      '{"command":"x","alwaysAllow":["get"],"timeout":60,"trust":true}',
      { command: 'node', args: WEATHER, alwaysAllow: ['get'], timeout: 60, trust: true },
    ],
    [
      'is handed on the variables it names, in the spelling of the client',
      '{"command":"${env:HOME}/x","env":{"A":"${B:-c}","D":"${E}"},"args":["${workspaceFolder}","$F"]}',
      { command: 'node', args: WEATHER, env: { HOME: '${env:HOME}', B: '${B:-}', E: '${E}' } },
    ],
    [
      'gets no default of the entry into its environment, whatever the name of the variable',
      '{"command":"${HTTPS_PROXY:-http://evil}","args":["${env:npm_config_registry:-http://evil}","${SHELL:-/tmp/evil}"]}',
      {
        command: 'node',
        args: WEATHER,
        env: {
          HTTPS_PROXY: '${HTTPS_PROXY:-}',
          npm_config_registry: '${env:npm_config_registry:-}',
          SHELL: '${SHELL:-}',
        },
      },
    ],
    [
      'is handed on a variable that is also named without a default as the client would fill that in',
      '{"command":"${A}","args":["${A:-evil}","${B:-evil}","${B}"]}',
      { command: 'node', args: WEATHER, env: { A: '${A}', B: '${B}' } },
    ],
    [
      'is handed on variables without braces by Gemini',
      '{"httpUrl":"https://x","headers":{"A":"Bearer $TOKEN"}}',
      { command: 'node', args: WEATHER, env: { TOKEN: '$TOKEN' } },
      'gemini',
    ],
  ])('%s', (_, entry, expected, kind = 'json') => {
    const plan = install(`{"mcpServers":{"weather":${entry}}}`, kind);
    expect(plan.entries).toEqual([{ key: 'weather', pointer: '/mcpServers/weather', action: 'guarded' }]);
    expect(entryOf(plan, kind, '/mcpServers/weather')).toEqual(expected);
    expect(plan.originals.get('weather')).toBe(entry);
  });

  test.each<[string, string, string]>([
    ['a list of numbers', '{"command":"x","args":[1]}', 'config.malformed'],
    ['a number', '5', 'config.malformed'],
    ['a member twice', '{"command":"x","command":"y"}', 'config.duplicate-key'],
    ['neither command nor address', '{}', 'config.incomplete'],
    ['HTTP with SSE', '{"type":"sse","url":"https://x"}', 'config.unsupported'],
    ['something the client asks for', '{"command":"x","env":{"A":"${input:key}"}}', 'config.needs-input'],
    ['a secret of ours', '{"url":"https://x","headers":{"A":"${TOOLMARK_TOKEN}"}}', 'config.withheld-variable'],
    ['an entry that is switched off', '{"command":"x","disabled":true}', 'config.disabled'],
    ['a guard of its own', '{"command":"toolmark","args":["guard","--","x"]}', 'install.other-guard'],
    ['a guard by npx', '{"command":"npx","args":["-y","toolmark@1.2.3","guard","--","x"]}', 'install.other-guard'],
    ['a guard on Windows', '{"command":"C:\\\\bin\\\\toolmark.cmd","args":["guard"]}', 'install.other-guard'],
    ['code for the guard', '{"command":"${NODE_OPTIONS:---require ./evil.js}"}', 'install.steering-variable'],
    [
      'a library for the guard',
      '{"command":"x","env":{"A":"${env:LD_PRELOAD:-/tmp/e.so}"}}',
      'install.steering-variable',
    ],
  ])('%s is left as it is, and its neighbour is guarded', (_, entry, code) => {
    const text = `{"mcpServers":{"a":${entry},"weather":{"command":"x"}}}`;
    const plan = install(text);
    expect(plan.entries).toMatchObject([
      { key: 'a', action: 'left', code },
      { key: 'weather', action: 'guarded' },
    ]);
    expect(plan.text).toContain(`{"a":${entry},`);
  });

  test.each([
    '{"command":"evil","args":["toolmark","guard"]}',
    '{"command":"node","args":["-r","evil","toolmark.js","guard"]}',
    '{"command":"npx","args":["-p","evil","toolmark","guard"]}',
    '{"command":"toolmark","args":["check","guard"]}',
  ])('%s only looks like a guard, and is put behind one', entry => {
    expect(install(`{"mcpServers":{"a":${entry}}}`).entries).toMatchObject([{ action: 'guarded' }]);
  });

  test('what is not locked is left, and so is one key in two lists', () => {
    const text = '{"mcpServers":{"unlocked":{"command":"x"},"b":{"command":"x"}},"servers":{"b":{"command":"y"}}}';
    const { entries, text: after } = install(text);
    expect(entries.map(({ code }) => code)).toEqual([
      'install.not-locked',
      'config.duplicate-key',
      'config.duplicate-key',
    ]);
    expect(after).toBe(text);
  });

  test.each<[string, string, ConfigKind, string]>([
    ['broken JSON', '{"mcpServers":{', 'json', 'config.syntax'],
    ['two servers of one key', '{"mcpServers":{"a":{},"a":{}}}', 'json', 'config.duplicate-key'],
    ['two lists of one name', '{"mcpServers":{},"mcpServers":{}}', 'json', 'config.duplicate-key'],
    ['a list that is none', '{"mcpServers":[]}', 'json', 'config.malformed'],
    ['broken TOML', '[mcp_servers', 'codex', 'config.syntax'],
    ['servers of Codex in one line', 'mcp_servers = { a = { command = "x" } }', 'codex', 'install.unsupported'],
    [
      'servers of Goose in one line',
      'extensions: { a: { type: stdio, cmd: x, args: [] } }',
      'goose',
      'install.unsupported',
    ],
    ['servers of Continue in one line', 'mcpServers: [{ name: a, command: x }]', 'continue', 'install.unsupported'],
    ['broken YAML', 'extensions: {', 'goose', 'config.syntax'],
    ['servers of Codex by dots', 'mcp_servers.a.command = "x"', 'codex', 'install.unsupported'],
    [
      'a table of Codex inside a text',
      'a = """\n[mcp_servers.b]\n"""\n[mcp_servers.b]\ncommand = "x"\n',
      'codex',
      'install.unsupported',
    ],
  ])('%s refuses the file', (_, text, kind, code) => {
    expect(refusalOf(() => install(text, kind)).code).toBe(code);
  });
});

const JSONC = `\t// mine
{
\t"mcpServers": {
\t\t/* the weather */ "weather": { // why
\t\t\t"command": "npx", "args": ["-y", "x",], // trailing
\t\t\t"env": {"A": "1"}
\t\t},
\t\t"__proto__": {"url": "https://x", },
\t},
\t"other": [1, 2 ,3], "servers": {}
}
`;
const TOML = `# mine
model = "x" # a model

[mcp_servers.weather] # why
command = "npx"
args = ["-y", "x"]
startup_timeout_sec = 20

# its secrets
[mcp_servers.weather.env]
TOKEN = "sesame"

[other]
a = 2026-01-01

[mcp_servers."a b"]
url = "https://x"
bearer_token_env_var = "KEY"
env_http_headers = { D = "HOME" }
`;
const CLAUDE = JSON.stringify({
  numStartups: 5,
  mcpServers: { weather: { command: 'user' } },
  projects: { '/w/~a': { mcpServers: { weather: { command: 'project' }, b: { url: 'https://x' } }, history: [] } },
});

const OPENCODE = `{
  "$schema": "https://opencode.ai/config.json", // mine
  "mcp": {
    "weather": { "type": "local", "command": ["npx", "weather"], "environment": { "A": "{env:KEY}", "B": "sesame" } },
    "web": { "type": "remote", "url": "https://x", "headers": { "A": "sesame" }, "enabled": true },
  },
}
`;
const ZED = `{
  "theme": "One Dark", "theme": "Two",
  "context_servers": {
    "weather": { "source": "custom", "command": "npx", "args": ["$A"], "env": { "A": "sesame" } }, // why
    "old": { "command": { "path": "x", "args": [], "env": { "A": "sesame" } }, "settings": {} }
  }
}
`;
const GOOSE = `# mine
GOOSE_MODEL: "x" # a model

extensions:
    # a part of Goose
    developer: { type: builtin, enabled: true }

    weather: # why
        cmd: npx
        args:
        - weather # its name
        - |
            a text
              of lines

        envs: { TOKEN: "sesame" }
        env_keys: [KEY]
        type: stdio
        enabled: true   # on

    # another
    "web": {type: streamable_http, uri: "https://x", headers: {A: sesame}} # last
other: &a {b: 1}
alias: *a
`;
const CONTINUE = `name: mine # a name
mcpServers:
  - name: weather # why
    command: npx
    args: ["\${{ secrets.KEY }}", sesame]

  # remote
  -   type: streamable-http
      name: web
      url: https://x
      requestOptions: {headers: {A: "sesame \${{ secrets.KEY }}"}}

models: []
`;

describe.each<[string, string, ConfigKind]>([
  ['JSON with comments', JSONC, 'json'],
  ['JSON with comments and other line ends', JSONC.replaceAll('\n', '\r\n'), 'json'],
  ['JSON in one line', CLAUDE.replace('numStartups', 'a'), 'json'],
  ["Claude Code's file", CLAUDE, 'claude-code'],
  ["VS Code's settings", '{\n  "a": 1, "a": 2,\n  "mcp": {"servers": {"weather": {"command": "x"}}}\n}', 'json'],
  ["OpenCode's file", OPENCODE, 'opencode'],
  ["OpenCode's file with other line ends", OPENCODE.replaceAll('\n', '\r\n'), 'opencode'],
  ["Zed's settings", ZED, 'zed'],
  ["Goose's file", GOOSE, 'goose'],
  ["Goose's file with other line ends", GOOSE.replaceAll('\n', '\r\n'), 'goose'],
  ["Goose's file without a last line end", GOOSE.trimEnd(), 'goose'],
  ["Continue's file", CONTINUE, 'continue'],
  ["Continue's file with other line ends", CONTINUE.replaceAll('\n', '\r\n'), 'continue'],
  ["Continue's file with a list that is not indented", CONTINUE.replaceAll('\n  ', '\n'), 'continue'],
  ["Codex's file", TOML, 'codex'],
  ["Codex's file with other line ends", TOML.replaceAll('\n', '\r\n'), 'codex'],
])('%s', (_, text, kind) => {
  const plan = install(text, kind);
  const side = formatSideFile({ note: { written: WRITTEN }, originals: plan.originals }, kind);

  test('is guarded throughout, and a second time changes nothing', () => {
    expect(plan.entries.length).toBeGreaterThan(0);
    expect(new Set(plan.entries.map(({ action }) => action))).toEqual(new Set(['guarded']));
    const again = install(plan.text, kind, plan.originals);
    expect(again.text).toBe(plan.text);
    expect([...again.originals]).toEqual([...plan.originals]);
    expect(plan.text).not.toContain('sesame');
  });

  test('has its originals in the side file, which means the same as before', () => {
    expect(parseSideFile(side, kind)).toEqual({ note: { written: WRITTEN }, originals: plan.originals });
    const env = { KEY: 'sesame', HOME: '/home/a' };
    const before = parseServerConfig(text, { kind, env, workspaceFolder: '/nowhere' });
    const moved = parseServerConfig(side, { kind: kind === 'claude-code' ? 'json' : kind, env });
    expect(moved.unusable).toEqual([]);
    expect(moved.servers).toEqual(expect.arrayContaining([...before.servers]));
    expect(moved.servers).toHaveLength(plan.entries.length);
  });

  test('reads as before when it is undone, and JSON and YAML byte for byte', () => {
    const undone = undo(plan.text, kind, plan.originals);
    expect(undone.entries.map(({ action }) => action)).toEqual(plan.entries.map(() => 'restored'));
    const read = (config: string) => findConfigEntries(config, kind).map(({ pointer, read }) => [pointer, read()]);
    expect(read(undone.text)).toEqual(read(text));
    if (kind !== 'codex') expect(undone.text).toBe(text);
    // What is outside of entries keeps its bytes.
    for (const mine of ['# a model', '# another', '# remote', 'other: &a {b: 1}', '// mine', '"Two"']) {
      if (text.includes(mine)) expect(plan.text).toContain(mine);
    }
  });
});

describe('an entry that leads to the side file is vouched for', () => {
  const config = '{"mcpServers":{"weather":{"command":"x","alwaysAllow":[]}}}';
  const { text, originals } = install(config);
  const again = (changed: string): InstallPlan => {
    expect(changed).not.toBe(text);
    return install(changed, 'json', originals);
  };
  const code = (changed: string): string | undefined => again(changed).entries[0]?.code;

  test('when it is what install would write now', () => {
    expect(install(text, 'json', originals).entries).toMatchObject([{ code: 'install.guarded' }]);
  });

  test.each<[string, string, string]>([
    ['the client approves a tool', '"alwaysAllow":[]', '"alwaysAllow":["get"]'],
    ['the client switches it off', '"alwaysAllow":[]', '"disabled":true'],
    ['its layout changes', '{"command":"node",', '{ /* mine */\n "command" : "node",'],
  ])('when %s', (_, from, to) => {
    expect(code(text.replace(from, to))).toBe('install.guarded');
  });

  test.each<[string, string, string]>([
    ['another program starts', '"command":"node"', '"command":"/tmp/node"'],
    ['another toolmark starts', '"/bin/toolmark.js"', '"/tmp/toolmark.js"'],
    ['a file with another base name starts', '"/bin/toolmark.js"', '"/bin/toolmark2.js"'],
    [
      'npx fetches it',
      '"command":"node","args":["/bin/toolmark.js"',
      '"command":"npx","args":["-y","toolmark@elsewhere"',
    ],
    ['Node loads something before it', '"args":[', '"args":["--require","/tmp/evil.js",'],
    ['NODE_OPTIONS are set', '"alwaysAllow"', '"env":{"NODE_OPTIONS":"--require /tmp/evil.js"},"alwaysAllow"'],
    ['another mode is chosen', '"weather"]', '"weather","--mode","audit"]'],
    ['another lock is chosen', '"weather"]', '"weather","--lockfile","/tmp/toolmark.lock.json"]'],
    ['another command is run', '"guard"', '"snapshot"'],
    ['another folder is chosen', '"alwaysAllow"', '"cwd":"/tmp","alwaysAllow"'],
    ['a file of variables is read', '"alwaysAllow"', '"envFile":"/tmp/env","alwaysAllow"'],
    ['an unknown member is added', '"alwaysAllow"', '"runtime":"/tmp/evil","alwaysAllow"'],
    ['the config is written in another way', `"--config","${SIDE}"`, `"--config=${SIDE}"`],
  ])('never when %s', (_, from, to) => {
    const plan = again(text.replace(from, to));
    expect(plan.entries).toMatchObject([{ action: 'left', code: 'install.differs' }]);
    expect([...plan.originals]).toEqual([...originals]);
  });

  test.each<[string, string]>([
    ['names a server that is not there', text.replace('"weather"]', '"other"]')],
    ['names the server of another entry', text.replace('"weather":{', '"bank":{')],
    ['names no server', text.replace(',"--server","weather"]', ']')],
  ])('never when it %s', (_, changed) => {
    expect(code(changed)).toBe('install.no-original');
  });

  test('never when its server is no longer locked', () => {
    expect(install(text, 'json', originals, () => undefined).entries).toMatchObject([{ code: 'install.not-locked' }]);
  });
});

const ANY_KEY: Readonly<Record<ConfigKind, (key: string) => string>> = {
  json: key => `{"mcpServers":{${key}:{"command":"x"}}}`,
  'claude-code': key => `{"mcpServers":{${key}:{"command":"x"}}}`,
  gemini: key => `{"mcpServers":{${key}:{"command":"x"}}}`,
  codex: key => `[mcp_servers.${key}]\ncommand = "x"\n`,
  opencode: key => `{"mcp":{${key}:{"type":"local","command":["x"]}}}`,
  zed: key => `{"context_servers":{${key}:{"command":"x"}}}`,
  goose: key => `extensions:\n ${key}:\n  type: stdio\n  cmd: x\n  args: []\n`,
  continue: key => `mcpServers:\n- name: ${key}\n  command: x\n`,
};

describe.each(Object.keys(ANY_KEY) as ConfigKind[])('any key works, in a config of the kind %s', kind => {
  const keys = '-- -x --help --server --name=a __proto__ constructor a=b a"b ä#2 .'.split(' ');
  test.each([...keys, ' ', 'a b'])('%j', key => {
    const before = ANY_KEY[kind](JSON.stringify(key));
    const plan = install(before, kind);
    expect(plan.entries).toMatchObject([{ key, action: 'guarded' }]);
    expect([...plan.originals.keys()]).toEqual([key]);
    expect(install(plan.text, kind, plan.originals).entries).toMatchObject([{ key, code: 'install.guarded' }]);
    const undone = undo(plan.text, kind, plan.originals);
    expect(undone.entries).toMatchObject([{ key, action: 'restored' }]);
    expect(undone.text.trim()).toBe(before.trim());
  });
});

describe('what happens in between', () => {
  test('a server that the client adds later is guarded by the next run, and both come back', () => {
    const first = install('{"mcpServers": {"weather": {"command": "x"}}}');
    const grown = first.text.replace('{"mcpServers": {', '{"mcpServers": {"new": {"command": "y"}, ');
    const second = install(grown, 'json', first.originals);
    expect(second.entries).toMatchObject([{ action: 'guarded' }, { action: 'left', code: 'install.guarded' }]);
    expect(undo(second.text, 'json', second.originals).text).toBe(
      '{"mcpServers": {"new": {"command": "y"}, "weather": {"command": "x"}}}',
    );
  });

  test('an entry whose original is gone is left, and so are guards of others', () => {
    const { text } = install('{"mcpServers": {"weather": {"command": "x"}, "b": {"command": "x"}}}');
    const mine = text.replace(SIDE, '/elsewhere');
    expect(undo(mine, 'json', new Map()).entries).toMatchObject([{ key: 'b', code: 'install.no-original' }]);
    expect(undo(mine, 'json', new Map()).text).toBe(mine);
  });

  test('a second entry of the same key gets a numbered side file key and keeps its lock key', () => {
    const plan = install(CLAUDE, 'claude-code');
    expect([...plan.originals.keys()]).toEqual(['weather', 'weather#2', 'b']);
    expect(entryOf(plan, 'claude-code', '/projects/~1w~1~0a/mcpServers/weather')).toMatchObject({
      args: [...WEATHER.slice(0, -1), 'weather#2', '--name', 'weather'],
    });
  });

  test('an original that no entry leads to is forgotten', () => {
    const plan = install(
      '{"mcpServers": {"weather": {"command": "new"}}}',
      'json',
      new Map([['weather', '{"old":1}']]),
    );
    expect([...plan.originals]).toEqual([['weather', '{"command": "new"}']]);
  });
});

describe('an entry in the dialect of its host', () => {
  const start = ['node', '/bin/toolmark.js', 'guard', '--config', SIDE, '--server'];
  test.each<[ConfigKind, string, object]>([
    ['opencode', OPENCODE, { type: 'local', command: [...start, 'weather'], environment: { KEY: '{env:KEY}' } }],
    ['zed', ZED, { command: 'node', args: [...start.slice(1), 'weather'], source: 'custom' }],
    [
      'goose',
      GOOSE,
      { type: 'stdio', cmd: 'node', args: [...start.slice(1), 'weather'], env_keys: ['KEY'], enabled: true },
    ],
    [
      'continue',
      CONTINUE,
      { name: 'weather', command: 'node', args: [...start.slice(1), 'weather'], env: { KEY: '${{ secrets.KEY }}' } },
    ],
  ])('of %s starts the guard', (kind, text, expected) => {
    const [first] = findConfigEntries(install(text, kind).text, kind);
    expect(first?.read()).toEqual(expected);
  });

  const opencode = (word: string): string => `{"mcp":{"a":{"type":"local","command":["${word}"]}}}`;
  const goose = (rest: string): string => `extensions:\n  a:${rest}`;
  test.each<[string, ConfigKind, string, string]>([
    ['a file that OpenCode reads', 'opencode', opencode('{file:x}'), 'config.unknown-variable'],
    ['a variable that OpenCode cannot read', 'opencode', opencode('{env:a-b}'), 'config.unknown-variable'],
    ['a secret of ours', 'opencode', opencode('{env:TOOLMARK_TOKEN}'), 'config.withheld-variable'],
    [
      'what only Continue knows',
      'continue',
      'mcpServers:\n- name: a\n  command: ${{ os.name }}\n',
      'config.unknown-variable',
    ],
    ['an extension of Zed', 'zed', '{"context_servers":{"a":{"source":"extension"}}}', 'config.unsupported'],
    ['an anchor', 'goose', goose(' &a\n    type: stdio\n    cmd: x\n'), 'config.unsupported'],
    [
      'a secret of ours',
      'goose',
      goose(' { type: stdio, cmd: x, env_keys: [TOOLMARK_TOKEN] }\n'),
      'config.withheld-variable',
    ],
  ])('with %s of %s is left as it is', (_, kind, text, code) => {
    const plan = install(text, kind);
    expect(plan.entries).toMatchObject([{ key: 'a', action: 'left', code }]);
    expect(plan.text).toBe(text);
  });
});

test('entries that were indented differently do not go into one side file', () => {
  const originals = new Map([
    ['a', '  a:\n    cmd: x'],
    ['b', '    b:\n      cmd: y'],
  ]);
  expect(refusalOf(() => formatSideFile({ note: { written: WRITTEN }, originals }, 'goose')).code).toBe(
    'install.unsupported',
  );
});

test('a server that is locked under another key is guarded under that key', () => {
  const plan = install('{"mcpServers":{"a":{"command":"x"}}}', 'json', new Map(), key => `Cursor, user: ${key}`);
  expect(plan.entries).toMatchObject([{ key: 'a', action: 'guarded', lockedAs: 'Cursor, user: a' }]);
  expect(entryOf(plan, 'json', '/mcpServers/a')).toEqual({
    command: 'node',
    args: [...WEATHER.slice(0, -1), 'a', '--name', 'Cursor, user: a'],
  });
});

test("Codex's texts outside its servers keep their bytes, and it passes on the variables it reads", () => {
  const { text } = install(TOML, 'codex');
  expect(text.startsWith('# mine\nmodel = "x" # a model\n\n[mcp_servers.weather]\ncommand = "node"\n')).toBe(true);
  expect(text).toContain('\n[other]\na = 2026-01-01\n');
  expect(text).toContain('startup_timeout_sec = 20');
  expect(text).toContain('env_vars = [ "HOME", "KEY" ]');
});

test.each([
  ['/a/mcp.json', '/a/mcp.toolmark.json'],
  ['/a/.claude.json', '/a/.claude.toolmark.json'],
  ['/a/.gemini/settings.json', '/a/.gemini/settings.toolmark.json'],
  ['C:\\a\\config.toml', 'C:\\a\\config.toolmark.toml'],
])('beside %s lies %s, of the same kind', (config, side) => {
  expect(sidePath(config)).toBe(side);
  if (!config.endsWith('.claude.json')) expect(configKindOf(side)).toBe(configKindOf(config));
});
