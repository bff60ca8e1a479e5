import { fileURLToPath } from 'node:url';

/** How to start this program again without a PATH. */
export function ownCommand(): [node: string, program: string] {
  return [process.execPath, fileURLToPath(new URL('../bin/toolmark.js', import.meta.url))];
}
