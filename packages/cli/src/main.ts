import { homedir } from 'node:os';
import { inert, ToolmarkError } from '@toolmark/core';
import { CommanderError } from 'commander';
import { readUpTo } from './files/read-up-to.ts';
import { EXIT, type Io } from './io.ts';
import { buildProgram } from './program.ts';
import { formatJson } from './render/print-json.ts';

/** Runs the command of this process and sets its exit code. */
export async function start(): Promise<void> {
  // A closed pipe (`| head`) is not an error.
  let isBroken = false;
  process.stdout.on('error', error => {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    isBroken = true;
    process.exitCode = EXIT.error;
    process.stderr.write(`toolmark: Cannot write the result: ${error.message} [output.unwritable]\n`);
  });
  process.stderr.on('error', () => undefined);
  const exit = await run(process.argv.slice(2), {
    out: text => process.stdout.write(text),
    stderr: text => process.stderr.write(text),
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
  process.exitCode = isBroken ? EXIT.error : exit;
}

/** On a terminal or with FORCE_COLOR; NO_COLOR wins. */
export function hasColor(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  return env.NO_COLOR === undefined && (isTerminal || !['', '0'].includes(env.FORCE_COLOR ?? ''));
}

function untilStopped(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
}

/** Runs a command line and returns its exit code. Never throws. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exit: number = EXIT.yes;
  const { own, command } = splitAtCommand(argv);
  const program = buildProgram(io, command, code => {
    exit = code;
  });
  if (argv.length === 0) {
    io.stderr(program.helpInformation());
    return EXIT.error;
  }
  try {
    await program.parseAsync(own, { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.yes;
    report(error, wantsJson(own), io);
    return EXIT.error;
  }
}

/** Commands for which the arguments after `--` are the command line of a server, or of `run` its arguments. */
const TAKES_SERVER = new Set([
  ...['validate', 'lock', 'check', 'snapshot', 'describe', 'digest', 'scan', 'guard', 'run', 'attest'],
]);

function splitAtCommand(argv: readonly string[]): { own: string[]; command: string[] | undefined } {
  const at = argv.indexOf('--');
  if (at < 0 || !TAKES_SERVER.has(argv[0] ?? '')) return { own: [...argv], command: undefined };
  return { own: argv.slice(0, at), command: argv.slice(at + 1) };
}

/** Read from the raw arguments, because options may have failed to parse. */
function wantsJson(argv: readonly string[]): boolean {
  const index = argv.indexOf('--format');
  return argv.includes('--format=json') || (index >= 0 && argv[index + 1] === 'json');
}

function report(error: unknown, asJson: boolean, io: Io): void {
  const { code, message } = explain(error);
  if (asJson) io.out(formatJson({ error: { code, message } }));
  else io.stderr(`toolmark: ${message} [${code}]\n`);
}

function explain(error: unknown): { code: string; message: string } {
  if (error instanceof ToolmarkError) return error;
  if (error instanceof CommanderError) {
    return {
      code: `usage.${kebab(error.code.replace('commander.', ''))}`,
      message: inert(error.message.replace(/^error: /, '').replaceAll('\n', ' ')),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal.error', message: `Bug in Toolmark: ${inert(message)}` };
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}
