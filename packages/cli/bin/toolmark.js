#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// Asking for the version must not pay for loading the program.
if (process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2])) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else {
  const { start } = await import('../dist/toolmark.js');
  await start();
}
