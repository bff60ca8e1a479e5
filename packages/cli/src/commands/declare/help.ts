import type { Command } from 'commander';
import { formatOption } from './options.ts';
import type { Run } from './run.ts';

/** What explains the other commands, and completes them. */
export function addHelpCommands(program: Command, run: Run): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(program.createArgument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../completion.ts')).runCompletion));

  program
    .helpCommand(false)
    .command('help')
    .description('show help for a command or topic')
    .argument('[topic...]', 'a command, or a topic such as exit-codes')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../help.ts')).runHelp));
}
