import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { CALLS, show, start } from './task.mjs';

writeFileSync('inspector.json', JSON.stringify({ mcpServers: { everything: { type: 'stdio', ...start } } }));
const inspect = (...options) =>
  JSON.parse(
    execFileSync(
      'node_modules/.bin/mcp-inspector',
      ['--cli', '--config', 'inspector.json', '--server', 'everything', ...options],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ),
  );
const { tools } = inspect('--method', 'tools/list');
const calls = CALLS.map(([name, args]) => {
  const pairs = Object.entries(args).map(([key, value]) => `${key}=${value}`);
  return inspect('--method', 'tools/call', '--tool-name', name, '--tool-arg', ...pairs);
});
show(tools, calls);
