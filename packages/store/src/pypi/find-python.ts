import { ToolmarkError } from '@toolmark/core';
import { runProgram } from '../run-program.ts';
import { runUv, type UvRun } from './run-uv.ts';
import { uvEnvironment } from './uv-environment.ts';

export interface Python {
  /** The interpreter, which uv found. */
  readonly file: string;
  /** Implementation and version as far as installed packages depend on it, such as `py312`. */
  readonly tag: string;
}

const PROGRAM = `
import sys
name = 'py' if sys.implementation.name == 'cpython' else sys.implementation.name
print(name + '%d%d' % sys.version_info[:2] + getattr(sys, 'abiflags', ''))
`;

/** The Python that uv would use, of a given version if the command names one. Throws `package.no-python`. */
export async function findPython(wanted: string | undefined, run: UvRun): Promise<Python> {
  const found = await runUv(['python', 'find', '--no-project', ...(wanted === undefined ? [] : [wanted])], run);
  const file = found.trim();
  const outcome = await runProgram(
    {
      title: 'Python',
      command: file,
      args: ['-I', '-S', '-c', PROGRAM],
      cwd: run.folder,
      env: uvEnvironment(run.context.env),
    },
    run.context,
  );
  const tag = outcome.stdout.toString('latin1').trim();
  if (/^[a-z]{2,20}\d{2,3}[a-z]{0,4}$/.test(tag)) return { file, tag };
  throw new ToolmarkError(
    'package.no-python',
    `${run.subject}: the Python that uv found does not run. Install another one.`,
  );
}
