import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SUITE } from './conformance/suite.ts';
import { REAL_SERVERS } from './real-servers.ts';

/** Installs real servers and the conformance suite of MCP: `tsx install-servers.ts FOLDER [--ci]`. No script of theirs runs. */
const [folder = '', flag] = process.argv.slice(2);
const servers = REAL_SERVERS.filter(server => flag !== '--ci' || server.isInCi);
mkdirSync(folder, { recursive: true });
const dependencies = Object.fromEntries([...servers, SUITE].map(server => [server.package, server.version]));
writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }, null, 2));
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'], {
  cwd: folder,
  stdio: 'inherit',
});
console.log(`${servers.length} servers are in ${folder}`);
