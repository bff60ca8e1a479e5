import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { CALLS, show, start } from './task.mjs';

writeFileSync('mcporter.json', JSON.stringify({ mcpServers: { everything: start } }));
const mcporter = (...words) =>
  JSON.parse(
    execFileSync('node_modules/.bin/mcporter', ['--config', 'mcporter.json', ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
const { tools } = mcporter('list', 'everything', '--schema', '--json');
const calls = CALLS.map(([name, args]) =>
  mcporter('call', `everything.${name}`, '--args', JSON.stringify(args), '--output', 'json'),
);
show(tools, calls);
