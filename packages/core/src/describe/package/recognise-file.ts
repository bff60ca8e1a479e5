import { inert, quoteInert } from '../../base/index.ts';
import type { Interpreter } from './interpreters.ts';
import type { Recognised } from './launch.ts';
import { readOptions } from './option-table.ts';
import { quoteWord } from './quote-word.ts';
import { unpinned } from './recognise-runner.ts';
import type { Unwrapped } from './unwrap.ts';

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
/** The runners of npm as files. */
const RUNNER_FILE = /(?:^|[/\\])(?:npx|npm|pnpm|pnpx|yarn|corepack)(?:-cli)?\.[cm]?js$/i;

/** A file of this machine that an interpreter runs. */
export function recogniseScript(interpreter: Interpreter, { name, words, at }: Unwrapped): Recognised {
  const { subcommand, needsSubcommand = false, needsEnding = false, options: table } = interpreter;
  const hasSubcommand = subcommand !== undefined && words[at + 1] === subcommand;
  if (needsSubcommand && !hasSubcommand) return unpinned(`Of ${name}, only "${name} ${subcommand}" starts a file.`);
  const options = readOptions(words, at + (hasSubcommand ? 2 : 1), table);
  if (typeof options === 'string') return unpinned(options);
  const file = words[options.next] ?? '';
  if (file === '' || file === '-') return unpinned(`${quoteInert(name)} is started without a file.`);
  if (inert(file) !== file) return unpinned(`The file ${quoteWord(file)} has invisible or control characters.`);
  if (/^[a-z][a-z0-9+.-]+:/i.test(file)) return unpinned(`${quoteWord(file)} is not a local file.`);
  if (needsEnding && !CODE.test(file)) return unpinned(`${quoteWord(file)} is not a code file.`);
  if (/^\d+$/.test(file) || /[/\\]$/.test(file)) return unpinned(`${quoteWord(file)} is not a code file.`);
  if (RUNNER_FILE.test(file)) return unpinned(`${quoteWord(file)} starts other packages.`);
  return { type: 'path', file, interpreter: name };
}
