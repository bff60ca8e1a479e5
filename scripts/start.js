import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isStale, PACKAGES } from './is-stale.js';

/** What `npm start` does: builds the command if its sources are newer, and runs the registry in this process. */
async function start() {
  if (isStale(path.join(PACKAGES, 'cli/dist/toolmark.js'))) build();
  process.argv.splice(2, 0, 'serve');
  await import('../packages/cli/bin/toolmark.js');
}

function build() {
  process.stderr.write('building…\n');
  // On Windows npm is a script, which only a shell runs.
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: path.dirname(PACKAGES),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(2);
}

await start();
