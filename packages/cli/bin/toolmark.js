#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

// Asking for the version must not pay for loading the program.
if (process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2])) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (!existsSync(new URL('../dist/toolmark.js', import.meta.url))) {
  // A checkout that was installed with --ignore-scripts.
  process.stderr.write(
    'toolmark: The command is not built yet. Run "npm run build" in the checkout. [install.not-built]\n',
  );
  process.exitCode = 2;
} else {
  const { start } = await import('../dist/toolmark.js');
  await start();
}
