import { Command, InvalidArgumentError, Option } from 'commander';
import type { ReportFile } from './commands/check.ts';
import { addEntryOptions } from './entry-options.ts';
import { addHelpCommands } from './help-commands.ts';
import type { Format, Io } from './io.ts';
import type { Approval } from './make-entry.ts';
import { count, formatOption, nonEmpty, port, seconds } from './options.ts';
import { addRegistryCommands } from './registry-commands.ts';
import { addSigningCommands } from './signing-commands.ts';
import { version } from './version.ts';

type Finish = (code: number) => void;

/** Every command with its options. What a command does is loaded when it is called. */
export function buildProgram(io: Io, serverCommand: readonly string[] | undefined, finish: Finish): Command {
  const program = new Command('toolmark')
    .description('The trust layer for MCP tool metadata.')
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
    .configureHelp({ minWidthToWrap: 30 })
    .showHelpAfterError(false);

  program
    .command('validate')
    .description('report every mistake in tool documents, MCP tool lists and entries of registries')
    .argument('<files...>', 'JSON files, or - for standard input')
    .addOption(formatOption(['text', 'json', 'sarif']))
    .addOption(new Option('--rules <set>', 'rule set').choices(['toolmark', 'seed']).default('toolmark'))
    .option('--policy <file>', 'policy file with waivers')
    .option('--taken <names>', 'names that are taken already, separated by commas', list, [])
    .option('--verbose', 'show notes too', false)
    .action(async (files, options) => {
      const { runValidate } = await import('./commands/validate.ts');
      finish(runValidate({ files, ...options }, io));
    });

  addSources(program.command('digest'))
    .description('print the identity of each tool of a file or a server')
    .usage('[options] [FILE | -- COMMAND ARGUMENTS…]')
    .argument('[file]', 'a tool list, snapshot, tool or tool document, or - for standard input')
    .addOption(formatOption(['text', 'json']))
    .addOption(new Option('--profile <name>', 'how to hash').choices(['toolmark', 'mcptrust']).default('toolmark'))
    .action(async (file, options) => {
      const { runDigest } = await import('./commands/digest.ts');
      finish(await runDigest({ file, ...options, command: serverCommand }, io));
    });

  addSources(program.command('scan'), { hasName: false })
    .description('look for poisoned, hidden and shadowing text in what servers show')
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
    .description('write a starter document and policy')
    .argument('[directory]', 'where to write them', '.')
    .addOption(formatOption(['text', 'json']))
    .option('--name <name>', 'name of the tool', toolName)
    .option('--yes', 'ask nothing', false)
    .action(async (directory, options) => {
      const { runInit } = await import('./commands/init.ts');
      finish(await runInit({ directory, ...options }, io));
    });

  program
    .command('doctor')
    .description('prove that this installation and the files here can be used')
    .addOption(formatOption(['text', 'json']))
    .action(async ({ format }) => {
      const { runDoctor } = await import('./commands/doctor.ts');
      finish(await runDoctor(format, io));
    });

  addFormatCommands(program, io, serverCommand, finish);
  addSigningCommands(program, io, finish);
  addLockCommands(program, io, serverCommand, finish);
  addPolicyCommands(program, io, finish);
  addGuardCommand(program, io, serverCommand, finish);
  addAuditCommands(program, io, finish);
  addInstallCommand(program, io, finish);
  addReputationCommand(program, io, finish);
  addRegistryCommands(program, io, finish);
  addHelpCommands(program, io, finish);
  return program;
}

function addFormatCommands(program: Command, io: Io, command: readonly string[] | undefined, finish: Finish): void {
  const formats = ['upstream', 'toolhive', 'docker', 'mcp'] as const;

  addEntryOptions(program.command('convert'))
    .description('turn an entry or a registry into another format, and say what it cannot hold')
    .argument('<file>', 'server.json, an entry or registry of ToolHive, an entry of Docker, a tool list, or -')
    .addOption(new Option('--from <format>', 'what the file is; recognised if not given').choices(formats))
    .addOption(new Option('--to <format>', 'what to make of it').choices(formats).makeOptionMandatory())
    .option('--name <name>', 'the name of an entry that has none')
    .option('--url <url>', 'where the server of a tool list is reached')
    .option('--tools <file>', 'the tools.json of an entry of Docker')
    .option('-o, --output <file>', 'write the result here')
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runConvert } = await import('./commands/convert.ts');
      finish(runConvert({ file, ...options }, io));
    });

  addEntryOptions(addSources(program.command('describe')))
    .description('print a live server as server.json, with its tools in full, ready to publish')
    .option('--as <name>', 'its name in the MCP Registry, as in com.example/weather')
    .option('-o, --output <file>', 'write it here')
    .addOption(new Option('--format <format>', 'server.json is always JSON').choices(['json', 'text']).default('json'))
    .action(async options => {
      const { runDescribe } = await import('./commands/describe.ts');
      finish(await runDescribe({ ...options, command }, io));
    });
}

function addLockCommands(program: Command, io: Io, command: readonly string[] | undefined, finish: Finish): void {
  const lockfile = (): Option => new Option('--lockfile <file>', 'the lock file').default('toolmark.lock.json');

  addSources(program.command('lock'))
    .description('write down what servers show now, as what may be used from now on')
    .addOption(lockfile())
    .addOption(formatOption(['text', 'json']))
    .option('--yes', 'lock changes without asking', false)
    .option('--prune', 'forget servers that no source names', false)
    .addOption(
      new Option('--allow <what>', 'what is fine later: a subset of what is locked, or no longer').choices([
        'subset',
        'none',
      ]),
    )
    .option('--approve <tool@digest>', 'take over only this tool, if it still has this digest', approval, [])
    .option('--import <file>', 'take over what a lock of MCPTrust approved, and say what it did not cover')
    .action(async options => {
      const { runLock } = await import('./commands/lock.ts');
      finish(await runLock({ ...options, command }, io));
    });

  addSources(program.command('check'))
    .description('compare what servers show now with the lock')
    .addOption(lockfile())
    .addOption(formatOption(['text', 'json', 'sarif', 'markdown']))
    .addOption(
      new Option('--fail-on <severity>', 'the mildest change that fails').choices(['critical', 'info', 'safe']),
    )
    .addOption(new Option('--severities <table>', 'how bad each change is').choices(['toolmark', 'seed']))
    .option('--policy <file>', 'policy file; its drift section applies')
    .option('--report <format=file>', 'write one more report; may be given again', report, [])
    .action(async options => {
      const { runCheck } = await import('./commands/check.ts');
      finish(await runCheck({ ...options, command }, io));
    });

  program
    .command('diff')
    .description('compare two locks, snapshots, tool lists or tool documents')
    .argument('<before>', 'a file, or - for standard input')
    .argument('<after>', 'a file, or - for standard input')
    .addOption(formatOption(['text', 'json', 'markdown']))
    .option('--server <key>', 'only this server')
    .addOption(
      new Option('--severities <table>', 'how bad each change is').choices(['toolmark', 'seed']).default('toolmark'),
    )
    .action(async (before, after, options) => {
      const { runDiff } = await import('./commands/diff.ts');
      finish(await runDiff({ before, after, ...options }, io));
    });

  addSources(program.command('snapshot'))
    .description('print everything a server shows, as JSON')
    .option('-o, --output <file>', 'write it here')
    .addOption(new Option('--format <format>', 'a snapshot is always JSON').choices(['json', 'text']).default('json'))
    .action(async options => {
      const { runSnapshot } = await import('./commands/snapshot.ts');
      finish(await runSnapshot({ ...options, command }, io));
    });
}

function addReputationCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('reputation')
    .description('print the scores that evidence gives, without any registry')
    .argument('<file>', 'one input, a list of them or {"cases": [...]} as JSON, or - for standard input')
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runReputation } = await import('./commands/reputation.ts');
      finish(runReputation({ file, ...options }, io));
    });
}

function addPolicyCommands(program: Command, io: Io, finish: Finish): void {
  const policy = program.command('policy').description('try out a policy against the lock, without any server');
  const addFiles = (command: Command): Command =>
    command
      .option('--policy <file>', 'the policy file', 'toolmark.policy.yaml')
      .option('--lockfile <file>', 'the lock file', 'toolmark.lock.json')
      .addOption(formatOption(['text', 'json']));

  addFiles(policy.command('test'))
    .description('run a table of calls and compare what is decided with what is expected')
    .argument('<file>', 'YAML or JSON: a list of {server, tool, args, expect, rule}, or - for standard input')
    .action(async (file, options) => {
      const { runPolicyTest } = await import('./commands/policy-test.ts');
      finish(runPolicyTest({ file, ...options }, io));
    });

  addFiles(policy.command('explain'))
    .description('print what applies to each locked tool')
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
    .description('stand between a client and its servers: only what is locked and allowed passes')
    .usage('[options] [-- COMMAND ARGUMENTS…]')
    .option('--name <key>', 'what to call the server of --url or of the command', nonEmpty)
    .option('--url <url>', 'a server that speaks streamable HTTP')
    .option('--header <lines...>', `headers for --url, as in "Authorization: Bearer \${TOKEN}"`, [])
    .option('--config <file>', 'an mcp.json that names servers')
    .option('--server <key>', 'only this server')
    .option('--lockfile <file>', 'the lock file', 'toolmark.lock.json')
    .option('--policy <file>', 'the policy file; without it toolmark.policy.yaml, if there is one')
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
  const audit = program.command('audit').description('check and read what the guard has written down');

  audit
    .command('verify')
    .description('check that a log is whole, and name its first bad record')
    .argument('<file>', 'the audit log; FILE.head is read beside it')
    .option('--head <seq:hash>', 'a record that is known to have been there')
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runAuditVerify } = await import('./commands/audit-verify.ts');
      finish(runAuditVerify({ file, ...options }, io));
    });

  audit
    .command('show')
    .description('print the records of a log')
    .argument('<file>', 'the audit log')
    .option('--tool <name>', 'only calls of this tool')
    .option('--server <key>', 'only what concerns this server')
    .addOption(new Option('--decision <word>', 'only these decisions').choices(['allow', 'ask', 'deny']))
    .option('--since <time>', 'only from this time on, as in 2026-11-15T12:00:00Z')
    .option('--limit <number>', 'how many at most, the last ones', count, 1000)
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runAuditShow } = await import('./commands/audit-show.ts');
      finish(runAuditShow({ file, ...options }, io));
    });
}

function addInstallCommand(program: Command, io: Io, finish: Finish): void {
  program
    .command('install')
    .description('put the guard before every server of a client, or take it out')
    .argument('<client>', 'as in claude-desktop, claude-code, cursor, vs-code, windsurf, gemini-cli, codex, project')
    .option('--undo', 'put back what was there', false)
    .option('--dry-run', 'only show what would be changed', false)
    .option('--yes', 'ask nothing', false)
    .addOption(new Option('--scope <scope>', 'only these config files').choices(['user', 'project']))
    .option('--lockfile <file>', 'the lock file', 'toolmark.lock.json')
    .option('--policy <file>', 'the policy file')
    .addOption(new Option('--mode <mode>', 'how strict the guard is').choices(['enforce', 'filter', 'audit']))
    .option('--audit <path>', 'where the guard writes down what it decides; a folder, if several run')
    .addOption(formatOption(['text', 'json']))
    .action(async (client, options) => {
      const { runInstall } = await import('./commands/install.ts');
      finish(await runInstall({ client, ...options }, io));
    });
}

/** Where servers come from: the same for every command that asks them. */
function addSources(command: Command, { hasName } = { hasName: true }): Command {
  if (hasName) command.option('--name <key>', 'what to call the server of --url or of the command', nonEmpty);
  return command
    .usage('[options] [-- COMMAND ARGUMENTS…]')
    .option('--url <url>', 'a server that speaks streamable HTTP')
    .option('--header <lines...>', `headers for --url, as in "Authorization: Bearer \${TOKEN}"`, [])
    .option('--config <file>', 'an mcp.json that names servers')
    .option('--discover', 'the servers of every known client on this machine', false)
    .option('--server <key>', 'only this server')
    .option('--timeout <seconds>', 'how long a server may take', seconds, 30)
    .option('--client-name <name>', 'what to call ourselves to servers', nonEmpty)
    .addOption(
      new Option('--capabilities <names...>', 'what to say we can do, as the client that will use the servers').choices(
        ['sampling', 'elicitation', 'roots'],
      ),
    )
    .addOption(
      new Option('--protocol <generation>', 'how to greet servers')
        .choices(['auto', 'legacy', 'modern'])
        .default('auto'),
    )
    .option('--verbose', 'show what servers write to standard error', false);
}

/** Names may hold an "@" themselves; digests do not. */
function approval(text: string, earlier: readonly Approval[]): Approval[] {
  const [, tool, digest] = /^(.+)@(sha256:[0-9a-f]{64})$/s.exec(text) ?? [];
  if (tool === undefined || digest === undefined) {
    throw new InvalidArgumentError('Write it as NAME@sha256:…, with the digest that "toolmark digest" prints.');
  }
  return [...earlier, { tool, digest: digest as Approval['digest'] }];
}

function report(text: string, earlier: readonly ReportFile[]): ReportFile[] {
  const [, format, file] = /^(text|json|sarif|markdown)=(.+)$/s.exec(text) ?? [];
  if (format === undefined || file === undefined) throw new InvalidArgumentError('Write it as in sarif=check.sarif.');
  return [...earlier, { format: format as Format, file }];
}

function list(names: string): string[] {
  return names.split(',').filter(name => name !== '');
}

function toolName(name: string): string {
  if (/^[A-Za-z0-9_.-]{1,128}$/.test(name)) return name;
  throw new InvalidArgumentError('A name has 1 to 128 letters, digits, "_", "-" and ".".');
}
