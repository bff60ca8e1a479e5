import { quoteInert } from '../../base/index.ts';
import { interpreterOf, isLauncher } from './interpreters.ts';
import { isKnownProgram } from './known-programs.ts';
import type { Launch, Recognised } from './launch.ts';
import { recogniseScript } from './recognise-file.ts';
import { recogniseRunner, unpinned } from './recognise-runner.ts';
import { RUNNERS } from './runners.ts';
import { type Unwrapped, unwrap } from './unwrap.ts';

/** What a command starts. Never throws; what is not recognised for certain is unpinned, with the reason. */
export function recognisePackage({ command, args }: Launch): Recognised {
  const unwrapped = unwrap([command, ...args]);
  return typeof unwrapped === 'string' ? unpinned(unwrapped) : recogniseProgram(unwrapped);
}

function recogniseProgram(unwrapped: Unwrapped): Recognised {
  const { name, words, at } = unwrapped;
  const command = words[at] ?? '';
  const runner = RUNNERS.get(name);
  // bun is both.
  if (runner !== undefined && !(name === 'bun' && words[at + 1] !== 'x')) return recogniseRunner(runner, unwrapped);
  const interpreter = interpreterOf(name);
  if (interpreter !== undefined) return recogniseScript(interpreter, unwrapped);
  if (/\.mcpb$/i.test(command)) return { type: 'mcpb', file: command, args: words.slice(at + 1) };
  if (isLauncher(name) || /\.(?:sh|bash|cmd|bat|ps1|command)$/i.test(command))
    return unpinned(`${quoteInert(name)} can start any other program.`);
  // Some file systems ignore case: there "NPX" is npx.
  if (isKnownProgram(name.toLowerCase())) return unpinned(`Write ${quoteInert(name)} in lower case.`);
  if (/[/\\]$/.test(command)) return unpinned(`${quoteInert(command)} is a folder.`);
  return { type: 'path', file: command };
}
