import { type Command, Option } from 'commander';
import type { Finish, Io } from './io.ts';
import { count, formatOption, nonEmpty, port, seconds } from './options.ts';

/** The guard, what decides in it, what it has written down, and how it gets into the configs of clients. */
export function addGuardCommands(
  program: Command,
  io: Io,
  command: readonly string[] | undefined,
  finish: Finish,
): void {
  addPolicyCommands(program, io, finish);
  addGuardCommand(program, io, command, finish);
  addAuditCommands(program, io, finish);
  addInstallCommand(program, io, finish);
}

function addPolicyCommands(program: Command, io: Io, finish: Finish): void {
  const policy = program.command('policy').description('test and explain a policy');
  const addFiles = (command: Command): Command =>
    command
      .option('--policy <file>', 'the policy file; without it toolmark.policy.yaml beside the lock')
      .option('--lockfile <file>', 'the lock file', 'toolmark.lock.json')
      .addOption(formatOption(['text', 'json']));

  addFiles(policy.command('test'))
    .description('run a table of calls and compare the decisions with the expected ones')
    .argument('<file>', 'YAML or JSON: a list of {server, tool, args, expect, rule}, or - for standard input')
    .action(async (file, options) => {
      const { runPolicyTest } = await import('./commands/policy-test.ts');
      finish(runPolicyTest({ file, ...options }, io));
    });

  addFiles(policy.command('explain'))
    .description('print the rules that apply to each locked tool')
    .option('--server <key>', 'only this server')
    .option('--tool <name>', 'only tools of this name')
    .action(async options => {
      const { runPolicyExplain } = await import('./commands/policy-explain.ts');
      finish(runPolicyExplain(options, io));
    });
}

function addGuardCommand(program: Command, io: Io, command: readonly string[] | undefined, finish: Finish): void {
  program
    .command('guard')
    .description('run the MCP proxy: only locked and allowed tools reach the client')
    .usage('[options] [-- COMMAND ARGUMENTS…]')
    .option('--name <key>', 'what to call the server of --url or of the command', nonEmpty)
    .option('--url <url>', 'a server that speaks streamable HTTP')
    .option('--header <lines...>', `headers for --url, as in "Authorization: Bearer \${TOKEN}"`, [])
    .option('--config <file>', 'an mcp.json that names servers')
    .option('--server <key>', 'only this server')
    .option('--pass-env <names...>', 'variables that servers get although they are withheld, such as GITHUB_TOKEN', [])
    .option('--lockfile <file>', 'the lock file', 'toolmark.lock.json')
    .option('--policy <file>', 'the policy file; without it toolmark.policy.yaml beside the lock, if there is one')
    .addOption(
      new Option('--mode <mode>', 'enforce the policy, filter lists alone, or only watch')
        .choices(['enforce', 'filter', 'audit'])
        .default('enforce'),
    )
    .option('--http <port>', 'serve clients over HTTP on this port, 0 for any, instead of one on standard input', port)
    .option('--host <host>', 'the name or address to listen on; others than this machine need a token', nonEmpty)
    .option('--token-file <file>', 'what HTTP clients must send as bearer token; or TOOLMARK_GUARD_TOKEN')
    .option('--audit <path>', 'write every decision down here: a file, or a folder for one file each time')
    .option('--audit-values', 'write down arguments as they are, not only their shape', false)
    .option('--audit-sync', 'wait until each record is on the disk', false)
    .option('--recheck <seconds|every-call>', 'how long a list counts as seen', recheck, 60)
    .option('--timeout <seconds>', 'how long a server may take to start and to list', seconds, 30)
    .option(
      '--start-wait <seconds>',
      'how long a client waits for servers to start before it gets what is locked',
      seconds,
      0.5,
    )
    .option('--call-timeout <seconds>', 'how long a call may take without a sign of progress', seconds, 300)
    .option('--approve-port <port>', 'ask on a page of this machine where the client cannot ask; 0: any port', port)
    .option('--approve-timeout <seconds>', 'how long a person may take to answer', seconds, 300)
    .option('--registry <url>', 'deny tools that this registry has confirmed incidents about')
    .option('--registry-key <file>', 'public key or certificate of the registry, in PEM')
    .option('--registry-optional', 'start although the registry was never reached', false)
    .action(async options => {
      const { runGuard } = await import('./commands/guard.ts');
      finish(await runGuard({ ...options, command }, io));
    });
}

function recheck(text: string): number | 'every-call' {
  return text === 'every-call' ? text : seconds(text);
}

function addAuditCommands(program: Command, io: Io, finish: Finish): void {
  const audit = program.command('audit').description("verify and show the guard's audit log");

  audit
    .command('verify')
    .description('verify that audit logs are complete and unchanged')
    .argument('<files...>', 'audit logs, or folders of them; FILE.head is read beside each')
    .option('--head <seq:hash>', 'a record that is known to have been there; for one log')
    .addOption(formatOption(['text', 'json']))
    .action(async (files, options) => {
      const { runAuditVerify } = await import('./commands/audit-verify.ts');
      finish(runAuditVerify({ files, ...options }, io));
    });

  audit
    .command('show')
    .description('print the records of audit logs')
    .argument('<files...>', 'audit logs, or folders of them')
    .option('--tool <name>', 'only calls of this tool')
    .option('--server <key>', 'only what concerns this server')
    .addOption(new Option('--decision <word>', 'only these decisions').choices(['allow', 'ask', 'deny']))
    .option('--since <time>', 'only from this time on, as in 2026-11-15T12:00:00Z')
    .option('--limit <number>', 'how many at most, the last ones', count, 1000)
    .addOption(formatOption(['text', 'json']))
    .action(async (files, options) => {
      const { runAuditShow } = await import('./commands/audit-show.ts');
      finish(runAuditShow({ files, ...options }, io));
    });
}

function addInstallCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('install')
    .description("put the guard in front of a client's servers (--undo removes it)")
    .argument('<client>', 'as in claude-code, cursor, vs-code, codex, opencode, goose, project; a wrong name lists all')
    .option('--undo', 'put back what was there', false)
    .option('--dry-run', 'only show what would be changed', false)
    .option('--yes', 'ask nothing', false)
    .addOption(new Option('--scope <scope>', 'only these config files').choices(['user', 'project']))
    .option('--lockfile <file>', 'the lock file (default: that of the user, if there is one, or toolmark.lock.json)')
    .option('--user', 'the lock of the user, for servers of every folder', false)
    .option('--policy <file>', 'the policy file; without it toolmark.policy.yaml beside the lock, if there is one')
    .addOption(new Option('--mode <mode>', 'how strict the guard is').choices(['enforce', 'filter', 'audit']))
    .option('--audit <path>', 'where the guard writes down what it decides; a folder, if several run')
    .addOption(formatOption(['text', 'json']))
    .action(async (client, options) => {
      const { runInstall } = await import('./commands/install.ts');
      finish(await runInstall({ client, ...options }, io));
    });
}
