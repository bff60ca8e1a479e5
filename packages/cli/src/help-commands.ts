import type { Command } from 'commander';
import type { Finish, Io } from './io.ts';
import { formatOption } from './options.ts';

/** What explains the other commands, and completes them. */
export function addHelpCommands(program: Command, io: Io, finish: Finish): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(program.createArgument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addOption(formatOption(['text', 'json']))
    .action(async (shell, options) => {
      const { runCompletion } = await import('./commands/completion.ts');
      finish(runCompletion({ shell, ...options }, program, io));
    });

  program
    .helpCommand(false)
    .command('help')
    .description('show help for a command or topic')
    .argument('[topic...]', 'a command, or a topic such as exit-codes')
    .addOption(formatOption(['text', 'json']))
    .action(async (words, options) => {
      const { runHelp } = await import('./commands/help.ts');
      finish(runHelp({ words, ...options }, program, io));
    });
}
