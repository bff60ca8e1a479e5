import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ToolmarkError } from '@toolmark/core';
import { inTemporaryFolder } from '../content/temporary.ts';
import type { Context } from '../context.ts';
import { findProgram } from '../local/find-program.ts';
import { runProgram } from '../run-program.ts';
import { explainUv } from './explain-uv.ts';
import { uvEnvironment } from './uv-environment.ts';

/** A folder that uv runs in, and what is needed to run it. */
export interface UvRun {
  readonly folder: string;
  /** For messages: the package, inert. */
  readonly subject: string;
  readonly context: Context;
}

/**
 * Runs work in a folder with a configuration and a choice of Python that are empty, which ends uv's search for such files in the
 * folders above. So only the configuration of the user and the system counts, as for `uvx`.
 */
export function withUv<Result>(
  subject: string,
  context: Context,
  work: (run: UvRun) => Promise<Result>,
): Promise<Result> {
  return inTemporaryFolder(context.store, async folder => {
    await Promise.all(['uv.toml', '.python-version'].map(name => writeFile(path.join(folder, name), '')));
    return work({ folder, subject, context });
  });
}

/** What uv prints on stdout. Throws `package.*`, in our words: uv's may contain addresses with tokens. */
export async function runUv(args: readonly string[], { folder, subject, context }: UvRun): Promise<string> {
  const command = findProgram('uv', context.env);
  if (command === undefined) throw missing();
  const program = { title: 'uv', command, args, cwd: folder, env: uvEnvironment(context.env) };
  const { exitCode, stdout, stderr } = await runProgram(program, context);
  if (exitCode !== 0) throw explainUv(stderr.toString('utf8'), subject);
  return stdout.toString('utf8');
}

function missing(): ToolmarkError {
  const message =
    'uv was not found on PATH. Install it to pin Python packages (https://docs.astral.sh/uv, or "pip install uv"), or use --no-package.';
  return new ToolmarkError('package.resolver-missing', message);
}
