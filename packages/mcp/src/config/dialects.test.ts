import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../../../test/refusal.ts';
import type { ConfigKind } from './config-kind.ts';
import { parseServerConfig } from './parse-server-config.ts';

const ENV = { TOKEN: 'sesame', HOME: '/home/a' };

const OPENCODE = `{
  "$schema": "https://opencode.ai/config.json",
  "model": "local/model", // not a server
  "mcp": {
    "weather": {
      "type": "local",
      "command": ["npx", "-y", "weather", "{env:TOKEN}"],
      "environment": { "KEY": "{env:TOKEN}" },
      "cwd": "/srv",
      "enabled": true,
    },
    "web": { "type": "remote", "url": "https://x.example/mcp", "headers": { "Authorization": "Bearer {env:TOKEN}" } },
    "off": { "type": "local", "command": ["x"], "enabled": false },
    "filed": { "type": "local", "command": ["x", "{file:~/.secret}"] },
    "text": { "type": "local", "command": "npx weather" },
    "unset": { "type": "local", "command": ["{env:NOT_SET}"] },
  },
}
`;
const OPENCODE_2 =
  '{"mcp":{"timeout":5000,"servers":{"weather":{"type":"local","command":["weather"]},"off":{"type":"local","command":["x"],"disabled":true}}}}';
const ZED = `{
  "theme": "One Dark",
  "context_servers": {
    "weather": { "source": "custom", "command": "weather", "args": ["--units", "$HOME"], "env": { "KEY": "\${TOKEN}" } },
    "old": { "command": { "path": "old", "args": ["a"], "env": { "A": "b" } }, "settings": {} },
    "web": { "url": "https://x.example/mcp", "headers": { "A": "b" } },
    "extension": { "source": "extension", "settings": {} },
    "off": { "enabled": false, "command": "x" }
  }
}
`;
const GOOSE = `GOOSE_PROVIDER: anthropic # mine
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
  weather:
    enabled: true
    name: weather
    type: stdio
    cmd: npx
    args: ["-y", weather, $HOME]
    envs:
      KEY: open
    env_keys:
      - TOKEN
  web:
    enabled: true
    type: streamable_http
    name: web
    uri: https://x.example/mcp
    headers: { A: b }
  unset: { type: stdio, cmd: x, args: [], env_keys: [NOT_SET] }
  secret: { type: streamable_http, uri: https://x.example, headers: { A: $TOKEN } }
  sse: { type: sse, uri: https://x.example }
  off: { type: stdio, enabled: false, cmd: x, args: [] }
`;
const CONTINUE = `name: mine
version: 0.0.1
schema: v1
mcpServers:
  - name: weather
    command: npx
    args:
      - "-y"
      - weather
      - --token=\${{ secrets.TOKEN }}
    env:
      KEY: \${{ secrets.TOKEN }}
    cwd: /srv
  - name: web
    type: streamable-http
    url: https://x.example/mcp
    requestOptions:
      headers: { Authorization: "Bearer \${{ inputs.TOKEN }}" }
  - uses: someone/block
  - name: keyed
    url: https://x.example
    apiKey: sesame
  - name: unset
    command: \${{ secrets.NOT_SET }}
  - name: other
    command: \${{ runner.os }}
`;

const WEATHER = { kind: 'stdio', command: 'npx', args: ['-y', 'weather', 'sesame'] };

describe('the servers of a host with its own dialect', () => {
  test.each<[ConfigKind, string, Record<string, object>, Record<string, string>]>([
    [
      'opencode',
      OPENCODE,
      {
        weather: { ...WEATHER, env: { KEY: 'sesame' }, cwd: '/srv' },
        web: { kind: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'Bearer sesame' } },
      },
      {
        off: 'config.disabled',
        filed: 'config.unknown-variable',
        text: 'config.malformed',
        unset: 'config.unset-variable',
      },
    ],
    ['opencode', OPENCODE_2, { weather: { kind: 'stdio', command: 'weather', args: [] } }, { off: 'config.disabled' }],
    [
      'zed',
      ZED,
      {
        weather: { kind: 'stdio', command: 'weather', args: ['--units', '$HOME'], env: { KEY: '${TOKEN}' } },
        old: { kind: 'stdio', command: 'old', args: ['a'], env: { A: 'b' } },
        web: { kind: 'http', url: 'https://x.example/mcp', headers: { A: 'b' } },
      },
      { extension: 'config.unsupported', off: 'config.disabled' },
    ],
    [
      'goose',
      GOOSE,
      {
        weather: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'weather', '$HOME'],
          env: { TOKEN: 'sesame', KEY: 'open' },
        },
        web: { kind: 'http', url: 'https://x.example/mcp', headers: { A: 'b' } },
      },
      {
        unset: 'config.unset-variable',
        secret: 'config.unknown-variable',
        sse: 'config.unsupported',
        off: 'config.disabled',
      },
    ],
    [
      'continue',
      CONTINUE,
      {
        weather: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'weather', '--token=sesame'],
          env: { KEY: 'sesame' },
          cwd: '/srv',
        },
        web: { kind: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'Bearer sesame' } },
      },
      {
        'someone/block': 'config.incomplete',
        keyed: 'config.unsupported',
        unset: 'config.unset-variable',
        other: 'config.unknown-variable',
      },
    ],
  ])('%s', (kind, text, servers, unusable) => {
    const config = parseServerConfig(text, { kind, env: ENV });
    expect(Object.fromEntries(config.servers.map(({ key, source }) => [key, source]))).toEqual(servers);
    expect(Object.fromEntries(config.unusable.map(({ key, code }) => [key, code]))).toEqual(unusable);
  });
});

test('Copilot calls a started server local, and Warp a folder working_directory', () => {
  const text =
    '{"mcpServers":{"a":{"type":"local","command":"x","tools":["*"]},"b":{"command":"y","working_directory":"/srv"}}}';
  expect(parseServerConfig(text, { kind: 'json', env: {} }).servers.map(({ source }) => source)).toEqual([
    { kind: 'stdio', command: 'x', args: [] },
    { kind: 'stdio', command: 'y', args: [], cwd: '/srv' },
  ]);
});

describe('a YAML file that cannot be read is refused with a code', () => {
  test.each<[string, string, string, ConfigKind?]>([
    [
      'two servers of one name of Continue',
      'config.duplicate-key',
      'mcpServers:\n  - name: a\n    command: x\n  - name: a\n    command: y\n',
      'continue',
    ],
    ['one key twice', 'config.duplicate-key', 'extensions:\n  a: {cmd: x}\n  a: {cmd: y}\n'],
    ['the list of servers twice', 'config.duplicate-key', 'extensions: {}\nextensions:\n  a: {cmd: x}\n'],
    ['endless nesting', 'config.too-large', `extensions: ${'['.repeat(100_000)}`],
    ['endless nesting in one line', 'config.too-large', `extensions:\n  ${'- '.repeat(100_000)}`],
    ['a large file', 'config.too-large', `a: ${'x'.repeat(300_000)}`],
    ['half a file', 'config.syntax', 'extensions: {a: '],
    ['a tab as indentation', 'config.syntax', 'extensions:\n\ta: 1\n'],
    ['two documents', 'config.syntax', 'extensions: {}\n---\nextensions: {}\n'],
    ['a list', 'config.malformed', '- extensions\n'],
    ['servers that are a text', 'config.malformed', 'extensions: all\n'],
    ['servers that are a list', 'config.malformed', 'extensions: [a]\n'],
  ])('%s: %s', (_, code, text, kind = 'goose') => {
    expect(refusalOf(() => parseServerConfig(text, { kind, env: {} })).code).toBe(code);
  });

  test.each(['', '# nothing\n', 'GOOSE_MODE: auto\n', 'extensions:\n', 'extensions: {}\n'])(
    '%j has no servers',
    text => {
      expect(parseServerConfig(text, { kind: 'goose', env: {} }).servers).toEqual([]);
    },
  );

  test('anchors and aliases are the fault of their entry alone', () => {
    const text =
      'base: &b {type: stdio}\nextensions:\n  a: *b\n  c: &c {type: stdio, cmd: x}\n  d: {type: stdio, cmd: y}\n';
    const config = parseServerConfig(text, { kind: 'goose', env: {} });
    expect(config.servers.map(({ key }) => key)).toEqual(['d']);
    expect(config.unusable.map(({ key, code }) => [key, code])).toEqual([
      ['a', 'config.unsupported'],
      ['c', 'config.unsupported'],
    ]);
  });
});
