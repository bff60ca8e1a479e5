import { type Command, InvalidArgumentError, Option } from 'commander';
import { addSources } from './add-sources.ts';
import type { Finish, Io } from './io.ts';
import { formatOption } from './options.ts';

/** Commands that judge what is written down or shown, without changing anything, and those to start with. */
export function addDocumentCommands(
  program: Command,
  io: Io,
  serverCommand: readonly string[] | undefined,
  finish: Finish,
): void {
  addSources(program.command('validate'), { verbose: 'show notes too, and what servers write to standard error' })
    .description('validate tool documents, tool lists and registry entries')
    .usage('[options] [FILES… | -- COMMAND ARGUMENTS…]')
    .argument('[files...]', 'JSON files, or - for standard input; without any, the tool lists of live servers')
    .addOption(formatOption(['text', 'json', 'sarif']))
    .addOption(new Option('--rules <set>', 'rule set').choices(['toolmark', 'seed']).default('toolmark'))
    .option('--policy <file>', 'policy file with waivers')
    .option(
      '--trust <files...>',
      'certificates of authorities or signers that signed documents are checked against',
      [],
    )
    .option('--taken <names>', 'names that are taken already, separated by commas', list, [])
    .action(async (files, options) => {
      const { runValidate } = await import('./commands/validate.ts');
      finish(await runValidate({ files, ...options, command: serverCommand }, io));
    });

  addSources(program.command('digest'))
    .description('print tool digests')
    .usage('[options] [FILE | -- COMMAND ARGUMENTS…]')
    .argument('[file]', 'a tool list, snapshot, tool or tool document, or - for standard input')
    .addOption(formatOption(['text', 'json']))
    .addOption(new Option('--profile <name>', 'how to hash').choices(['toolmark', 'mcptrust']).default('toolmark'))
    .action(async (file, options) => {
      const { runDigest } = await import('./commands/digest.ts');
      finish(await runDigest({ file, ...options, command: serverCommand }, io));
    });

  addSources(program.command('scan'), { hasName: false })
    .description('scan servers for tool poisoning, hidden text and shadowing')
    .usage('[options] [FILES… | -- COMMAND ARGUMENTS…]')
    .argument('[files...]', 'tool lists, snapshots, locks, tools or tool documents, one for each server, or -')
    .addOption(formatOption(['text', 'json', 'sarif']))
    .option('--policy <file>', 'policy file with waivers')
    .option('--name <names...>', 'names of the servers, in the order of the files')
    .addOption(
      new Option('--fail-on <tier>', 'exit with 1 on findings of this tier or worse')
        .choices(['block', 'review'])
        .default('block'),
    )
    .action(async (files, options) => {
      const { runScan } = await import('./commands/scan.ts');
      finish(await runScan({ files, ...options, command: serverCommand }, io));
    });

  program
    .command('init')
    .description('create a starter tool document and policy')
    .argument('[directory]', 'where to write them', '.')
    .addOption(formatOption(['text', 'json']))
    .option('--name <name>', 'name of the tool', toolName)
    .option('--description <text>', 'what the tool does')
    .option('--author <name>', 'name of the author')
    .option('--email <address>', 'e-mail address of the author')
    .option('--yes', 'ask nothing', false)
    .action(async (directory, options) => {
      const { runInit } = await import('./commands/init.ts');
      finish(await runInit({ directory, ...options }, io));
    });

  program
    .command('doctor')
    .description('check this installation')
    .addOption(formatOption(['text', 'json']))
    .action(async ({ format }) => {
      const { runDoctor } = await import('./commands/doctor.ts');
      finish(await runDoctor(format, io));
    });
}

function list(names: string): string[] {
  return names.split(',').filter(name => name !== '');
}

function toolName(name: string): string {
  if (/^[A-Za-z0-9_.-]{1,128}$/.test(name)) return name;
  throw new InvalidArgumentError('A name has 1 to 128 letters, digits, "_", "-" and ".".');
}
