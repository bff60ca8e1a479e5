import { CommanderError } from 'commander';
import { EXIT, type Io } from './io.ts';
import { buildProgram } from './program.ts';
import { readUpTo } from './read-up-to.ts';

/** Runs the command of this process and sets its exit code. */
export async function start(): Promise<void> {
  // A reader that has seen enough (`| head`) closes the pipe; that is no error of ours.
  let isBroken = false;
  process.stdout.on('error', error => {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    isBroken = true;
    process.exitCode = EXIT.unasked;
    process.stderr.write(`toolmark: The result cannot be written: ${error.message} [output.unwritable]\n`);
  });
  process.stderr.on('error', () => undefined);
  const exit = await run(process.argv.slice(2), {
    out: text => process.stdout.write(text),
    talk: text => process.stderr.write(text),
    stdin: limit => readUpTo(0, limit),
    cwd: process.cwd(),
    now: new Date(),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    hasColor: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  });
  process.exitCode = isBroken ? EXIT.unasked : exit;
}

/** The whole command line as a function: arguments and a world in, exit code out. Nothing escapes as an exception. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exit: number = EXIT.yes;
  const program = buildProgram(io, code => {
    exit = code;
  });
  if (argv.length === 0) {
    io.talk(program.helpInformation());
    return EXIT.unasked;
  }
  try {
    if (argv[0] === 'digest' && argv.includes('--')) refuseLiveServer();
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.yes;
    await report(error, wantsJson(argv), io);
    return EXIT.unasked;
  }
}

/** Without this the command would be taken for a file to read. */
function refuseLiveServer(): never {
  const message = 'Asking a running server is not possible yet. Save its tools/list result and pass the file.';
  throw new CommanderError(EXIT.unasked, 'commander.noLiveServers', message);
}

/** What was asked for cannot be read from options that failed to parse, so the arguments are looked at directly. */
function wantsJson(argv: readonly string[]): boolean {
  const index = argv.indexOf('--format');
  return argv.includes('--format=json') || (index >= 0 && argv[index + 1] === 'json');
}

async function report(error: unknown, asJson: boolean, io: Io): Promise<void> {
  const { formatJson } = await import('./print-json.ts');
  const { code, message } = await explain(error);
  if (asJson) io.out(formatJson({ error: { code, message } }));
  else io.talk(`toolmark: ${message} [${code}]\n`);
}

async function explain(error: unknown): Promise<{ code: string; message: string }> {
  const { inert, ToolmarkError } = await import('@toolmark/core');
  if (error instanceof ToolmarkError) return error;
  if (error instanceof CommanderError) {
    return {
      code: `usage.${kebab(error.code.replace('commander.', ''))}`,
      message: inert(error.message.replace(/^error: /, '').replaceAll('\n', ' ')),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal.error', message: `This is a fault in Toolmark: ${inert(message)}` };
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}
