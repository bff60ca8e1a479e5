import { type Command, InvalidArgumentError, Option } from 'commander';
import { addSources } from './add-sources.ts';
import { formatOption } from './options.ts';
import type { Run } from './run.ts';

/** Commands that judge what is written down or shown, without changing anything, and those to start with. */
export function addDocumentCommands(program: Command, run: Run): void {
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
    .option('--taken <names>', 'names already in use, separated by commas', list, [])
    .action(run(async () => (await import('../validate.ts')).runValidate));

  addSources(program.command('digest'))
    .description('print tool digests')
    .usage('[options] [FILE | -- COMMAND ARGUMENTS…]')
    .argument('[file]', 'a tool list, snapshot, tool or tool document, or - for standard input')
    .addOption(formatOption(['text', 'json']))
    .addOption(new Option('--profile <name>', 'how to hash').choices(['toolmark', 'mcptrust']).default('toolmark'))
    .action(run(async () => (await import('../digest.ts')).runDigest));

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
    .action(run(async () => (await import('../scan.ts')).runScan));

  program
    .command('init')
    .description('create a starter tool document and policy')
    .argument('[directory]', 'where to write them', '.')
    .addOption(formatOption(['text', 'json']))
    .option('--name <name>', 'name of the tool', toolName)
    .option('--description <text>', 'what the tool does')
    .option('--author <name>', 'name of the author')
    .option('--email <address>', 'e-mail address of the author')
    .option('--yes', 'do not ask', false)
    .action(run(async () => (await import('../init.ts')).runInit));

  program
    .command('doctor')
    .description('check this installation')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../doctor.ts')).runDoctor));
}

function list(names: string): string[] {
  return names.split(',').filter(name => name !== '');
}

function toolName(name: string): string {
  if (/^[A-Za-z0-9_.-]{1,128}$/.test(name)) return name;
  throw new InvalidArgumentError('A name has 1 to 128 letters, digits, "_", "-" and ".".');
}
