import { fileURLToPath } from 'node:url';

/** How this program is started again by somebody without a PATH. */
export function ownCommand(): [node: string, program: string] {
  return [process.execPath, fileURLToPath(new URL('../bin/toolmark.js', import.meta.url))];
}
