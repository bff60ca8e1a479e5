import { type Command, Option } from 'commander';
import { addUpdates } from './add-updates.ts';
import { count, formatOption, nonEmpty, port, seconds } from './options.ts';
import type { Run } from './run.ts';

/** The guard, what decides in it, what it has written down, and how it gets into the configs of clients. */
export function addGuardCommands(program: Command, run: Run): void {
  addPolicyCommands(program, run);
  addGuardCommand(program, run);
  addAuditCommands(program, run);
  addInstallCommand(program, run);
}

function addPolicyCommands(program: Command, run: Run): void {
  const policy = program.command('policy').description('test and explain a policy');
  const addFiles = (command: Command): Command =>
    command
      .option('--policy <file>', 'policy file (default: toolmark.policy.yaml next to the lock)')
      .option('--lockfile <file>', 'the lock file', 'toolmark.lock.json')
      .addOption(formatOption(['text', 'json']));

  addFiles(policy.command('test'))
    .description('run a table of calls and compare the decisions with the expected ones')
    .argument('<file>', 'YAML or JSON: a list of {server, tool, args, expect, rule}, or - for standard input')
    .action(run(async () => (await import('../policy-test.ts')).runPolicyTest));

  addFiles(policy.command('explain'))
    .description('print the rules that apply to each locked tool')
    .option('--server <key>', 'only this server')
    .option('--tool <name>', 'only tools with this name')
    .action(run(async () => (await import('../policy-explain.ts')).runPolicyExplain));
}

function addGuardCommand(program: Command, run: Run): void {
  addUpdates(program.command('guard'), { hasRegistry: true })
    .description('run the MCP proxy: only locked and allowed tools reach the client')
    .usage('[options] [-- COMMAND ARGUMENTS…]')
    .option('--name <key>', 'key of the server given by --url or the command', nonEmpty)
    .option('--url <url>', 'URL of a streamable HTTP server')
    .option('--header <lines...>', `headers for --url, as in "Authorization: Bearer \${TOKEN}"`, [])
    .option('--config <file>', 'client config with servers (mcp.json)')
    .option('--server <key>', 'only this server')
    .option('--pass-env <names...>', 'pass these withheld variables to servers, such as GITHUB_TOKEN', [])
    .option('--lockfile <file>', 'the lock file', 'toolmark.lock.json')
    .option('--policy <file>', 'policy file (default: toolmark.policy.yaml next to the lock, if it exists)')
    .addOption(
      new Option('--mode <mode>', 'enforce the policy, filter lists alone, or only watch')
        .choices(['enforce', 'filter', 'audit'])
        .default('enforce'),
    )
    .option('--http <port>', 'listen for HTTP clients on this port (0: any) instead of standard input', port)
    .option('--host <host>', 'address to listen on; a non-loopback address needs a token', nonEmpty)
    .option('--token-file <file>', 'file with the bearer token of HTTP clients; or TOOLMARK_GUARD_TOKEN')
    .option('--audit <path>', 'audit log: a file, or a folder for one file per run')
    .option('--audit-values', 'log argument values, not only their shape', false)
    .option('--audit-sync', 'flush each record to disk', false)
    .option('--recheck <seconds|every-call>', 'how long a list counts as fresh', recheck, 60)
    .option('--timeout <seconds>', 'time limit for a server to start and list', seconds, 30)
    .option(
      '--start-wait <seconds>',
      'how long a client waits for servers to start before it gets what is locked',
      seconds,
      0.5,
    )
    .option('--call-timeout <seconds>', 'time limit for a call without progress', seconds, 300)
    .option('--approve-port <port>', 'approval page on this port (0: any), for clients that cannot ask', port)
    .option('--approve-timeout <seconds>', 'time limit for a person to answer', seconds, 300)
    .option('--require-signed', 'show only what the locked publishers attested', false)
    .option('--registry <url>', 'deny tools with a confirmed incident in this registry')
    .option('--registry-key <file>', 'public key or certificate of the registry, in PEM')
    .option('--registry-optional', 'start even if the registry is unreachable', false)
    .action(run(async () => (await import('../guard.ts')).runGuard));
}

function recheck(text: string): number | 'every-call' {
  return text === 'every-call' ? text : seconds(text);
}

function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description("verify and show the guard's audit log");

  audit
    .command('verify')
    .description('verify that audit logs are complete and unchanged')
    .argument('<files...>', 'audit logs, or folders of them; FILE.head is read beside each')
    .option('--head <seq:hash>', 'a record that must be in the log; for one log')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../audit-verify.ts')).runAuditVerify));

  audit
    .command('show')
    .description('print the records of audit logs')
    .argument('<files...>', 'audit logs, or folders of them')
    .option('--tool <name>', 'only calls of this tool')
    .option('--server <key>', 'only records of this server')
    .addOption(new Option('--decision <word>', 'only these decisions').choices(['allow', 'ask', 'deny']))
    .option('--since <time>', 'only records since this time, such as 2026-11-15T12:00:00Z')
    .option('--limit <number>', 'show at most this many, the latest', count, 1000)
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../audit-show.ts')).runAuditShow));
}

function addInstallCommand(program: Command, run: Run): void {
  program
    .command('install')
    .description("put the guard in front of a client's servers (--undo removes it)")
    .argument('<client>', 'as in claude-code, cursor, vs-code, codex, opencode, goose, project; a wrong name lists all')
    .option('--undo', 'restore the original entries', false)
    .option('--dry-run', 'only print the changes', false)
    .option('--yes', 'do not ask', false)
    .addOption(new Option('--scope <scope>', 'only these config files').choices(['user', 'project']))
    .option('--lockfile <file>', 'lock file (default: the user-wide lock if it exists, else toolmark.lock.json)')
    .option('--user', 'use the user-wide lock', false)
    .option('--policy <file>', 'policy file (default: toolmark.policy.yaml next to the lock, if it exists)')
    .addOption(new Option('--mode <mode>', 'how strict the guard is').choices(['enforce', 'filter', 'audit']))
    .option('--audit <path>', 'audit log of the guard; a folder if several run')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../install.ts')).runInstall));
}
