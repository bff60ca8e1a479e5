import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { EXIT, type Format, type Io } from './io.ts';
import { readUpTo } from './read-up-to.ts';
import { version } from './version.ts';

/** Runs the command of this process and sets its exit code. */
export async function start(): Promise<void> {
  // A reader that has seen enough (`| head`) closes the pipe; that is no error of ours.
  process.stdout.on('error', error => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  });
  process.exitCode = await run(process.argv.slice(2), {
    out: text => process.stdout.write(text),
    talk: text => process.stderr.write(text),
    stdin: limit => readUpTo(0, limit),
    cwd: process.cwd(),
    now: new Date(),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    hasColor: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  });
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
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.yes;
    await report(error, wantsJson(argv), io);
    return EXIT.unasked;
  }
}

function buildProgram(io: Io, finish: (code: number) => void): Command {
  const program = new Command('toolmark')
    .description('The trust layer for MCP tool metadata.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: () => undefined,
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
    })
    .showHelpAfterError(false);

  program
    .command('validate')
    .description('report every mistake in tool documents and MCP tool lists')
    .argument('<files...>', 'JSON files, or - for standard input')
    .addOption(formatOption(['text', 'json', 'sarif']))
    .addOption(new Option('--rules <set>', 'rule set').choices(['toolmark', 'seed']).default('toolmark'))
    .option('--policy <file>', 'policy file with waivers')
    .option('--taken <names>', 'names that are taken already, separated by commas', list, [])
    .option('--verbose', 'show notes too', false)
    .action(async (files, options) => {
      const { runValidate } = await import('./commands/validate.ts');
      finish(runValidate({ files, ...options }, io));
    });

  program
    .command('digest')
    .description('print the identity of each tool in a file')
    .argument('<file>', 'a tool list, snapshot, tool or tool document, or - for standard input')
    .addOption(formatOption(['text', 'json']))
    .addOption(new Option('--profile <name>', 'how to hash').choices(['toolmark', 'mcptrust']).default('toolmark'))
    .action(async (file, options) => {
      const { runDigest } = await import('./commands/digest.ts');
      finish(runDigest({ file, ...options }, io));
    });

  program
    .command('init')
    .description('write a starter document and policy')
    .argument('[directory]', 'where to write them', '.')
    .addOption(formatOption(['text', 'json']))
    .option('--name <name>', 'name of the tool', toolName)
    .option('--yes', 'ask nothing', false)
    .action(async (directory, options) => {
      const { runInit } = await import('./commands/init.ts');
      finish(await runInit({ directory, ...options }, io));
    });

  program
    .command('doctor')
    .description('prove that this installation and the files here can be used')
    .addOption(formatOption(['text', 'json']))
    .action(async ({ format }) => {
      const { runDoctor } = await import('./commands/doctor.ts');
      finish(runDoctor(format, io));
    });

  return program;
}

function formatOption(formats: Format[]): Option {
  return new Option('--format <format>', 'how to print the result').choices(formats).default('text');
}

function list(names: string): string[] {
  return names.split(',').filter(name => name !== '');
}

function toolName(name: string): string {
  if (/^[A-Za-z0-9_.-]{1,128}$/.test(name)) return name;
  throw new InvalidArgumentError('A name has 1 to 128 letters, digits, "_", "-" and ".".');
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
