import { type Command, InvalidArgumentError, Option } from 'commander';
import { addSources } from './add-sources.ts';
import { chooseLock } from './choose-lock.ts';
import type { ReportFile } from './commands/check.ts';
import type { Finish, Format, Io } from './io.ts';
import type { Approval } from './make-entry.ts';
import { formatOption } from './options.ts';

export function addLockCommands(
  program: Command,
  io: Io,
  command: readonly string[] | undefined,
  finish: Finish,
): void {
  const addLock = (command: Command): Command =>
    command
      .option('--lockfile <file>', 'the lock file (default: toolmark.lock.json)')
      .option('--user', 'the lock of the user, for servers of every folder', false);

  addLock(addSources(program.command('lock')))
    .description('pin the current tools of your MCP servers in toolmark.lock.json')
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
      finish(await runLock({ ...options, command, lockfile: chooseLock(options, io) }, io));
    });

  addLock(addSources(program.command('check')))
    .description('report drift between live servers and the lock')
    .addOption(formatOption(['text', 'json', 'sarif', 'markdown']))
    .addOption(
      new Option('--fail-on <severity>', 'the mildest change that fails').choices(['critical', 'info', 'safe']),
    )
    .addOption(new Option('--severities <table>', 'how bad each change is').choices(['toolmark', 'seed']))
    .option('--policy <file>', 'policy file; its drift section applies')
    .option('--report <format=file>', 'write one more report; may be given again', report, [])
    .action(async options => {
      const { runCheck } = await import('./commands/check.ts');
      finish(await runCheck({ ...options, command, lockfile: chooseLock(options, io) }, io));
    });

  program
    .command('diff')
    .description('compare two locks, snapshots or documents')
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
    .description('save everything a server lists as JSON')
    .option('-o, --output <file>', 'write it here')
    .addOption(new Option('--format <format>', 'a snapshot is always JSON').choices(['json', 'text']).default('json'))
    .action(async options => {
      const { runSnapshot } = await import('./commands/snapshot.ts');
      finish(await runSnapshot({ ...options, command }, io));
    });
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
