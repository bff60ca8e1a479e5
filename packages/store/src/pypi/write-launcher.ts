import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';

/**
 * Puts a program in the place of the link to the interpreter. A shell reads its first lines, and Python the rest: it starts the
 * same interpreter again under the name of this file, by which Python finds the virtual environment around it.
 */
export async function writeLauncher(folder: string, interpreter: string): Promise<void> {
  if (!path.isAbsolute(interpreter) || /['"\\\n\r]/.test(interpreter)) throw unusable();
  const file = path.join(folder, 'bin', 'python');
  await rm(file);
  await writeFile(file, launcher(interpreter), { flag: 'wx' });
  await chmod(file, 0o755);
}

function launcher(interpreter: string): string {
  return `#!/bin/sh
'''exec' '${interpreter}' -I -S "$0" "$@"
' '''
import os, sys
if sys.platform == 'darwin':
    os.environ['__PYVENV_LAUNCHER__'] = sys.argv[0]
os.execv('${interpreter}', sys.argv)
`;
}

function unusable(): ToolmarkError {
  const message =
    'The path of the Python that uv found has a quote, backslash or line break. Install Python in another folder.';
  return new ToolmarkError('package.no-python', message);
}
