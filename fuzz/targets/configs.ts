import { isDeepStrictEqual } from 'node:util';
import { type ConfigKind, parseServerConfig, planInstall, planUndo } from '@toolmark/mcp';
import { must, type Target, unlessRefused } from '../target.ts';

const SIDE = '/home/a/side.json';
const ENVIRONMENT = { env: { HOME: '/home/a', TOKEN: 'sesame' }, cwd: '/home/a' };

const KINDS = ['json', 'claude-code', 'gemini', 'codex', 'opencode', 'zed', 'goose', 'continue'] as const;

export const configs: Target = {
  name: 'configs',
  promise:
    'A host config is parsed or refused; installing the guard and undoing it restores the config, byte for byte in JSON and YAML.',
  seeds: [
    '{\n  // servers\n  "mcpServers": {\n    "a": { "command": "npx", "args": ["-y", "${HOME}/x"], "env": { "T": "$TOKEN" } },\n  },\n}',
    '{"mcp":{"servers":{"b":{"type":"http","url":"https://x.example/mcp","headers":{"A":"Bearer ${env:TOKEN}"}}}}}',
    '{"projects":{"/home/a":{"mcpServers":{"c":{"command":"c"}}}},"mcpServers":{"c":{"command":"d"}}}',
    'model = "x"\n[mcp_servers.d]\ncommand = "d"\nargs = ["a", \'b\']\n[mcp_servers.d.env]\nT = "t"\n# end\n',
    '{"mcp":{"e":{"type":"local","command":["e","{env:TOKEN}"],"environment":{"T":"t"}},"servers":{"f":{"type":"remote","url":"https://x"}}}}',
    '{"context_servers":{"g":{"source":"custom","command":"g","args":["a"]},"h":{"command":{"path":"h","args":[]}}}}',
    'GOOSE_MODE: auto\nextensions:\n  dev: {type: builtin}\n  i:\n    cmd: i # why\n    args: [a, "b"]\n    type: stdio\n    envs:\n      T: t\n',
    'mcpServers:\n  - name: j\n    command: j\n    args:\n    - ${{ secrets.TOKEN }}\n\n  # next\n  - {name: k, type: streamable-http, url: "https://x"}\n',
  ],
  words: [
    ...'mcpServers servers command url disabled [mcp_servers."a.b"] context_servers mcp extensions'.split(' '),
    ...['  - ', ': |\n', '&a', '*a', '/*', '*/', '//', ',}', '"""'],
  ],
  run(input) {
    for (const kind of KINDS) {
      unlessRefused(() => parseServerConfig(input, { kind, ...ENVIRONMENT }));
      const text = new TextDecoder().decode(input);
      unlessRefused(() => installAndUndo(text, kind));
    }
  },
};

function installAndUndo(text: string, kind: ConfigKind): void {
  const plan = planInstall(text, {
    kind,
    side: { path: SIDE, originals: new Map() },
    guard: (server, name) => [
      'toolmark',
      'guard',
      '--config',
      SIDE,
      '--server',
      server,
      ...(name ? ['--name', name] : []),
    ],
    lockKey: key => key,
  });
  const undone = planUndo(plan.text, { kind, side: SIDE, originals: plan.originals });
  if (kind !== 'codex') must(undone.text === text, 'Undo gives another text.');
  const [before, after] = [text, undone.text].map(one => parseServerConfig(one, { kind, ...ENVIRONMENT }));
  must(isDeepStrictEqual(after, before), 'Undo gives other servers.');
}
