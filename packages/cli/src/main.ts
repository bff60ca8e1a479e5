import { homedir } from 'node:os';
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
    streams: () => ({ input: process.stdin, output: process.stdout }),
    untilStopped,
    cwd: process.cwd(),
    env: process.env,
    home: homedir(),
    now: new Date(),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    hasProgress: process.stderr.isTTY === true,
    hasColor: hasColor(process.env, process.stdout.isTTY === true),
  });
  process.exitCode = isBroken ? EXIT.unasked : exit;
}

/** On a terminal, or where FORCE_COLOR asks for it; NO_COLOR wins. */
export function hasColor(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  return env.NO_COLOR === undefined && (isTerminal || !['', '0'].includes(env.FORCE_COLOR ?? ''));
}

function untilStopped(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
}

/** The whole command line as a function: arguments and a world in, exit code out. Nothing escapes as an exception. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exit: number = EXIT.yes;
  const { own, command } = splitAtCommand(argv);
  const program = buildProgram(io, command, code => {
    exit = code;
  });
  if (argv.length === 0) {
    io.talk(program.helpInformation());
    return EXIT.unasked;
  }
  try {
    await program.parseAsync(own, { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.yes;
    await report(error, wantsJson(own), io);
    return EXIT.unasked;
  }
}

/** Commands that ask live servers: what follows `--` is the command line of a server, untouched. */
const ASKING = new Set(['validate', 'lock', 'check', 'snapshot', 'describe', 'digest', 'scan', 'guard']);

function splitAtCommand(argv: readonly string[]): { own: string[]; command: string[] | undefined } {
  const at = argv.indexOf('--');
  if (at < 0 || !ASKING.has(argv[0] ?? '')) return { own: [...argv], command: undefined };
  return { own: argv.slice(0, at), command: argv.slice(at + 1) };
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
