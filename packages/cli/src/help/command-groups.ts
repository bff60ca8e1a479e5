import type { Command } from 'commander';

/** Every command, by what a person wants to do. Help, completions and docs/cli.md list them in this order. */
const COMMAND_GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Everyday:', ['lock', 'check', 'scan', 'guard', 'run', 'install']],
  ['Authors:', ['init', 'validate', 'keygen', 'sign', 'verify', 'attest', 'revoke', 'describe']],
  [
    'Inspect:',
    ['digest', 'snapshot', 'diff', 'policy', 'audit', 'vulnerabilities', 'store', 'doctor', 'completion', 'help'],
  ],
  [
    'Registry:',
    [
      'search',
      'list',
      'show',
      'get',
      'submit',
      'publish',
      'status',
      'access',
      'advisory',
      'feedback',
      'login',
      'logout',
    ],
  ],
  ['Operate a registry:', ['serve', 'import', 'registry', 'publisher', 'review', 'events', 'reputation', 'convert']],
]);

/** Puts every command into its group. Throws where a command has none, so that no command is missing from help. */
export function groupCommands(program: Command): void {
  const places = [...COMMAND_GROUPS].flatMap(([title, names]) => names.map(name => ({ title, name })));
  const place = (command: Command): number => {
    const found = places.findIndex(({ name }) => name === command.name());
    if (found < 0) throw new Error(`"${command.name()}" is in no group of packages/cli/src/help/command-groups.ts.`);
    return found;
  };
  for (const command of program.commands) command.helpGroup(places[place(command)]?.title ?? '');
  // Commander lists groups and commands in the order of this array and has no method that changes it.
  (program.commands as Command[]).sort((a, b) => place(a) - place(b));
}
