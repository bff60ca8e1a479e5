import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const PACKAGES = path.resolve(import.meta.dirname, '../packages');
const BUILT = path.join(PACKAGES, 'cli/dist/toolmark.js');

/** What `npm start` does: builds the command if its sources are newer, and runs the registry in this process. */
async function start() {
  if (isStale()) build();
  process.argv.splice(2, 0, 'serve');
  await import('../packages/cli/bin/toolmark.js');
}

function isStale() {
  const built = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const folders = readdirSync(PACKAGES).map(name => path.join(PACKAGES, name, 'src'));
  return folders.some(folder => newestIn(folder) > built);
}

/** Generated validators are made by the build itself. */
function newestIn(folder) {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && !entry.name.includes('.gen.') && !entry.name.endsWith('.test.ts'),
  );
  return files.reduce((newest, file) => Math.max(newest, statSync(path.join(file.parentPath, file.name)).mtimeMs), 0);
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
