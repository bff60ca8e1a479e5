import type { Command } from 'commander';
import { age, formatOption } from './options.ts';
import type { Run } from './run.ts';

/** Commands for pinned packages and for the store in which they are installed. */
export function addPackageCommands(program: Command, run: Run): void {
  addRunCommand(program, run);
  addStoreCommands(program, run);
  addVulnerabilitiesCommand(program, run);
}

function addRunCommand(program: Command, run: Run): void {
  addLock(program.command('run'))
    .description('start the pinned package of a locked server')
    .usage('[options] <key> [-- ARGUMENTS…]')
    .argument('<key>', 'the key of the server in the lock')
    .option('--config <file>', 'client config with the server: its arguments and variables apply')
    .option('--pass-env <names...>', 'pass these withheld variables to the server, such as GITHUB_TOKEN', [])
    .option('--policy <file>', 'policy file (default: toolmark.policy.yaml next to the lock, if it exists)')
    .action(run(async () => (await import('../run.ts')).runPinned));
}

function addStoreCommands(program: Command, run: Run): void {
  const store = program.command('store').description('list, verify and clean up the store of pinned packages');

  store
    .command('list')
    .description('list the packages in the store')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../store.ts')).runStoreList));

  store
    .command('verify')
    .description('compare every stored file with its digest')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../store.ts')).runStoreVerify));

  addLock(store.command('prune'))
    .description('remove packages that were not used for a while')
    .option('--older-than <age>', 'not used for this long, such as 30d or 12h', age, age('30d'))
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../store.ts')).runStorePrune));
}

function addVulnerabilitiesCommand(program: Command, run: Run): void {
  addLock(program.command('vulnerabilities'))
    .description('report known vulnerabilities of pinned packages and locked tools')
    .option('--server <key>', 'only this server')
    .option('--registry <url>', 'also report incidents that this registry has confirmed')
    .option('--registry-key <file>', 'public key or certificate of the registry, in PEM')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../vulnerabilities.ts')).runVulnerabilities));
}

function addLock(command: Command): Command {
  return command
    .option('--lockfile <file>', 'the lock file (default: toolmark.lock.json)')
    .option('--user', 'use the user-wide lock', false);
}
