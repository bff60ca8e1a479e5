import { Command } from 'commander';
import { addDocumentCommands } from './document-commands.ts';
import { addFormatCommands } from './format-commands.ts';
import { addGuardCommands } from './guard-commands.ts';
import { groupCommands } from './help/command-groups.ts';
import { addHelpCommands } from './help-commands.ts';
import type { Finish, Io } from './io.ts';
import { addLockCommands } from './lock-commands.ts';
import { addLoginCommands } from './login-commands.ts';
import { formatOption } from './options.ts';
import { addRegistryCommands } from './registry-commands.ts';
import { addSigningCommands } from './signing-commands.ts';
import { version } from './version.ts';

/** Every command with its options. What a command does is loaded when it is called. */
export function buildProgram(io: Io, serverCommand: readonly string[] | undefined, finish: Finish): Command {
  const program = new Command('toolmark')
    .description('Protects AI agents from malicious and changed MCP tools.')
    .version(version)
    // So that a command may have options that the program has too, as in "feedback --version".
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: () => undefined,
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
    })
    .configureHelp({ minWidthToWrap: 30, subcommandTerm: command => command.name() })
    .showHelpAfterError(false);

  addDocumentCommands(program, io, serverCommand, finish);
  addFormatCommands(program, io, serverCommand, finish);
  addSigningCommands(program, io, finish);
  addLockCommands(program, io, serverCommand, finish);
  addGuardCommands(program, io, serverCommand, finish);
  addReputationCommand(program, io, finish);
  addLoginCommands(program, io, finish);
  addRegistryCommands(program, io, finish);
  addHelpCommands(program, io, finish);
  groupCommands(program);
  return program;
}

function addReputationCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('reputation')
    .description('compute reputation scores from evidence, offline')
    .argument('<file>', 'one input, a list of them or {"cases": [...]} as JSON, or - for standard input')
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runReputation } = await import('./commands/reputation.ts');
      finish(runReputation({ file, ...options }, io));
    });
}
