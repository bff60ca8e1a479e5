import { Command } from 'commander';
import { addAttestCommands } from './commands/declare/attest.ts';
import { addDocumentCommands } from './commands/declare/documents.ts';
import { addGuardCommands } from './commands/declare/guard.ts';
import { addHelpCommands } from './commands/declare/help.ts';
import { addLockCommands } from './commands/declare/lock.ts';
import { addLoginCommands } from './commands/declare/login.ts';
import { addPackageCommands } from './commands/declare/packages.ts';
import { addRegistryCommands } from './commands/declare/registry.ts';
import { addFormatCommands } from './commands/declare/registry-formats.ts';
import { runner } from './commands/declare/run.ts';
import { addSigningCommands } from './commands/declare/signing.ts';
import { groupCommands } from './help/command-groups.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

/** Every command with its arguments and options. */
export function buildProgram(
  io: Io,
  serverCommand: readonly string[] | undefined,
  finish: (exit: number) => void,
): Command {
  const program = new Command('toolmark')
    .description('Protects AI agents from malicious and changed MCP tools.')
    .version(version)
    // Commands may have options that the program has too, as in "feedback --version".
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

  const run = runner(io, serverCommand, finish);
  addDocumentCommands(program, run);
  addFormatCommands(program, run);
  addSigningCommands(program, run);
  addAttestCommands(program, run);
  addLockCommands(program, run);
  addGuardCommands(program, run);
  addPackageCommands(program, run);
  addLoginCommands(program, run);
  addRegistryCommands(program, run);
  addHelpCommands(program, run);
  groupCommands(program);
  return program;
}
